package site

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mark is a file of every site, by which the folder of one is known.
const mark = "llms.txt"

// Write writes a site to a folder, and removes what is left there of an earlier one. It refuses a folder with files of anything else; hidden
// files are left alone.
func Write(files Files, folder string) error {
	old, err := visible(folder)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, mark)); err != nil && len(old) > 0 {
		return fmt.Errorf("%s has files that are of no site, such as %s: name an empty folder", folder, old[0])
	}
	for _, name := range old {
		if _, kept := files[name]; kept {
			continue
		}
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, text := range files {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// visible lists the files in a folder that are not hidden, with slashes; none if the folder is not there.
func visible(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err) && name == folder:
			return fs.SkipAll
		case err != nil:
			return err
		case name != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		}
		rel, err := filepath.Rel(folder, name)
		files = append(files, filepath.ToSlash(rel))
		return err
	})
	return files, err
}
