package watch

import (
	"encoding/binary"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Covers reports whether a change of any of these files, relative to the folder, is one of its fingerprint.
func Covers(files []string) bool {
	return !slices.ContainsFunc(files, func(name string) bool {
		if !fs.ValidPath(name) || !isPart(name) {
			return true
		}
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if isIgnoredFolder(folder) {
				return true
			}
		}
		return false
	})
}

// Fingerprint returns a number that is another one when a file of a folder was changed, added or removed of which an application
// may be made. It reads no file. What cannot be read is left out.
func Fingerprint(folder string) uint64 {
	sum := fnv.New64a()
	files := os.DirFS(folder)
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error { // errors are left out
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && isIgnoredFolder(name):
			return fs.SkipDir
		case entry.IsDir() || !isPart(name):
			return nil
		}
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return nil
		}
		_, _ = sum.Write([]byte(name)) // a hash takes everything
		var state [16]byte
		binary.LittleEndian.PutUint64(state[:8], uint64(info.Size()))
		binary.LittleEndian.PutUint64(state[8:], uint64(info.ModTime().UnixNano()))
		_, _ = sum.Write(state[:])
		return nil
	})
	return sum.Sum64()
}
