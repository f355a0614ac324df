package data_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
)

// TestWaitsForConnections: a caller waits as it says: not at all, for a moment only when too many workers wait, or for the whole
// time because it occupies none.
func TestWaitsForConnections(t *testing.T) {
	ctx := t.Context()
	const wait = 2 * time.Second
	sources, err := data.OpenAll(ctx, []data.Settings{{Name: "main", URL: "sqlite::memory:", AcquireTimeout: wait}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sources.Close() })
	sources.ShareWorkers(0)
	db, _ := sources.ByName("main")
	if reads, writes := db.Full(); reads || writes {
		t.Errorf("full while nothing is in use: %v %v", reads, writes)
	}
	tx, err := db.Begin(data.AtOnce(ctx), data.TxOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if reads, writes := db.Full(); !reads || !writes {
		t.Errorf("not full while the only connection is in use: %v %v", reads, writes)
	}
	took := func(ctx context.Context) time.Duration {
		began := time.Now()
		if _, err := db.Begin(ctx, data.TxOptions{}); err == nil {
			t.Error("there were two transactions on one connection")
		}
		return time.Since(began)
	}
	if _, err := db.Begin(data.AtOnce(ctx), data.TxOptions{}); !errors.Is(err, data.ErrNoneFree) {
		t.Errorf("at once: %v", err)
	}
	if short, long := took(ctx), took(data.Aside(ctx)); short > long/2 || long < wait {
		t.Errorf("one that occupies a worker waited for %v, one aside for %v", short, long)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Error(err)
	}
}

// TestLineUp: who waits elsewhere for a connection has one of the places for those that wait, and is counted like them.
func TestLineUp(t *testing.T) {
	ctx := t.Context()
	db, err := data.Open(ctx, data.Settings{Name: "main", URL: "sqlite::memory:", AcquireTimeout: time.Second, Queue: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	first, err := db.LineUp(false)
	if err != nil || first.Longest != time.Second {
		t.Fatalf("%+v, %v", first, err)
	}
	second, err := db.LineUp(true)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(err error) {
		t.Helper()
		if failed, ok := errors.AsType[*data.Error](err); !ok || failed.Kind != data.Unavailable {
			t.Errorf("got %v", err)
		}
	}
	_, err = db.LineUp(false)
	refused(err)
	tx, err := db.Begin(ctx, data.TxOptions{})
	if err != nil {
		t.Fatal(err) // it does not have to wait
	}
	_, err = db.Begin(ctx, data.TxOptions{})
	refused(err)
	if pools := db.Pools(); pools[0].Pending != 2 || pools[0].Timeouts != 0 {
		t.Errorf("%+v", pools[0])
	}
	refused(first.Late())
	first.Leave()
	second.Leave()
	if pools := db.Pools(); pools[0].Pending != 0 || pools[0].Timeouts != 1 {
		t.Errorf("%+v", pools[0])
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Error(err)
	}
}
