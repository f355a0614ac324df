package folder

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// Files returns the files of a folder, with texts in place of some of them, and more of them: those of an editor that are not saved. The
// texts have their paths in the folder, with slashes; there may be none.
func Files(folder string, texts map[string][]byte) fs.FS {
	if len(texts) == 0 {
		return os.DirFS(folder)
	}
	return overlay{os.DirFS(folder), texts}
}

// overlay is a folder with texts that lie over its files.
type overlay struct {
	fs.FS
	texts map[string][]byte
}

func (o overlay) Open(name string) (fs.File, error) {
	if text, is := o.texts[name]; is {
		return &openText{Reader: bytes.NewReader(text), info: textInfo{path.Base(name), int64(len(text)), 0o444}}, nil
	}
	file, err := o.FS.Open(name)
	if errors.Is(err, fs.ErrNotExist) && len(o.below(name)) > 0 {
		return &openText{Reader: bytes.NewReader(nil), info: folderInfo(path.Base(name))}, nil
	}
	return file, err
}

func (o overlay) ReadFile(name string) ([]byte, error) {
	if text, is := o.texts[name]; is {
		return slices.Clone(text), nil
	}
	return fs.ReadFile(o.FS, name)
}

// ReadDir lists the files of a folder on the disk, and the texts in it that have no file there, with their folders.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	added := o.below(name)
	if err != nil && (len(added) == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return entries, err
	}
	for _, info := range added {
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == info.name }) {
			entries = append(entries, fs.FileInfoToDirEntry(info))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// below returns the texts that are in a folder, and the folders in it that have some.
func (o overlay) below(name string) (list []textInfo) {
	for file, text := range o.texts {
		rest, is := strings.CutPrefix(file, name+"/")
		if name == "." {
			rest, is = file, true
		}
		if first, _, deeper := strings.Cut(rest, "/"); is && deeper {
			list = append(list, folderInfo(first))
		} else if is {
			list = append(list, textInfo{first, int64(len(text)), 0o444})
		}
	}
	return list
}

// New lists the texts that have no file on the disk, sorted.
func New(folder string, texts map[string][]byte) (list []string) {
	for file := range texts {
		if _, err := os.Stat(Within(folder, strings.ReplaceAll(file, "/", string(os.PathSeparator)))); err != nil {
			list = append(list, file)
		}
	}
	slices.Sort(list)
	return list
}

// openText is an open file with a text.
type openText struct {
	*bytes.Reader
	info textInfo
}

func (t *openText) Stat() (fs.FileInfo, error) { return t.info, nil }

func (t *openText) Close() error { return nil }

type textInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func folderInfo(name string) textInfo { return textInfo{name, 0, fs.ModeDir | 0o555} }

func (i textInfo) Name() string       { return i.name }
func (i textInfo) Size() int64        { return i.size }
func (i textInfo) Mode() fs.FileMode  { return i.mode }
func (i textInfo) ModTime() time.Time { return time.Time{} }
func (i textInfo) IsDir() bool        { return i.mode.IsDir() }
func (i textInfo) Sys() any           { return nil }
