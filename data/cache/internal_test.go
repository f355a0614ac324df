package cache

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestMemoryMakesRoomAfterClear: entries that were used often and then cleared do not take the
// room of new ones.
func TestMemoryMakesRoomAfterClear(t *testing.T) {
	m := NewMemory(MemoryOptions{MaxBytes: 1 << 20})
	defer m.Close()
	value := make([]byte, 1000)
	set := func(cache, key string) {
		if err := m.Set(t.Context(), cache, key, value, 0); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 700 {
		set("books", fmt.Sprint(i))
	}
	set("films", "1")
	for range 20 {
		for i := range 700 {
			_, _, _ = m.Get(t.Context(), "books", fmt.Sprint(i))
		}
	}
	_ = m.Clear(t.Context(), "books")
	until(t, "only the other cache is left", func() bool { return m.entries.EstimatedSize() == 1 })
	for i := range 700 {
		set("books", fmt.Sprint("new", i))
	}
	m.entries.CleanUp()
	if s := m.Stats()["books"]; s.Entries != 700 || s.Evictions != 0 {
		t.Errorf("got %+v", s)
	}
}

func TestPostgresSweeps(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "cache", URL: datatest.Postgres(t)})
	p, err := NewPostgres(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	set := func(key string, ttl time.Duration) {
		if err := p.Set(t.Context(), "books", key, nil, ttl); err != nil {
			t.Fatal(err)
		}
	}
	rows := func() int64 {
		result, err := db.Query(t.Context(), "select count(*) from fwrun_cache", data.Args{})
		if err != nil {
			t.Fatal(err)
		}
		return result.Cell(0, 0).Int()
	}
	for i := range 10 {
		set(fmt.Sprint(i), time.Microsecond)
	}
	set("long", time.Hour)
	set("endless", 0)
	if n := rows(); n != 12 {
		t.Fatalf("%d rows before the sweep is due, want 12", n)
	}
	p.sweepEvery = 0
	until(t, "what has expired is swept", func() bool { set("endless", 0); return rows() == 2 })
}

// until waits until holds returns true.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("not after 10 s: " + what)
		}
	}
}

// SweepAlways removes what has ended whenever an entry is set.
func SweepAlways(t *Table) { t.sweepEvery = 0 }
