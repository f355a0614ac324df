package cache

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

// limits limit the content of a folder.
type limits struct {
	entries int
	bytes   int64
	age     time.Duration // since an entry was last used
	temp    time.Duration // since a file was begun; older ones belong to a process that died
}

var defaultLimits = limits{entries: 200, bytes: 64 << 20, age: 30 * 24 * time.Hour, temp: time.Hour}

// evict removes entries that have not been used for long, least recently used first. Another process may do
// so at the same time: a file that is gone is not an error.
func (s *Store) evict(now time.Time) error {
	kept, err := s.list(now)
	if err != nil {
		return err
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	var size int64
	for i, info := range kept {
		size += info.Size()
		if i >= s.limits.entries || i > 0 && size > s.limits.bytes || now.Sub(info.ModTime()) > s.limits.age {
			_ = s.root.Remove(info.Name())
		}
	}
	return nil
}

// list returns the entries of the folder, and removes incomplete files.
func (s *Store) list(now time.Time) ([]fs.FileInfo, error) {
	all, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var entries []fs.FileInfo
	for _, entry := range all {
		info, err := entry.Info()
		switch name := entry.Name(); {
		case err != nil || !info.Mode().IsRegular():
		case strings.HasSuffix(name, entrySuffix):
			entries = append(entries, info)
		case strings.HasSuffix(name, tempSuffix) && strings.Contains(name, entrySuffix+".") &&
			now.Sub(info.ModTime()) > s.limits.temp:
			_ = s.root.Remove(name)
		}
	}
	return entries, nil
}
