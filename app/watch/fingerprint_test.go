package watch_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/app/watch"
)

func TestCovers(t *testing.T) {
	for _, name := range []string{"a.js", "sub/b.ts", "config/application.yml", ".env", "x/data/a.sql"} {
		if !watch.Covers([]string{"a.js", name}) {
			t.Errorf("%s is not covered", name)
		}
	}
	for _, name := range []string{"data/x.js", "node_modules/x/index.js", ".git/x.js", "notes.md", "../a.js", "/tmp/a.js", "public/a.js"} {
		if watch.Covers([]string{"a.js", name}) {
			t.Errorf("%s is covered", name)
		}
	}
}

func TestFingerprint(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("a.js", "1")
	put("sub/b.ts", "1")
	before := watch.Fingerprint(folder)
	for _, name := range []string{"data/x.js", "node_modules/x/index.js", ".git/x.js", "notes.md", ".fwrun/types/x.d.ts"} {
		put(name, "other")
		if watch.Fingerprint(folder) != before {
			t.Errorf("%s counts", name)
		}
	}
	for _, name := range []string{"a.js", "c.js", "config/application.yml", "sub/d.sql"} {
		put(name, "longer")
		after := watch.Fingerprint(folder)
		if after == before {
			t.Errorf("%s does not count", name)
		}
		before = after
	}
	if err := os.Remove(filepath.Join(folder, "sub/b.ts")); err != nil {
		t.Fatal(err)
	}
	if watch.Fingerprint(folder) == before {
		t.Error("a file that was removed does not count")
	}
}
