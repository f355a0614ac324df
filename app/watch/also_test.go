package watch

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// TestFilesBesides: additional files with names and in folders that are not watched otherwise, within the
// folder and outside of it, existing or not, also behind a link that is replaced.
func TestFilesBesides(t *testing.T) {
	outside := t.TempDir()
	f := &folder{t: t, path: t.TempDir()}
	f.write("a.js", "1")
	f.write("data/keys.conf", "1")
	f.must(os.WriteFile(filepath.Join(outside, "one"), []byte("1"), 0o600))
	f.must(os.WriteFile(filepath.Join(outside, "two"), []byte("12"), 0o600))
	linked, missing := filepath.Join(outside, "linked.conf"), filepath.Join(outside, "missing.conf")
	f.must(os.Symlink("current", linked))
	f.must(os.Symlink("one", filepath.Join(outside, "current")))
	var list atomic.Pointer[[]string]
	list.Store(&[]string{"data/keys.conf", linked, missing})
	var err error
	f.changes, err = Folder(t.Context(), f.path, Options{Also: func() []string { return *list.Load() }})
	f.must(err)

	f.write("data/other.js", "1")
	f.write("data/keys.conf", "12")
	f.told("data/keys.conf")

	f.must(os.Symlink("two", filepath.Join(outside, "next")))
	f.must(os.Rename(filepath.Join(outside, "next"), filepath.Join(outside, "current")))
	f.told(linked)

	f.must(os.WriteFile(filepath.Join(outside, "other.js"), []byte("1"), 0o600))
	f.must(os.WriteFile(missing, []byte("1"), 0o600))
	f.told(missing)

	list.Store(&[]string{"data/more.conf"})
	f.write("a.js", "2") // after which the files are listed again
	f.told("a.js")
	f.must(os.WriteFile(missing, []byte("12"), 0o600))
	f.write("data/more.conf", "1")
	f.told("data/more.conf")
}
