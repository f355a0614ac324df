package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	write := func(files Files) {
		t.Helper()
		if err := Write(files, folder); err != nil {
			t.Fatal(err)
		}
	}
	write(Files{mark: []byte("a"), "guide/a.html": []byte("a"), "guide/b.html": []byte("b")})
	for _, hidden := range []string{".gitignore", ".git/config"} {
		name := filepath.Join(folder, filepath.FromSlash(hidden))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("*"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(Files{mark: []byte("a"), "guide/b.html": []byte("c")})
	if got, err := visible(folder); err != nil || !slices.Equal(got, []string{"guide/b.html", mark}) {
		t.Errorf("the files are %q, %v", got, err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "guide/b.html")); err != nil || string(text) != "c" {
		t.Errorf("the file has %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(folder, ".git/config")); err != nil {
		t.Error("hidden files are removed:", err)
	}
}

// TestWriteRefuses: a folder with anything else, such as a repository, is left as it is.
func TestWriteRefuses(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine.txt")
	if err := os.WriteFile(mine, []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Write(Files{mark: []byte("a")}, folder)
	if err == nil || !strings.Contains(err.Error(), "mine.txt") {
		t.Errorf("it says %v", err)
	}
	if found, _ := visible(folder); !slices.Equal(found, []string{"mine.txt"}) {
		t.Errorf("the folder has %q", found)
	}
}
