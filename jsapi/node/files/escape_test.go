package files_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/node/files"
)

// disk is one of a folder with a file beside it that must not be reached.
func disk(t testing.TB) (d files.Disk, folder, secret string) {
	t.Helper()
	above, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	folder, secret = filepath.Join(above, "app"), filepath.Join(above, "secret")
	if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(secret, []byte("secret"), 0o600)); err != nil {
		t.Fatal(err)
	}
	return files.Disk{Folders: folders.Folders{Application: folder, Key: "files.folders"}}, folder, secret
}

func code(err error) string {
	if known, ok := errors.AsType[*files.Error](err); ok {
		return known.Code
	}
	return ""
}

// TestNothingLeadsOut: not by .., not by links of others, and no link that leads out is made.
func TestNothingLeadsOut(t *testing.T) {
	d, folder, secret := disk(t)
	if err := errors.Join(
		os.Symlink(secret, filepath.Join(folder, "out")), os.Symlink("..", filepath.Join(folder, "up")),
		os.WriteFile(filepath.Join(folder, "a"), []byte("a"), 0o644),
	); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"../secret", secret, "out", "up/secret", "./up/../../secret", "a\x00", "up"} {
		_, err := d.ReadFile(path)
		if c := code(err); c != "EACCES" && c != "ERR_INVALID_ARG_VALUE" {
			t.Errorf("reading %q: %v", path, err)
		}
		if err := d.WriteFile(path, nil, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644); code(err) == "" {
			t.Errorf("writing %q: %v", path, err)
		}
		if err := d.Copy(t.Context(), path, "copy", false); code(err) == "" {
			t.Errorf("copying %q: %v", path, err)
		}
		if err := d.Rename("a", path); path != "out" && path != "up" && code(err) == "" {
			t.Errorf("renaming to %q: %v", path, err)
		}
		if err := d.Link(path, "link"); path != "out" && path != "up" && code(err) == "" {
			t.Errorf("linking %q: %v", path, err)
		}
	}
	for _, target := range []string{secret, "../secret", "up/..", "x/../../secret"} {
		if err := d.Symlink(target, "made"); code(err) != "EACCES" {
			t.Errorf("a link to %q: %v", target, err)
		}
	}
	for _, root := range []string{".", "./", "x/..", folder} {
		if err := errors.Join(d.RemoveAll(t.Context(), root, true, true), d.Remove(root, true), d.Rename(root, "b")); err == nil {
			t.Errorf("%q was removed", root)
		}
	}
	if text, err := os.ReadFile(secret); string(text) != "secret" || err != nil {
		t.Error("the file beside the folder was changed")
	}
}

// TestCopyOntoItself keeps the content.
func TestCopyOntoItself(t *testing.T) {
	d, folder, _ := disk(t)
	if err := os.WriteFile(filepath.Join(folder, "a"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := d.Copy(t.Context(), "a", "./a", false)
	if text, _ := d.ReadFile("a"); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := d.Copy(t.Context(), ".", "b", false); code(err) != "EISDIR" {
		t.Error(err)
	}
}

// TestLimits: of files that are open, and what a number of a closed one does.
func TestLimits(t *testing.T) {
	d, folder, _ := disk(t)
	if err := os.WriteFile(filepath.Join(folder, "a"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	open := &files.Open{}
	var last int
	for range files.MaxOpen {
		number, err := open.Open(d, "a", os.O_RDONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		last = number
	}
	if _, err := open.Open(d, "a", os.O_RDONLY, 0); code(err) != "EMFILE" {
		t.Error(err)
	}
	if text, err := open.ReadAll(last); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	open.CloseAll()
	if _, err := open.Read(d, last, 1, -1); code(err) != "EBADF" {
		t.Error(err)
	}
}

// letIn lets this user into all folders again, so that they can be removed.
func letIn(t *testing.T, folder string) {
	t.Helper()
	if err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return nil // what is gone, or no folder, lets anybody in
	}); err != nil {
		t.Error(err)
	}
}

// FuzzPaths: whatever the path, nothing beside the folder is read, written or removed.
func FuzzPaths(f *testing.F) {
	for _, path := range []string{"a", "../secret", "/etc/passwd", "up/secret", "a/../../secret", "./.", "", "\x00", "x/y/z", "up/up/up/secret"} {
		f.Add(path, "up/b")
		f.Add("a", path)
	}
	f.Fuzz(func(t *testing.T, one, other string) {
		d, folder, secret := disk(t)
		t.Cleanup(func() { letIn(t, folder) })
		if err := errors.Join(os.Symlink("..", filepath.Join(folder, "up")), os.Symlink(secret, filepath.Join(folder, "out"))); err != nil {
			t.Fatal(err)
		}
		if text, err := d.ReadFile(one); err == nil && strings.Contains(string(text), "secret") {
			t.Errorf("%q was read", one)
		}
		_ = d.Symlink(one, other)
		if text, err := d.ReadFile(other); err == nil && strings.Contains(string(text), "secret") {
			t.Errorf("a link to %q at %q was read", one, other)
		}
		_, _ = d.Mkdir(one, true, 0o755)
		_ = d.WriteFile(one, []byte("changed"), syscall.O_WRONLY|syscall.O_CREAT, 0o644)
		_ = d.WriteFile(other, []byte("changed"), syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o644)
		_, _, _, _ = d.Rename(one, other), d.Link(one, other), d.Copy(t.Context(), one, other, false), d.Chmod(one, 0o600)
		_, _ = d.RemoveAll(t.Context(), one, true, true), d.RemoveAll(t.Context(), other, true, true)
		if text, err := os.ReadFile(secret); string(text) != "secret" || err != nil {
			t.Fatalf("%q and %q changed the file beside the folder", one, other)
		}
		if beside, err := os.ReadDir(filepath.Dir(folder)); len(beside) != 2 || err != nil {
			t.Fatalf("%q and %q left something beside the folder", one, other)
		}
	})
}
