package migrate

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/fwrun/fwrun/fault"
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

// Read reads the files of a target from <target>/ in fsys. A missing folder is a warning; the error is about
// files that cannot be read at all.
func Read(t Target, fsys fs.FS, o Options) (*Folder, error) {
	if o.Root == "" {
		o.Root = "migrations"
	}
	f := &Folder{Target: t, root: o.Root}
	names, err := list(fsys, t.Name(), t.Ending(), o.Order)
	if errors.Is(err, fs.ErrNotExist) {
		f.Problems = fault.List{missing(t, o.Root)}
		return f, nil
	}
	if err != nil {
		return nil, unreadable(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, unreadable(err)
		}
		f.files = append(f.files, &File{Path: name, Shown: path.Join(o.Root, name), Text: text, Hash: hashOf(text)})
	}
	f.changes, f.Problems = t.Read(f.files)
	if o.Order == Alphabetical {
		f.Problems = append(f.Problems, surprises(names, path.Join(o.Root, t.Name()))...)
	}
	return f, nil
}

// Changes returns what the files do, nil for one that cannot be applied.
func (f *Folder) Changes() []Change { return f.changes }

func unreadable(err error) error {
	return fault.New("migrate", fault.Internal, "the migrations cannot be read").Because(err)
}

func missing(t Target, root string) fault.Diagnostic {
	what := "datasource"
	if t.Kind() == Search {
		what = "connection"
	}
	return fault.Diagnostic{
		Severity: fault.Warning, Code: "migrations-missing",
		Place:   fault.Place{File: path.Join(root, t.Name())},
		Message: fmt.Sprintf("%s %q has no migrations folder", what, t.Name()),
		Hint:    fmt.Sprintf("create it, or set migrations.enabled: false for this %s", what),
	}
}
