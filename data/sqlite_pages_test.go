package data

import (
	"fmt"
	"sync"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"
)

// TestPagesOfConnections: a connection looks at its pages without a mutex. A modernc.org/sqlite that keeps its caches in another way fails
// here.
func TestPagesOfConnections(t *testing.T) {
	first, second := pagesOf(t), pagesOf(t)
	if first == second || first.Fmutex != 0 || second.Fmutex != 0 {
		t.Errorf("two connections have the pages %p and %p, with mutexes %d and %d", first, second, first.Fmutex, second.Fmutex)
	}
}

// pagesOf returns the group of page caches that a new connection belongs to.
func pagesOf(t *testing.T) *sqlite3.TPGroup {
	t.Helper()
	h, err := openSQLiteHandle(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close)
	main := valueAt[sqlite3.TDb](valueAt[sqlite3.Tsqlite3](h.db).FaDb)
	shared := valueAt[sqlite3.TBtShared](valueAt[sqlite3.TBtree](main.FpBt).FpBt)
	pages := valueAt[sqlite3.TPCache](valueAt[sqlite3.TPager](shared.FpPager).FpPCache)
	return valueAt[sqlite3.TPGroup](valueAt[sqlite3.TPCache1](pages.FpCache).FpGroup)
}

// TestReadersWithFewPages: connections read what is larger than their caches while others write.
func TestReadersWithFewPages(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite:pages.db", Folder: t.TempDir(), MaxConnections: 4})
	mustExecute(t, db, `create table t (id integer primary key, text text not null);
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) insert into t select i, hex(zeroblob(400)) from n`)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 20 {
				rows, err := db.Query(t.Context(), "select sum(length(text)), count(*) from t where id <= 5000", Positional())
				if err != nil {
					t.Error(err)
				} else if got := fmt.Sprint(rows.Cell(0, 0).Int(), rows.Cell(0, 1).Int()); got != "4000000 5000" {
					t.Error(got)
				}
			}
		})
		all.Go(func() {
			for n := range 50 {
				if _, err := db.Update(t.Context(), "insert into t values (?, 'x')", Positional(int64(10_000+100*i+n))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
