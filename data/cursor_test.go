package data

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestStreamOfADatabaseInMemory checks that a stream of a database in memory does not hold its only
// connection.
func TestStreamOfADatabaseInMemory(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite::memory:"})
	mustExecute(t, db, `create table n (v int);
		insert into n with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000) select x from c`)
	c, err := db.Stream(t.Context(), "select v from n", Args{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sum := 0
	for {
		rows, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if rows == nil {
			break
		}
		for i := range rows.Len() {
			if _, err := db.Update(t.Context(), "update n set v = 0 where v = ?", Positional(rows.Cell(i, 0).Int())); err != nil {
				t.Fatal(err)
			}
			sum++
		}
	}
	if sum != 1000 {
		t.Errorf("%d rows", sum)
	}
}

// TestStreamWhoseOpeningTimedOut: the time to open a stream may end just when it is open. Reading the
// stream then fails with a timeout, and not as if the caller had canceled it.
func TestStreamWhoseOpeningTimedOut(t *testing.T) {
	db := openSQLite(t, Settings{URL: "sqlite:" + t.TempDir() + "/s.db"})
	c, err := db.newCursor("select 1", Args{})
	if err != nil {
		t.Fatal(err)
	}
	if c.lease, err = db.readers.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	opening, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := c.open(opening, lateSession{}); err != nil {
		t.Fatal(err)
	}
	_, err = c.Next(t.Context())
	if failed, ok := errors.AsType[*Error](err); !ok || failed.Kind != Timeout {
		t.Errorf("got %v, want a timeout", err)
	}
}

// lateSession opens streams just when their time has ended.
type lateSession struct{ session }

func (lateSession) stream(ctx, life context.Context, _ call) (source, error) {
	<-ctx.Done()
	<-life.Done()
	return lateSource{}, nil
}

type lateSource struct{ source }

func (lateSource) fetch(ctx context.Context, _ *builder) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

func (lateSource) close(context.Context) error { return nil }
