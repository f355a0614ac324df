package cache_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/cache/cachetest"
	"github.com/fwrun/fwrun/data/datatest"
)

// clock is a clock that a test moves forward.
type clock struct{ passed atomic.Int64 }

// At implements the clock of the platform.
func (c *clock) At() time.Time { return time.Unix(1e9, c.passed.Load()) }

// Now is not called by a cache: a change of the time of day ends nothing.
func (c *clock) Now() time.Time { panic("a cache asks for the time of day") }

// AfterFunc is not called by a cache.
func (c *clock) AfterFunc(time.Duration, func()) func() bool { panic("a cache waits") }

func (c *clock) pass(d time.Duration)         { c.passed.Add(int64(d)) }
func (c *clock) options() cache.MemoryOptions { return cache.MemoryOptions{Clock: c} }

func TestMemory(t *testing.T) {
	cachetest.Run(t, func(*testing.T) cachetest.Subject {
		c := &clock{}
		return cachetest.Subject{Store: cache.NewMemory(c.options()), Pass: c.pass}
	})
}

func TestPostgres(t *testing.T) {
	url := datatest.Postgres(t)
	cachetest.Run(t, func(t *testing.T) cachetest.Subject {
		db := datatest.Open(t, data.Settings{Name: "cache", URL: url})
		if err := db.Execute(t.Context(), "drop table if exists fwrun_cache"); err != nil {
			t.Fatal(err)
		}
		store, err := cache.NewPostgres(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return cachetest.Subject{Store: store, Pass: func(d time.Duration) { passAt(t, db, d) }}
	})
}

// passAt waits until the database's clock has advanced by d.
func passAt(t *testing.T, db *data.DB, d time.Duration) {
	t.Helper()
	if _, err := db.Query(t.Context(), "select pg_sleep(?)", data.Positional(d.Seconds())); err != nil {
		t.Fatal(err)
	}
}
