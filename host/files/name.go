package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

var errName = errors.New("no file can have this name")

// localName makes a slash-separated name one of this system. It refuses what is no plain way
// down: "..", an absolute path, and on Windows what that takes for a device or a drive.
func localName(name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return "", errName
	}
	return local, nil
}

// Public tells whether a path below a folder of static files, slash-separated and without a leading
// slash, may be looked for: none of its names begins with a dot, and none is one that some system reads
// as another: with a colon (a drive, or a stream within a file), a dot or a space at its end, which
// Windows drops, or its short form of a long name, such as GIT~1 for .git.
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

// isShortForm tells NAME~1 and NAME~1.EXT, of at most eight and three characters.
func isShortForm(name string) bool {
	stem, extension, _ := strings.Cut(name, ".")
	tilde := strings.LastIndexByte(stem, '~')
	if tilde < 0 || tilde == len(stem)-1 || len(stem) > 8 || len(extension) > 3 {
		return false
	}
	return strings.Trim(stem[tilde+1:], "0123456789") == ""
}

// FoldsCase tells whether a folder lies on a file system that takes README for readme. It
// tries with what is in it; when nothing is, it may be.
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

// Exact tells whether a path below a folder is spelt as its folders list it. Where a file system
// takes several spellings, a rule about one of them must not be passed by with another.
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
