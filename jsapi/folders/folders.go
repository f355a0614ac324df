package folders

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folders are where paths of scripts may lead.
type Folders struct {
	Application string   // relative paths begin there
	Others      []string // absolute
	Key         string   // of the configuration, which lists the others
	ReadOnly    bool     // nothing can be changed
	Inside      *Inside  // nil unless the application is inside of an executable; Application is where that is then
}

// Locate returns the folder that the path of a file leads into, and the path below it.
func (f Folders) Locate(name string) (folder, below string, err error) { return f.locate(name, false) }

// LocateFor does the same for the path of a file or a folder.
func (f Folders) LocateFor(name string) (folder, below string, err error) {
	return f.locate(name, true)
}

// locate does the same for files, or for folders, which may be one of these folders themselves.
func (f Folders) locate(name string, isFolder bool) (folder, below string, err error) {
	if below, is := f.Inside.Below(name); is {
		if below = filepath.Clean(filepath.FromSlash(below)); filepath.IsLocal(below) && (below != "." || isFolder) {
			return f.Inside.folder, below, nil
		}
		return "", "", errors.New("the path is not below " + Mount)
	}
	local := filepath.FromSlash(name)
	if !filepath.IsAbs(local) {
		if below := filepath.Clean(local); filepath.IsLocal(below) && (below != "." || isFolder) && f.Application != "" {
			return f.Inside.Folder(below, f.Application), below, nil
		}
		return "", "", errors.New("the path is not below the folder of the application")
	}
	for _, folder := range f.all() {
		below, err := filepath.Rel(folder, local)
		if err == nil && folder != "" && filepath.IsLocal(below) && (below != "." || isFolder) {
			if folder == f.Application { // such as below process.cwd()
				folder = f.Inside.Folder(below, folder)
			}
			return folder, below, nil
		}
	}
	return "", "", errors.New("the path is not below the folder of the application or one of " + f.Key)
}

// all lists the folders, the application's first.
func (f Folders) all() []string {
	list := append([]string{f.Application}, f.Others...)
	if f.Inside != nil {
		list = append(list, f.Inside.folder) // as realpath returns it
	}
	return list
}

// Open opens the folder that the path of a file leads into, so that symbolic links do not lead out of it, and returns the path below it.
func (f Folders) Open(name string) (root *os.Root, below string, err error) {
	return f.open(name, false)
}

// OpenFor does the same for the path of a folder.
func (f Folders) OpenFor(name string) (root *os.Root, below string, err error) {
	return f.open(name, true)
}

func (f Folders) open(name string, isFolder bool) (root *os.Root, below string, err error) {
	folder, below, err := f.locate(name, isFolder)
	if err != nil {
		return nil, "", err
	}
	root, err = os.OpenRoot(folder)
	return root, below, err
}

// CauseOf returns the error without paths, for a message that has the path which the script used.
func CauseOf(err error) error {
	for {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err
		} else if e, ok := errors.AsType[*os.LinkError](err); ok {
			err = e.Err
		} else {
			return err
		}
	}
}
