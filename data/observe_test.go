package data_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestOnStatement: every statement is measured once, by its first word and never by its text.
func TestOnStatement(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"})
	var got []string
	db.OnStatement(func(o data.Observation) {
		got = append(got, fmt.Sprintf("%s %s %s rows=%d %s", o.Datasource, o.System, o.Operation, o.Rows, o.Failure))
		if o.Took <= 0 {
			t.Errorf("%s took %s", o.Operation, o.Took)
		}
	})
	ctx := t.Context()
	if err := db.Execute(ctx, "create table users (id integer primary key, name text unique)"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"/* who */ insert into users(name) values (?)", "-- again\n insert into users(name) values (?)",
		"replace into users(id, name) values (7, ?)",
	} {
		_, _ = db.Update(ctx, text, data.Positional("Ada"))
	}
	_, _ = db.BatchUpdate(ctx, "update users set name = ?", []data.Args{data.Positional("Bo")})
	_, _ = db.Query(ctx, "(select * from users)", data.Args{})
	_, _ = db.Query(ctx, "with some as (select * from users) select * from some", data.Args{})
	_, _ = db.Query(ctx, "frobnicate", data.Args{})
	cursor, err := db.Stream(ctx, "select * from users", data.Args{})
	if err != nil {
		t.Fatal(err)
	}
	for rows, err := cursor.Next(ctx); rows != nil && err == nil; {
		rows, err = cursor.Next(ctx)
	}
	cursor.Close()
	want := []string{
		"main sqlite CREATE rows=-1 ", "main sqlite INSERT rows=-1 ", "main sqlite INSERT rows=-1 unique violation", "main sqlite REPLACE rows=-1 ",
		"main sqlite UPDATE rows=-1 ",
		"main sqlite SELECT rows=0 syntax", "main sqlite WITH rows=1 ", "main sqlite OTHER rows=0 syntax", "main sqlite SELECT rows=1 ",
	}
	if !slices.Equal(got, want) {
		for _, line := range got {
			t.Errorf("got %q", line)
		}
	}
}

// TestConnectionTimes: an observer is told how long connections are opened, waited for and used.
func TestConnectionTimes(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:main.db", Folder: t.TempDir(), MaxConnections: 3})
	var mu sync.Mutex
	counts, longest := map[string]int{}, map[string]time.Duration{}
	db.OnConnection(func(pool string) data.ConnectionTimes {
		note := func(what string) func(time.Duration) {
			return func(took time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				counts[pool+" "+what]++
				longest[pool+" "+what] = max(longest[pool+" "+what], took)
			}
		}
		return data.ConnectionTimes{Created: note("created"), Waited: note("waited"), Used: note("used")}
	})
	tx, err := db.Begin(t.Context(), data.TxOptions{})
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan error)
	go func() {
		other, err := db.Begin(t.Context(), data.TxOptions{})
		if err == nil {
			err = other.Rollback(t.Context())
		}
		waiting <- err
	}()
	for db.Pools()[1].Pending == 0 { // the other one waits for the writer
		runtime.Gosched()
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-waiting; err != nil {
		t.Fatal(err)
	}
	if _, err := db.Query(t.Context(), "select 1", data.Args{}); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	want := map[string]int{"main.writer waited": 2, "main.writer used": 2, "main waited": 1, "main used": 1}
	for what, n := range want {
		if counts[what] != n {
			t.Errorf("%s: %d, want %d", what, counts[what], n)
		}
	}
	if counts["main created"]+counts["main.writer created"] == 0 || longest["main.writer waited"] == 0 || longest["main.writer used"] == 0 ||
		longest["main waited"] != 0 {
		t.Errorf("%v %v", counts, longest)
	}
}

// TestPools: the state of the pools is known.
func TestPools(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:main.db", Folder: t.TempDir(), MaxConnections: 3})
	if _, err := db.Query(t.Context(), "select 1", data.Args{}); err != nil {
		t.Fatal(err)
	}
	pools := db.Pools()
	if len(pools) != 2 || pools[0].Name != "main" || pools[0].Max != 3 || pools[0].Used != 0 || pools[0].Idle != 1 || pools[1].Name != "main.writer" ||
		pools[1].Max != 1 {
		t.Errorf("got %+v", pools)
	}
}
