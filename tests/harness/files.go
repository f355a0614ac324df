package harness

import (
	"os"
	"path/filepath"
	"testing"
)

// WriteFile writes a file, and makes its folder.
func WriteFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// CopyFile copies a file.
func CopyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// Absolute returns the absolute path of a file.
func Absolute(t testing.TB, path string) string {
	t.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// Repository returns the absolute path of a file of the repository, whichever folder the test is in.
func Repository(t *testing.T, path string) string {
	t.Helper()
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, path)
}

// Generated compares a file of the repository with its generated text, or writes it.
func Generated(t *testing.T, file, text string) {
	t.Helper()
	if *Update {
		WriteFile(t, file, text)
	}
	present, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(present) != text {
		t.Errorf("%s is not up to date; run this test, %s, with -update", file, t.Name())
	}
}

// Tail returns the end of a text.
func Tail(text []byte, most int) []byte { return text[max(0, len(text)-most):] }
