package locks

import (
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

func TestPostgresSweeps(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "locks", URL: datatest.Postgres(t)})
	p, err := NewPostgres(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Execute(t.Context(), `insert into fwrun_locks (name, holder, holds, expires_at) values
		('old', '', 0, now() - interval '2 hours'), ('young', '', 0, now() - interval '30 minutes')`); err != nil {
		t.Fatal(err)
	}
	names := func() string {
		rows, err := db.Query(t.Context(), "select string_agg(name, ' ' order by name) from fwrun_locks", data.Args{})
		if err != nil {
			t.Fatal(err)
		}
		return rows.Cell(0, 0).Text()
	}
	acquire := func() {
		if _, err := p.Acquire(t.Context(), Request{Name: "mine", Owner: "me", TTL: time.Hour}); err != nil {
			t.Fatal(err)
		}
	}
	acquire()
	if got := names(); got != "mine old young" {
		t.Fatalf("before the sweep is due there are %s", got)
	}
	p.sweepEvery = 0
	for deadline := time.Now().Add(time.Minute); names() != "mine young"; runtime.Gosched() {
		if acquire(); time.Now().After(deadline) {
			t.Fatalf("after 10 s there are %s", names())
		}
	}
}
