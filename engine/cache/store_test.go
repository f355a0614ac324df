package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, folder string) *Store {
	t.Helper()
	store, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

func save(t *testing.T, s *Store, key Key, payload string) {
	t.Helper()
	if err := s.Save(key, []byte(payload)); err != nil {
		t.Fatal(err)
	}
}

func keyOf(text string) Key { return sha256.Sum256([]byte(text)) }

// names lists the files of a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}

func TestSavedIsLoaded(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	store := open(t, folder)
	if _, ok := store.Load(keyOf("a")); ok {
		t.Error("an empty store has something")
	}
	for _, payload := range []string{"", "one", strings.Repeat("two", 1<<20), "three"} {
		save(t, store, keyOf("a"), payload)
		if got, ok := open(t, folder).Load(keyOf("a")); !ok || string(got) != payload {
			t.Errorf("got %d bytes, %v, want %d", len(got), ok, len(payload))
		}
	}
	if _, ok := store.Load(keyOf("b")); ok {
		t.Error("another key has something")
	}
	if got := names(t, folder); len(got) != 1 {
		t.Errorf("the folder holds %v", got)
	}
}

func TestTooLargeIsNotKept(t *testing.T) {
	store := open(t, t.TempDir())
	if err := store.Save(keyOf("a"), make([]byte, maxEntry)); err == nil {
		t.Error("it is kept")
	}
}

// TestDamage: after any damage to its file, an entry is missing, and can be saved again.
func TestDamage(t *testing.T) {
	const payload = "what was kept"
	for name, damage := range map[string]func(path string, whole []byte) error{
		"gone":            func(path string, _ []byte) error { return os.Remove(path) },
		"empty":           func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o600) },
		"without payload": func(path string, whole []byte) error { return os.WriteFile(path, whole[:headerSize], 0o600) },
		"a byte too many": func(path string, whole []byte) error { return os.WriteFile(path, append(whole, 0), 0o600) },
		"of another layout": func(path string, whole []byte) error {
			return os.WriteFile(path, append([]byte("fwrun\x00e0"), whole[8:]...), 0o600)
		},
		"another's": func(path string, _ []byte) error { return os.WriteFile(path, seal(keyOf("b"), []byte(payload)), 0o600) },
		"a folder": func(path string, _ []byte) error {
			return replaceBy(path, func() error { return os.Mkdir(path, 0o700) })
		},
		"a link": func(path string, whole []byte) error { return link(path, whole) },
		"a link that dangles": func(path string, _ []byte) error {
			return replaceBy(path, func() error { return os.Symlink("nowhere", path) })
		},
		"unreadable":          func(path string, _ []byte) error { return os.Chmod(path, 0) },
		"writable to others":  func(path string, _ []byte) error { return os.Chmod(path, 0o602) },
		"writable to a group": func(path string, _ []byte) error { return os.Chmod(path, 0o620) },
	} {
		t.Run(name, func(t *testing.T) {
			switch {
			case runtime.GOOS == "windows" && (strings.HasPrefix(name, "writable") || name == "unreadable"):
				t.Skip("Windows has no such permissions")
			case name == "unreadable" && os.Geteuid() == 0:
				t.Skip("root reads everything")
			}
			store := open(t, t.TempDir())
			save(t, store, keyOf("a"), payload)
			path := filepath.Join(store.root.Name(), keyOf("a").fileName())
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := damage(path, whole); err != nil {
				t.Fatal(err)
			}
			if got, ok := store.Load(keyOf("a")); ok {
				t.Errorf("got %q", got)
			}
			save(t, store, keyOf("a"), payload)
			if got, ok := store.Load(keyOf("a")); !ok || string(got) != payload {
				t.Errorf("saved again: got %q, %v", got, ok)
			}
		})
	}
}

func replaceBy(path string, put func() error) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return put()
}

// link moves the entry outside, and makes a link to it.
func link(path string, whole []byte) error {
	outside := filepath.Join(filepath.Dir(filepath.Dir(path)), "outside.entry")
	if err := os.WriteFile(outside, whole, 0o600); err != nil {
		return err
	}
	return replaceBy(path, func() error { return os.Symlink(outside, path) })
}

// TestEveryByteCounts: a file that is truncated or changed anywhere is not loaded.
func TestEveryByteCounts(t *testing.T) {
	whole := seal(keyOf("a"), []byte("what was kept"))
	if payload, ok := unseal(keyOf("a"), whole); !ok || string(payload) != "what was kept" {
		t.Fatalf("got %q, %v", payload, ok)
	}
	for i := range whole {
		if _, ok := unseal(keyOf("a"), whole[:i]); ok {
			t.Errorf("%d of %d bytes suffice", i, len(whole))
		}
		for bit := range 8 {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1 << bit
			if _, ok := unseal(keyOf("a"), damaged); ok {
				t.Errorf("bit %d of byte %d does not count", bit, i)
			}
		}
	}
}

// TestNobodyElseWrites: a folder that others can write to is refused, because its content is executed.
func TestNobodyElseWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	folder := filepath.Join(t.TempDir(), "cache")
	store := open(t, folder)
	save(t, store, keyOf("a"), "x")
	for name, want := range map[string]os.FileMode{"": 0o700, keyOf("a").fileName(): 0o600} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q has the mode %v, %v, want %v", name, info.Mode(), err, want)
		}
	}
	for _, mode := range []os.FileMode{0o777, 0o770, 0o1777, 0o720} {
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(folder); err == nil {
			t.Errorf("a folder with the mode %v is used", mode)
		}
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	open(t, folder) // others may read
}

func TestFoldersThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{file, filepath.Join(file, "below"), ""} {
		if _, err := Open(folder); err == nil {
			t.Errorf("%q is used", folder)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	folder := t.TempDir()
	payload := func(i int) string { return strings.Repeat(fmt.Sprint(i%3), 100_000) }
	var running sync.WaitGroup
	for i := range 12 {
		running.Go(func() {
			store, err := Open(folder)
			if err != nil {
				t.Error(err)
				return
			}
			defer store.Close()
			for n := range 20 {
				if err := store.Save(keyOf("shared"), []byte(payload(i))); err != nil {
					t.Error(err)
				}
				if got, ok := store.Load(keyOf("shared")); ok && strings.Trim(string(got), string(got[:1])) != "" {
					t.Error("a mixture was loaded")
				}
				_ = store.Save(keyOf(fmt.Sprint(i, n)), nil)
			}
		})
	}
	running.Wait()
	if got, ok := open(t, folder).Load(keyOf("shared")); !ok || len(got) != 100_000 {
		t.Errorf("at last there are %d bytes, %v", len(got), ok)
	}
	for _, name := range names(t, folder) {
		if strings.HasSuffix(name, tempSuffix) {
			t.Errorf("%s is left", name)
		}
	}
}

// TestTheOldestGo: the least recently used entries are evicted.
func TestTheOldestGo(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits limits
		want   string
	}{
		{"enough room", limits{10, 1000, time.Hour, time.Hour}, "a b c d e"},
		{"too many", limits{3, 1000, time.Hour, time.Hour}, "c d e"},
		{"too large", limits{10, 2*int64(headerSize) + 25, time.Hour, time.Hour}, "d e"},
		{"the last one stays", limits{10, 1, time.Hour, time.Hour}, "e"},
		{"too old", limits{10, 1000, 200 * time.Second, time.Hour}, "c d e"},
	} {
		t.Run(test.name, func(t *testing.T) {
			store := open(t, t.TempDir())
			all := []string{"a", "b", "c", "d", "e"}
			for i, name := range all {
				store.limits = defaultLimits
				save(t, store, keyOf(name), strings.Repeat("x", 10))
				used := time.Now().Add(time.Duration(i-len(all)) * time.Minute)
				if err := store.root.Chtimes(keyOf(name).fileName(), used, used); err != nil {
					t.Fatal(err)
				}
			}
			store.limits = test.limits
			if err := store.evict(time.Now()); err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, name := range all {
				if _, ok := store.Load(keyOf(name)); ok {
					left = append(left, name)
				}
			}
			if got := strings.Join(left, " "); got != test.want {
				t.Errorf("%s are left, want %s", got, test.want)
			}
		})
	}
}

// TestUseKeepsYoung: the age of an entry counts from its last use.
func TestUseKeepsYoung(t *testing.T) {
	store := open(t, t.TempDir())
	save(t, store, keyOf("a"), "x")
	for _, age := range []time.Duration{2 * touchAfter, touchAfter / 2} {
		then := time.Now().Add(-age)
		if err := store.root.Chtimes(keyOf("a").fileName(), then, then); err != nil {
			t.Fatal(err)
		}
		store.Load(keyOf("a"))
		info, err := store.root.Stat(keyOf("a").fileName())
		if err != nil {
			t.Fatal(err)
		}
		if touched := time.Since(info.ModTime()) < age/2; touched != (age > touchAfter) {
			t.Errorf("%v old: touched is %v", age, touched)
		}
	}
}

// TestLeftovers: incomplete files of a process that died are removed in time; other people's files stay.
func TestLeftovers(t *testing.T) {
	folder := t.TempDir()
	old, young, foreign := keyOf("a").fileName()+".OLD"+tempSuffix, keyOf("a").fileName()+".YOUNG"+tempSuffix, "notes.tmp"
	for _, name := range []string{old, young, foreign} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-2 * defaultLimits.temp)
	for _, name := range []string{old, foreign} {
		if err := os.Chtimes(filepath.Join(folder, name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	save(t, open(t, folder), keyOf("b"), "x")
	left := strings.Join(names(t, folder), " ")
	if strings.Contains(left, old) || !strings.Contains(left, young) || !strings.Contains(left, foreign) {
		t.Errorf("left are %s", left)
	}
}

func TestIdentity(t *testing.T) {
	one, err := Identity()
	if err != nil {
		t.Fatal(err)
	}
	if two, _ := Identity(); one != two || one == [32]byte{} {
		t.Errorf("the program is %x, and then %x", one, two)
	}
}
