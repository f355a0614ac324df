package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Copy copies a file, until the context ends. With exclusive, there must be none at its new place.
func (d Disk) Copy(ctx context.Context, from, to string, exclusive bool) error {
	return d.in("copyfile", from, func(root *os.Root, below string) error {
		source, info, err := openFile(root, below, os.O_RDONLY, 0)
		if err != nil {
			return err
		}
		defer func() { _ = source.Close() }()
		if info.IsDir() {
			return syscall.EISDIR
		}
		flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
		if exclusive {
			flags |= os.O_EXCL
		}
		return d.changing("copyfile", to, func(root *os.Root, below string) error {
			if there, err := root.Stat(below); err == nil && !exclusive && os.SameFile(there, info) {
				return nil // it would be emptied before it is read
			}
			target, _, err := openFile(root, below, flags, info.Mode())
			if err != nil {
				return err
			}
			return errors.Join(copyAll(ctx, target, source), target.Close())
		})
	})
}

// copyAll copies in pieces of a MiB, which the system may do by itself.
func copyAll(ctx context.Context, target, source *os.File) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := io.CopyN(target, source, 1<<20); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
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
