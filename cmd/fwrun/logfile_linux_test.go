package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFileOf: the log file is known if the output goes to a file.
func TestFileOf(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "app.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := fileOf(f); got != f.Name() {
		t.Errorf("got %q, want %q", got, f.Name())
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if got := fileOf(w); got != "" {
		t.Errorf("a pipe is %q", got)
	}
}
