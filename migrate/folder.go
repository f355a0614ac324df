package migrate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Options are the options of Read. The zero value works.
type Options struct {
	Root  string // the name of the root in messages; default "migrations"
	Order Order
}

// Folder is a target with its files.
type Folder struct {
	Target   Target
	Problems fault.List // what is wrong with the files, and warnings

	root    string
	files   []*File
	changes []Change // by the index of the file; nil if it cannot be applied
}

// Read reads the files of a target from <target>/ in fsys. A missing folder is a warning; a file that cannot be read is a
// file that cannot be applied. The error, a fault.List, is about folders that cannot be read.
func Read(t Target, fsys fs.FS, o Options) (*Folder, error) {
	if o.Root == "" {
		o.Root = "migrations"
	}
	f := &Folder{Target: t, root: o.Root}
	found, err := list(fsys, t.Name(), t.Ending(), o.Order)
	if errors.Is(err, fs.ErrNotExist) {
		f.Problems = fault.List{missing(t, fsys, o.Root)}
		return f, nil
	}
	if err != nil {
		return nil, fault.List{unreadableFolder(o.Root, t.Name(), err)}
	}
	for _, name := range found.links {
		f.Problems = append(f.Problems, linkedFolder(path.Join(o.Root, name)))
	}
	f.read(fsys, found.files)
	if o.Order == Alphabetical {
		f.Problems = append(f.Problems, surprises(found.files, path.Join(o.Root, t.Name()))...)
	}
	return f, nil
}

// read reads the files, and lets the target find out what they do.
func (f *Folder) read(fsys fs.FS, names []string) {
	var readable []*File
	var at []int // the indexes of those in f.files
	for i, name := range names {
		file := &File{Path: name, Shown: path.Join(f.root, name)}
		f.files = append(f.files, file)
		text, problem := readFile(fsys, f.Target.Name(), file)
		if problem != nil {
			f.Problems = append(f.Problems, *problem)
			continue
		}
		file.Text, file.Hash = text, hashOf(text)
		readable, at = append(readable, file), append(at, i)
	}
	changes, problems := f.Target.Read(readable)
	f.changes = make([]Change, len(f.files))
	for i, change := range changes {
		f.changes[at[i]] = change
	}
	f.Problems = append(f.Problems, problems...)
}

// Changes returns what the files do, nil for one that cannot be applied.
func (f *Folder) Changes() []Change { return f.changes }

func missing(t Target, fsys fs.FS, root string) fault.Diagnostic {
	what := "datasource"
	if t.Kind() == Search {
		what = "connection"
	}
	hint := cmp.Or(misplaced(t, fsys, root), fmt.Sprintf("create it, or set migrations.enabled: false for this %s", what))
	return fault.Diagnostic{
		Severity: fault.Warning, Code: "migrations-missing",
		Place:   fault.Place{File: path.Join(root, t.Name())},
		Message: fmt.Sprintf("%s %q has no migrations folder", what, t.Name()),
		Hint:    hint,
	}
}

// misplaced says what to do with a folder or a file that was probably meant to be that of a target, or in it; empty if there is none.
func misplaced(t Target, fsys fs.FS, root string) string {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return "" // there is nothing, or nothing to read
	}
	for _, entry := range entries {
		there, folder := path.Join(root, entry.Name()), path.Join(root, t.Name())
		switch {
		case entry.IsDir() && strings.EqualFold(entry.Name(), t.Name()):
			return fmt.Sprintf("rename %s to %s", there, folder)
		case !entry.IsDir() && strings.HasSuffix(entry.Name(), t.Ending()):
			return fmt.Sprintf("move %s to %s", there, path.Join(folder, entry.Name()))
		}
	}
	return ""
}
