package migrate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Order is the order in which files run.
type Order int

// The orders: of the paths' characters, or folder by folder with numbers by their value.
const (
	Alphabetical Order = iota
	Natural
)

// listed is what a folder has.
type listed struct {
	files []string // in the order in which they run
	links []string // to folders, which are not followed
}

var errNoFolder = errors.New("not a folder")

// list returns the files below a folder that have an ending. Hidden files and folders are ignored.
func list(fsys fs.FS, folder, ending string, order Order) (listed, error) {
	var found listed
	err := fs.WalkDir(fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == folder && !entry.IsDir():
			return errNoFolder
		case name != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case !entry.IsDir() && strings.EqualFold(path.Ext(name), ending):
			found.files = append(found.files, name)
		case entry.Type()&fs.ModeSymlink != 0:
			if info, err := fs.Stat(fsys, name); err == nil && info.IsDir() {
				found.links = append(found.links, name)
			}
		}
		return nil
	})
	slices.SortFunc(found.files, order.compare)
	return found, err
}

// compare compares the paths of two files. Repeatable ones come last: they are made of what all others have brought about.
func (o Order) compare(a, b string) int {
	if repeats := Repeatable(a); repeats != Repeatable(b) {
		if repeats {
			return 1
		}
		return -1
	}
	if o == Natural {
		return natural(a, b)
	}
	return strings.Compare(a, b)
}

// Repeatable reports whether the name of a file begins with R__. An SQL file of such a name runs again when it has changed.
func Repeatable(name string) bool { return strings.HasPrefix(path.Base(name), "R__") }

// surprises returns a warning if files run in another order than their numbers suggest.
func surprises(files []string, folder string) fault.List {
	expected := slices.SortedFunc(slices.Values(files), Natural.compare)
	for i := range files {
		if files[i] == expected[i] {
			continue
		}
		before, after := files[i], expected[i]
		return fault.List{{
			Severity: fault.Warning, Code: "migration-order", Place: fault.Place{File: folder},
			Message: fmt.Sprintf("files run in alphabetical order: %s runs before %s", path.Base(before), path.Base(after)),
			Hint:    "write numbers with the same count of digits, or set migrations.order: natural",
		}}
	}
	return nil
}

// natural compares two paths folder by folder, numbers by their value: 1.9/b before 1.10/a, 2_x
// before 10_x. The ending is ignored, so that 1.sql is before 1.1.sql.
func natural(a, b string) int {
	as := strings.Split(a[:len(a)-len(path.Ext(a))], "/")
	bs := strings.Split(b[:len(b)-len(path.Ext(b))], "/")
	for i := range min(len(as), len(bs)) {
		if c := naturalName(as[i], bs[i]); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(as), len(bs)), strings.Compare(a, b))
}

func naturalName(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			if c := number(a[:na], b[:nb]); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the number of digits at the beginning of s.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// number compares digits of any length by value.
func number(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
