package folder

import (
	"bytes"
	"cmp"
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
		return &openText{Reader: bytes.NewReader(text), info: textInfo{path.Base(name), int64(len(text))}}, nil
	}
	return o.FS.Open(name)
}

func (o overlay) ReadFile(name string) ([]byte, error) {
	if text, is := o.texts[name]; is {
		return slices.Clone(text), nil
	}
	return fs.ReadFile(o.FS, name)
}

// ReadDir lists the files of a folder on the disk, and the texts in it that have no file there.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	if err != nil {
		return entries, err
	}
	for file, text := range o.texts {
		base, isThere := path.Base(file), func(e fs.DirEntry) bool { return e.Name() == path.Base(file) }
		if path.Dir(file) == name && !slices.ContainsFunc(entries, isThere) {
			entries = append(entries, fs.FileInfoToDirEntry(textInfo{base, int64(len(text))}))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
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
}

func (i textInfo) Name() string       { return i.name }
func (i textInfo) Size() int64        { return i.size }
func (i textInfo) Mode() fs.FileMode  { return 0o444 }
func (i textInfo) ModTime() time.Time { return time.Time{} }
func (i textInfo) IsDir() bool        { return false }
func (i textInfo) Sys() any           { return nil }
