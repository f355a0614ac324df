package needs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNamed(t *testing.T) {
	if program, ok := Named("    a_test.go:12: " + Why("mariadbd", "is not installed")); !ok || program != "mariadbd" {
		t.Errorf("got %q, %v", program, ok)
	}
	if program, ok := Named("a_test.go:12: Linux only"); ok {
		t.Errorf("got %q of a test that lacks no program", program)
	}
}

func TestInstall(t *testing.T) {
	if got, want := Install([]string{"npm", "node", "mariadbd", "unheard-of"}),
		"apt-get install --no-install-recommends mariadb-server nodejs npm"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Install([]string{"unheard-of"}); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestFind(t *testing.T) {
	if _, ok := Find("go"); !ok {
		t.Error("go is not found, which runs this")
	}
	if path, ok := Find("unheard-of"); ok {
		t.Errorf("found %s", path)
	}
	if slices.Contains(Absent(), "go") {
		t.Error("go is not absent")
	}
}

// TestPrograms: what this user may not run is as good as not there.
func TestPrograms(t *testing.T) {
	folder := t.TempDir()
	for name, mode := range map[string]os.FileMode{"runs": 0o755, "reads": 0o644} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if got := programs(filepath.Join(folder, "*")); len(got) != 1 || filepath.Base(got[0]) != "runs" {
		t.Errorf("found %q", got)
	}
}
