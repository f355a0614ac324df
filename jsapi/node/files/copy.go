package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Copy copies a file. With exclusive, there must be none at its new place.
func (d Disk) Copy(from, to string, exclusive bool) error {
	return d.in("copyfile", from, func(root *os.Root, below string) error {
		source, err := root.Open(below)
		if err != nil {
			return err
		}
		defer func() { _ = source.Close() }()
		info, err := source.Stat()
		if err != nil {
			return err
		}
		flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if exclusive {
			flags |= os.O_EXCL
		}
		return d.in("copyfile", to, func(root *os.Root, below string) error {
			target, err := root.OpenFile(below, flags, info.Mode().Perm())
			if err != nil {
				return err
			}
			_, err = io.Copy(target, source)
			return errors.Join(err, target.Close())
		})
	})
}

// Realpath returns the absolute path of a file without symbolic links, which has to be in the folders that scripts may use.
func (d Disk) Realpath(path string) (string, error) {
	folder, below, err := d.Folders.LocateFor(path)
	if err != nil {
		return "", refused("realpath", path, err)
	}
	if err := d.in("realpath", path, func(root *os.Root, below string) error {
		_, err := root.Stat(below)
		return err
	}); err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(folder, below))
	if err != nil {
		return "", failure("realpath", path, err)
	}
	return real, nil
}
