package data_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestIdleConnectionsAreKept: the minimum of connections is open before the first statement, which then
// uses one of them.
func TestIdleConnectionsAreKept(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: datatest.Postgres(t), MinIdle: 3, MaxConnections: 4})
	open := func() int { readers, _ := db.Stats(); return readers.OpenConnections }
	for open() < 3 {
		select {
		case <-t.Context().Done():
			t.Fatal("they were never opened")
		case <-time.After(time.Millisecond):
		}
	}
	if _, err := db.Query(t.Context(), "select 1", data.Args{}); err != nil {
		t.Fatal(err)
	}
	if n := open(); n < 3 || n > 4 {
		t.Errorf("%d connections are open", n)
	}
}
