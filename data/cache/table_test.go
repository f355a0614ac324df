package cache_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/data/cache/cachetest"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestTable: a table of any database is a store like others.
func TestTable(t *testing.T) {
	folder := t.TempDir()
	for name, settings := range map[string]func(*testing.T) data.Settings{
		"SQLite":     func(*testing.T) data.Settings { return data.Settings{URL: "sqlite:main.db", Folder: folder} },
		"memory":     func(*testing.T) data.Settings { return data.Settings{URL: "sqlite::memory:"} },
		"PostgreSQL": func(t *testing.T) data.Settings { return data.Settings{URL: datatest.Postgres(t)} },
		"MariaDB":    func(t *testing.T) data.Settings { return data.Settings{URL: datatest.MariaDB(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			s := settings(t)
			s.Name = "main"
			db := datatest.Open(t, s)
			cachetest.Run(t, func(t *testing.T) cachetest.Subject {
				emptied(t, db)
				return cachetest.Subject{Store: cache.NewTable(db, "fwrun_things"), Pass: func(d time.Duration) { <-time.After(d + time.Millisecond) }}
			})
			t.Run("several at once on an empty database", func(t *testing.T) { testSeveral(t, db) })
			t.Run("what has ended is swept", func(t *testing.T) { testSwept(t, db) })
			t.Run("what is kept outlives the store", func(t *testing.T) { testOutlives(t, db) })
		})
	}
}

func emptied(t *testing.T, db *data.DB) {
	t.Helper()
	if err := db.Execute(t.Context(), "drop table if exists fwrun_things"); err != nil {
		t.Fatal(err)
	}
}

func testSeveral(t *testing.T, db *data.DB) {
	for range 5 {
		emptied(t, db)
		var all sync.WaitGroup
		for i := range 8 {
			store := cache.NewTable(db, "fwrun_things")
			all.Go(func() {
				if err := store.Set(t.Context(), "books", fmt.Sprint(i), []byte("Emma"), time.Hour); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i := range 8 {
			finds(t, cache.NewTable(db, "fwrun_things"), "books", fmt.Sprint(i), "Emma")
		}
	}
}

func testOutlives(t *testing.T, db *data.DB) {
	emptied(t, db)
	first := cache.NewTable(db, "fwrun_things")
	mustSet(t, first, "books", "1", []byte("Emma"), time.Hour)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	finds(t, cache.NewTable(db, "fwrun_things"), "books", "1", "Emma")
}

// testSwept: an entry that has ended is removed by another one that is set later.
func testSwept(t *testing.T, db *data.DB) {
	emptied(t, db)
	store := cache.NewTable(db, "fwrun_things")
	cache.SweepAlways(store)
	mustSet(t, store, "books", "short", []byte("Emma"), time.Millisecond)
	<-time.After(2 * time.Millisecond)
	mustSet(t, store, "books", "long", []byte("Emma"), time.Hour)
	mustSet(t, store, "books", "endless", []byte("Emma"), 0)
	rows, err := db.Query(t.Context(), "select count(*) from fwrun_things", data.Args{})
	if err != nil {
		t.Fatal(err)
	}
	if n := rows.Cell(0, 0).Int(); n != 2 {
		t.Errorf("%d rows, not 2", n)
	}
}
