package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaceFileLeavesNoDraft(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.js")
	for _, text := range []string{"one", "two"} {
		if err := replaceFile(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}

func TestCopyWithoutLeavesOutWhatIsNamed(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, file := range []string{"a.js", "config/b.yml", "node_modules/x/c.js", "data/d.db"} {
		path := filepath.Join(from, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyWithout(to, from, "node_modules", "data"); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{"a.js": true, "config/b.yml": true, "node_modules": false, "data": false} {
		if _, err := os.Stat(filepath.Join(to, file)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", file, err, want)
		}
	}
}

// TestReloadedTextsStandInTheFiles: without the text in the file, a reload would never be
// noticed.
func TestReloadedTextsStandInTheFiles(t *testing.T) {
	for _, r := range reloadings() {
		text, err := os.ReadFile(filepath.Join("..", "..", r.folder, r.file))
		if err != nil || !strings.Contains(string(text), r.text) {
			t.Errorf("%s: %q is not in %s: %v", r.peer, r.text, r.file, err)
		}
	}
}
