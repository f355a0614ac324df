package parcel

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// Unpack returns a folder with the files of the application. It is below the first of the parents that this user can write to, and nobody
// else; those that do not exist are made. Files of an earlier start are held against their sums and used again; what differs is replaced
// as a whole, so that a process that uses the folder never sees a part of it.
func (in *Inside) Unpack(parents ...string) (string, error) {
	if in.folder != "" {
		return filepath.EvalSymlinks(filepath.Join(in.folder, filesFolder))
	}
	var failed []error
	for _, parent := range parents {
		if parent == "" {
			continue
		}
		folder, err := in.unpackIn(filepath.Join(parent, "unpacked"))
		if err == nil {
			return folder, nil
		}
		failed = append(failed, err)
	}
	return "", fault.New(op, fault.Unavailable, "there is no folder to unpack the application's files in").Because(errors.Join(failed...)).
		WithHint("let FWRUN_CACHE name a folder that this user may write to, such as a volume in memory; others must not write to it")
}

func (in *Inside) unpackIn(parent string) (string, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", err
	}
	for _, one := range []string{filepath.Dir(parent), parent} { // a user who may write to either could put another folder in its place
		info, err := os.Stat(one)
		if err == nil {
			err = trusted(info)
		}
		if err != nil {
			return "", fmt.Errorf("the folder %s: %w", one, err)
		}
	}
	parent, err := filepath.EvalSymlinks(parent)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(parent, in.ID()[:32])
	if in.same(folder) {
		return folder, nil
	}
	fresh := folder + "." + rand.Text()
	if err := in.extract(fresh); err != nil {
		_ = os.RemoveAll(fresh)
		return "", err
	}
	return folder, in.take(fresh, folder)
}

// take gives a fresh folder its name. If another process was faster, its folder is used.
func (in *Inside) take(fresh, folder string) error {
	err := os.Rename(fresh, folder)
	if err == nil {
		return nil
	}
	if in.same(folder) {
		return os.RemoveAll(fresh)
	}
	broken := folder + "." + rand.Text()
	if os.Rename(folder, broken) == nil {
		err = os.Rename(fresh, folder)
		_ = os.RemoveAll(broken)
	}
	if err != nil && in.same(folder) {
		err = nil
	}
	if err != nil {
		_ = os.RemoveAll(fresh)
	}
	return err
}

// same reports whether a folder has the files of the application, and no other.
func (in *Inside) same(folder string) bool {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false
	}
	defer func() { _ = root.Close() }()
	if info, err := root.Stat("."); err != nil || trusted(info) != nil {
		return false
	}
	found := 0
	err = fs.WalkDir(root.FS(), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found++
		}
		return err
	})
	if err != nil || found != len(in.Files) {
		return false
	}
	for _, f := range in.Files {
		if info, err := root.Lstat(filepath.FromSlash(f.Path)); err != nil || trusted(info) != nil || !f.isIn(root) {
			return false
		}
	}
	return true
}

func (f file) isIn(root *os.Root) bool {
	name := filepath.FromSlash(f.Path)
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.Size {
		return false
	}
	content, err := root.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = content.Close() }()
	hash := sha256.New()
	_, err = io.Copy(hash, content)
	return err == nil && hex.EncodeToString(hash.Sum(nil)) == f.Sum
}

// extract writes all files to a new folder. Nobody but the user can read them, and nobody may write to them.
func (in *Inside) extract(folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, f := range in.Files {
		content, err := in.entry(filesFolder+f.Path, MaxBytes)
		if err != nil {
			return err
		}
		if sumOf(content) != f.Sum {
			return fmt.Errorf("the archive has another file %q than its index", f.Path)
		}
		if err := root.MkdirAll(filepath.FromSlash(path.Dir(f.Path)), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(filepath.FromSlash(f.Path), content, 0o400); err != nil {
			return err
		}
	}
	return nil
}
