package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Copy copies a file. With exclusive, there must be none at its new place.
func (d Disk) Copy(from, to string, exclusive bool) error {
	return d.in("copyfile", from, func(root *os.Root, below string) error {
		source, err := open(root, below, os.O_RDONLY, 0)
		if err != nil {
			return err
		}
		defer func() { _ = source.Close() }()
		info, err := source.Stat()
		if err != nil {
			return err
		}
		if info.IsDir() {
			return syscall.EISDIR
		}
		flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if exclusive {
			flags |= os.O_EXCL
		}
		return d.in("copyfile", to, func(root *os.Root, below string) error {
			if there, err := root.Stat(below); err == nil && !exclusive && os.SameFile(there, info) {
				return nil // it would be emptied before it is read
			}
			target, err := open(root, below, flags, info.Mode())
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
