package cache_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/cache"
)

func TestMemoryIsBounded(t *testing.T) {
	m := cache.NewMemory(cache.MemoryOptions{MaxBytes: 1 << 20})
	defer m.Close()
	value := make([]byte, 10_000)
	for i := range 1000 {
		mustSet(t, m, "books", fmt.Sprint(i), value, 0)
	}
	until(t, "the bound holds", func() bool {
		s := m.Stats()["books"]
		return s.Entries > 50 && s.Entries*10_000 <= 1<<20 && s.Entries+s.Evictions == 1000
	})
	mustSet(t, m, "books", "huge", make([]byte, 2<<20), 0)
	until(t, "what is larger than the bound is gone", func() bool {
		_, found, _ := m.Get(t.Context(), "books", "huge")
		return !found
	})
}

func TestMemoryStats(t *testing.T) {
	c := &clock{}
	m := cache.NewMemory(c.options())
	defer m.Close()
	mustSet(t, m, "books", "1", nil, 0)
	mustSet(t, m, "books", "1", nil, time.Second)
	mustSet(t, m, "books", "2", nil, 0)
	mustSet(t, m, "books", "3", nil, 0)
	mustSet(t, m, "films", "1", nil, 0)
	for _, key := range []string{"1", "2", "4", "5", "6"} {
		_, _, _ = m.Get(t.Context(), "books", key)
	}
	_ = m.Delete(t.Context(), "books", "2")
	_ = m.Delete(t.Context(), "books", "2")
	check := func(name string, want cache.Stats) {
		t.Helper()
		if got := m.Stats()[name]; got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	check("books", cache.Stats{Hits: 2, Misses: 3, Entries: 2})
	check("films", cache.Stats{Entries: 1})

	c.pass(time.Second)
	mustSet(t, m, "books", "1", nil, 0)
	check("books", cache.Stats{Hits: 2, Misses: 3, Entries: 2})

	_ = m.Clear(t.Context(), "books")
	check("books", cache.Stats{Hits: 2, Misses: 3})
	check("films", cache.Stats{Entries: 1})
	if len(m.Stats()) != 2 {
		t.Errorf("there are %d caches: %v", len(m.Stats()), m.Stats())
	}
}

func mustSet(t *testing.T, s cache.Store, name, key string, value []byte, ttl time.Duration) {
	t.Helper()
	if err := s.Set(t.Context(), name, key, value, ttl); err != nil {
		t.Fatal(err)
	}
}

// until waits until holds returns true, which background work brings about.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("not after 10 s: " + what)
		}
	}
}
