package locks_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/data/locks/lockstest"
)

func TestMemory(t *testing.T) {
	lockstest.Run(t, func(*testing.T) lockstest.Subject {
		c := &clock{}
		return lockstest.Subject{Locker: locks.NewMemory(locks.MemoryOptions{Clock: c}), Pass: c.pass}
	})
}

// TestMemoryOnTheSystemsClock uses the system's timers, which the other tests replace by a fake.
func TestMemoryOnTheSystemsClock(t *testing.T) {
	m := locks.NewMemory(locks.MemoryOptions{})
	request := locks.Request{Name: "invoices", Wait: time.Hour, TTL: 20 * time.Millisecond}
	for range 3 {
		if _, err := m.Acquire(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPostgres(t *testing.T) {
	url := datatest.Postgres(t)
	lockstest.Run(t, func(t *testing.T) lockstest.Subject {
		db := datatest.Open(t, data.Settings{Name: "locks", URL: url})
		if err := db.Execute(t.Context(), "drop table if exists fwrun_locks"); err != nil {
			t.Fatal(err)
		}
		locker, err := locks.NewPostgres(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return lockstest.Subject{Locker: locker, Pass: func(d time.Duration) {
			if _, err := db.Query(t.Context(), "select pg_sleep(?)", data.Positional(d.Seconds())); err != nil {
				t.Fatal(err)
			}
		}}
	})
}
