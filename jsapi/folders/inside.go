package folders

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Mount is the folder that scripts of an executable find themselves in: what is below it is inside of the executable. There is no such
// folder on the disk.
const Mount = "/fwrun"

// Inside are the files of an application that is inside of an executable. They are unpacked somewhere, and nobody writes to them. A relative
// path leads there if its first name is one of theirs, and else beside the executable: with public/index.html inside, all of public/ is,
// and data/ is not. Nil is an application that is a folder on the disk.
type Inside struct {
	folder string
	names  []string // sorted
}

// NewInside returns the files with these slash-separated paths, unpacked in a folder.
func NewInside(folder string, paths []string) *Inside {
	in := &Inside{folder: folder}
	for _, path := range paths {
		name, _, _ := strings.Cut(path, "/")
		in.names = append(in.names, name)
	}
	slices.Sort(in.names)
	in.names = slices.Compact(in.names)
	return in
}

// Folder returns the folder that a relative path of the application begins in: the one with the unpacked files, or else.
func (in *Inside) Folder(path, other string) string {
	if in.Holds(path) {
		return in.folder
	}
	return other
}

// Over returns the folder of the application that a folder of it is in: the one with the unpacked files, or else.
func (in *Inside) Over(folder, other string) string {
	if in == nil {
		return other
	}
	if below, err := filepath.Rel(in.folder, folder); err == nil && filepath.IsLocal(below) {
		return in.folder
	}
	return other
}

// Holds reports whether a relative path leads to what is inside.
func (in *Inside) Holds(path string) bool {
	if in == nil {
		return false
	}
	name, _, _ := strings.Cut(filepath.ToSlash(filepath.Clean(filepath.FromSlash(path))), "/")
	_, found := slices.BinarySearch(in.names, name)
	return found
}

// Below returns what is left of a path below [Mount]; false for other paths. Without an executable there are none.
func (in *Inside) Below(path string) (below string, is bool) {
	if in == nil {
		return "", false
	}
	slashed := filepath.ToSlash(path)
	if slashed == Mount {
		return ".", true
	}
	return strings.CutPrefix(slashed, Mount+"/")
}

// Find returns the folder and the slash-separated path below it of a file that is inside; false for a path that leads elsewhere.
func (in *Inside) Find(path string) (folder, below string, is bool) {
	if below, is := in.Below(path); is {
		return in.folder, below, true
	}
	if !filepath.IsAbs(path) && in.Holds(path) {
		return in.folder, filepath.ToSlash(filepath.Clean(filepath.FromSlash(path))), true
	}
	return "", "", false
}

// errReadOnly is why nothing inside can be changed.
var errReadOnly error = syscall.EROFS

// Changeable returns an error if nothing may be changed, or a path leads to what is inside of the executable.
func (f Folders) Changeable(name string) error {
	if f.ReadOnly {
		return errReadOnly
	}
	folder, _, err := f.LocateFor(name)
	if err == nil && f.Inside != nil && folder == f.Inside.folder {
		return errReadOnly
	}
	return nil // opening the path says what is wrong with it
}
