package data

import (
	"context"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// endless is a statement that does not end by itself.
const endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"

// TestSQLiteEndsWithItsContext interrupts statements of every kind, one after the other, so that the watch sleeps and wakes.
func TestSQLiteEndsWithItsContext(t *testing.T) {
	db := openSQLite(t, Settings{})
	mustExecute(t, db, "create table n (v int); insert into n values (1)")
	for name, run := range map[string]func(context.Context) error{
		"query": func(ctx context.Context) error { _, err := db.Query(ctx, endless, Args{}); return err },
		"update": func(ctx context.Context) error {
			_, err := db.Update(ctx, "insert into n "+endless, Args{})
			return err
		},
		"script": func(ctx context.Context) error { return db.Execute(ctx, "select 1; "+endless) },
		"count": func(ctx context.Context) error {
			_, err := db.Query(ctx, "select sum(length(hex(randomblob(1000)))) from ("+endless[:len(endless)-len("count(*) from n")]+"i from n)", Args{})
			return err
		},
		"stream": func(ctx context.Context) error {
			c, err := db.Stream(ctx, endless, Args{})
			if err == nil {
				_, err = c.Next(ctx)
				c.Close()
			}
			return err
		},
		"transaction": func(ctx context.Context) error {
			return db.Transaction(ctx, TxOptions{}, func(tx *Tx) error { _, err := tx.Query(ctx, endless, Args{}); return err })
		},
	} {
		for _, early := range []bool{true, false} {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			if early {
				cancel()
			}
			if err := run(ctx); fault.KindOf(err) != fault.Canceled && fault.KindOf(err) != fault.Timeout {
				t.Errorf("%s, early %v: %v", name, early, err)
			}
			cancel()
			if rows, err := db.Query(t.Context(), "select v from n", Args{}); err != nil || rows.Len() != 1 {
				t.Errorf("after %s: %v", name, err)
			}
		}
	}
}

// TestConnectionsAreWarmForAWhile checks that connections are taken again without database/sql, and are its own again soon.
func TestConnectionsAreWarmForAWhile(t *testing.T) {
	db := openSQLite(t, Settings{MaxConnections: 2})
	mustExecute(t, db, "create table n (v int)")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 3 {
		if _, err := db.Query(ctx, "select v from n", Args{}); err != nil {
			t.Fatal(err)
		}
		// One that the watch gives back just now is in use for that moment.
		for end := time.Now().Add(10 * time.Second); ; <-time.After(time.Millisecond) {
			readers, writers := db.Stats()
			if readers.InUse == 0 && writers.InUse == 0 && readers.Idle == 1 && writers.Idle == 1 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("readers %+v, writers %+v", readers, writers)
			}
		}
		for db.readers.warm.count() > 0 || db.readers.db.Stats().InUse > 0 {
			<-time.After(time.Millisecond) // until the watch has seen that there is nothing to do
		}
	}
	// A connection whose statement has left a transaction open, or that is lost, is not kept.
	for _, bad := range []func(s session) error{
		func(s session) error { return s.begin(ctx, TxOptions{}) },
		func(s session) error { return s.close() },
	} {
		if err := db.writers.with(ctx, bad); err != nil {
			t.Fatal(err)
		}
		if n := db.writers.warm.count(); n != 0 {
			t.Errorf("%d connections are kept", n)
		}
		mustExecute(t, db, "insert into n values (1)")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if open := db.readers.db.Stats().OpenConnections + db.writers.db.Stats().OpenConnections; open != 0 {
		t.Errorf("%d connections are open after Close", open)
	}
}
