package multipart

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// movedMode lets other users read a moved file, as if the application had written it.
const movedMode = 0o644

// move puts a file into a folder: by a link, which never replaces anything, or by a copy if linking fails.
func move(ctx context.Context, from, folder, name string, overwrite bool) (target string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", unavailable(err)
	}
	target = filepath.Join(folder, name)
	if err := os.Chmod(from, movedMode); err != nil {
		return "", unavailable(err)
	}
	if overwrite {
		err = os.Rename(from, target)
	} else if err = os.Link(from, target); err == nil {
		err = os.Remove(from)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = copyOver(ctx, from, target, overwrite) // another device, or a file system without links
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return "", fault.New("multipart.move", fault.Conflict,
			fmt.Sprintf("a file %q already exists in that folder", name)).Because(err)
	case err != nil:
		return "", unavailable(err)
	}
	return target, nil
}

// copyOver copies to a temporary file beside the target first, so that the target is never incomplete.
func copyOver(ctx context.Context, from, target string, overwrite bool) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	beside := filepath.Join(filepath.Dir(target), ".fwrun-"+randomName())
	out, err := os.OpenFile(beside, os.O_CREATE|os.O_EXCL|os.O_WRONLY, movedMode)
	if err != nil {
		return err
	}
	err = copyFile(ctx, out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = appear(beside, target, overwrite)
	}
	if err != nil {
		_ = os.Remove(beside)
		return err
	}
	return os.Remove(from)
}

// appear renames a complete file to target.
func appear(beside, target string, overwrite bool) error {
	if overwrite {
		return os.Rename(beside, target)
	}
	linked := os.Link(beside, target)
	if linked == nil {
		return os.Remove(beside)
	}
	if errors.Is(linked, fs.ErrExist) {
		return linked
	}
	held, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, movedMode) // the file system has no links
	if err != nil {
		return err
	}
	_ = held.Close()
	return os.Rename(beside, target)
}
