package needs

import (
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
	if got, want := Install([]string{"npm", "node", "mariadbd", "unheard-of"}), "apt-get install --no-install-recommends mariadb-server nodejs npm"; got != want {
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
