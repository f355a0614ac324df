package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

var errName = errors.New("no file can have this name")

// localName converts a slash-separated name to one of this system. It refuses a name that is not a plain path
// downwards: "..", an absolute path, and on Windows the name of a device or a drive.
func localName(name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return "", errName
	}
	return local, nil
}

// Public reports whether a path below a folder of static files, slash-separated and without a leading slash, may be
// served. No part of it may begin with a dot, or be one that some system reads as another name: with a colon (a drive,
// or a stream within a file), with a dot or a space at its end, which Windows drops, or the short form of a long name,
// such as GIT~1 for .git.
func Public(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		switch {
		case name == "", name[0] == '.', strings.HasSuffix(name, "."), strings.HasSuffix(name, " "):
			return false
		case strings.ContainsAny(name, "\\:\x00"), isShortForm(name):
			return false
		}
	}
	return true
}

// isShortForm reports whether a name is NAME~1 or NAME~1.EXT, with at most eight and three characters.
func isShortForm(name string) bool {
	stem, extension, _ := strings.Cut(name, ".")
	tilde := strings.LastIndexByte(stem, '~')
	if tilde < 0 || tilde == len(stem)-1 || len(stem) > 8 || len(extension) > 3 {
		return false
	}
	return strings.Trim(stem[tilde+1:], "0123456789") == ""
}

// FoldsCase reports whether the folder's file system treats README and readme as one file. It tries with a file of the
// folder; if there is none, it returns true.
func FoldsCase(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return true
	}
	for _, entry := range entries {
		name := entry.Name()
		swapped := swapCase(name)
		if swapped == name {
			continue
		}
		one, err := os.Lstat(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		other, err := os.Lstat(filepath.Join(folder, swapped))
		return err == nil && os.SameFile(one, other)
	}
	return true
}

func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if upper := unicode.ToUpper(r); upper != r {
			return upper
		}
		return unicode.ToLower(r)
	}, name)
}

// Exact reports whether a path below a folder is spelt as the folders list it. Where a file system accepts several
// spellings, a rule about one of them must not be bypassed with another.
func Exact(folder, path string) bool {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false
	}
	defer func() { _ = root.Close() }()
	parent := "."
	for name := range strings.SplitSeq(path, "/") {
		if !lists(root, parent, name) {
			return false
		}
		parent = filepath.Join(parent, name)
	}
	return true
}

func lists(root *os.Root, folder, name string) bool {
	dir, err := root.Open(folder)
	if err != nil {
		return false
	}
	defer func() { _ = dir.Close() }()
	for {
		names, err := dir.Readdirnames(256)
		for _, one := range names {
			if one == name {
				return true
			}
		}
		if err != nil || len(names) == 0 {
			return false
		}
	}
}
