package databases

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestShared(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(Variable, folder)
	if _, ok, err := Shared("postgres"); ok || err != nil {
		t.Errorf("a server that was not begun: %v, %v", ok, err)
	}
	for _, name := range []string{"postgres", "mariadb"} {
		if err := Begin(folder, name); err != nil {
			t.Fatal(err)
		}
	}
	announced := make(chan error, 1)
	time.AfterFunc(30*time.Millisecond, func() { announced <- Announce(folder, "postgres", "postgres:///x", nil) })
	if url, ok, err := Shared("postgres"); url != "postgres:///x" || !ok || err != nil {
		t.Errorf("got %q, %v, %v", url, ok, err)
	}
	if err := errors.Join(<-announced, Announce(folder, "mariadb", "", errors.New("no space"))); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Shared("mariadb"); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Errorf("got %v", err)
	}
	t.Setenv(Variable, "")
	if _, ok, err := Shared("postgres"); ok || err != nil {
		t.Errorf("without a run: %v, %v", ok, err)
	}
}

// A server that is borrowed is shared by the tests of one process, and free for others when the last of them gives it back.
func TestBorrow(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(Variable, folder)
	if _, _, ok, err := Borrow("search-1"); ok || err != nil {
		t.Fatalf("a server that was not begun: %v, %v", ok, err)
	}
	if err := errors.Join(Begin(folder, "search-1"), Announce(folder, "search-1", "http://a", nil), Begin(folder, "search-2"),
		Announce(folder, "search-2", "http://b", nil)); err != nil {
		t.Fatal(err)
	}
	other, err := lock(folder + "/search-1.lock") // as another process would
	if err != nil {
		t.Fatal(err)
	}
	address, first, ok, err := Borrow("search-1", "search-2")
	if err != nil || !ok || address != "http://b" {
		t.Fatalf("got %q, %v, %v", address, ok, err)
	}
	_, second, _, err := Borrow("search-1", "search-2")
	if err != nil {
		t.Fatal(err)
	}
	first()
	first()
	if _, err := lock(folder + "/search-2.lock"); !errors.Is(err, errLocked) {
		t.Errorf("it is free while a test still uses it: %v", err)
	}
	second()
	other()
	if address, again, _, err := Borrow("search-1", "search-2"); err != nil || address != "http://a" {
		t.Errorf("got %q, %v", address, err)
	} else {
		again()
	}
}
