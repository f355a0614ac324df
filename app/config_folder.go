package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// configFiles returns the files of an application with those of its configuration, and the name of the folder that these
// are in. A folder elsewhere appears among the application's own by its last name.
func configFiles(options Options) (files fs.FS, folder string) {
	application := os.DirFS(options.Folder)
	if options.Config == "" {
		return application, ""
	}
	elsewhere := filepath.Clean(options.Config)
	if inside, err := filepath.Rel(options.Folder, elsewhere); err == nil && filepath.IsLocal(inside) {
		return application, filepath.ToSlash(inside)
	}
	absolute, err := filepath.Abs(elsewhere)
	if err != nil {
		absolute = elsewhere
	}
	name := filepath.Base(absolute)
	return besides{application, os.DirFS(absolute), name}, name
}

// besides is a file system with one more folder.
type besides struct {
	fs.FS
	folder fs.FS
	name   string
}

func (b besides) Open(path string) (fs.File, error) {
	if path == b.name {
		return b.folder.Open(".")
	}
	if inside, ok := strings.CutPrefix(path, b.name+"/"); ok {
		return b.folder.Open(inside)
	}
	return b.FS.Open(path)
}
