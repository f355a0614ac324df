package table

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestFileIsMadeWhenNeeded checks that an application that keeps nothing has no file.
func TestFileIsMadeWhenNeeded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue", "store.db")
	s := OpenFile(path, "a")
	defer func() { must(t, s.Close()) }()
	due(t, s, now, "")
	if _, found, err := s.NextDue(t.Context()); found || err != nil {
		t.Error(found, err)
	}
	if _, waits, err := s.KeyWaits(t.Context(), "q", "k", nil); waits || err != nil {
		t.Error(waits, err)
	}
	if counts, err := s.Counts(t.Context()); len(counts) > 0 || err != nil {
		t.Error(counts, err)
	}
	if list, err := s.Paused(t.Context()); len(list) > 0 || err != nil {
		t.Error(list, err)
	}
	if n, err := s.CountDead(t.Context(), DeadFilter{Queue: "q"}); n > 0 || err != nil {
		t.Error(n, err)
	}
	must(t, s.Ping(t.Context()))
	must(t, s.Resume(t.Context(), "q"))
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Error("there is a folder:", err)
	}
	must(t, s.Park(t.Context(), []Parked{{ID: "1", Due: now}}))
	must(t, s.Ping(t.Context()))
	due(t, s, now, "1")
	must(t, s.Close())

	again := OpenFile(path, "a")
	defer func() { must(t, again.Close()) }()
	must(t, again.Forwarded(t.Context(), due(t, again, now, "1"))) // it was given back
	if err := s.Park(t.Context(), []Parked{{ID: "2"}}); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Error(err)
	}
}

func TestStoreInMemory(t *testing.T) {
	s := OpenFile("", "a")
	defer func() { must(t, s.Close()) }()
	must(t, s.Park(t.Context(), []Parked{{ID: "1", Due: now}}))
	due(t, s, now, "1")
}

// TestWritesShareTransactions counts the transactions of calls at the same time by the time that they take.
func TestWritesShareTransactions(t *testing.T) {
	s := OpenFile(filepath.Join(t.TempDir(), "store.db"), "a")
	defer func() { must(t, s.Close()) }()
	must(t, s.Ready(t.Context()))
	calls := 0
	o := s.db.ready.Load()
	write := o.writes.write
	var mu sync.Mutex
	o.writes.write = func(ctx context.Context, items []func(context.Context, runner) error) error {
		mu.Lock()
		calls++
		mu.Unlock()
		<-time.After(5 * time.Millisecond)
		return write(ctx, items)
	}
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			if err := s.Park(t.Context(), []Parked{{ID: fmt.Sprint(i), Due: now}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if calls > 10 {
		t.Errorf("%d transactions", calls)
	}
	list, err := s.Due(t.Context(), now, 100)
	if err != nil || len(list) != 60 {
		t.Error(len(list), err)
	}
}

// TestClaimOfOneWhoLeft: a claim whose caller stops while it is written is given back at the end, and not when its lease is over.
func TestClaimOfOneWhoLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	one, other := OpenFile(path, "a"), OpenFile(path, "a")
	must(t, one.Park(t.Context(), []Parked{{ID: "1", Due: now}}))
	o, err := one.db.get(t.Context())
	must(t, err)
	write, begun, goOn := o.writes.write, make(chan struct{}), make(chan struct{})
	o.writes.write = func(ctx context.Context, items []func(context.Context, runner) error) error {
		close(begun)
		<-goOn
		o.writes.write = write // nobody else writes
		return write(ctx, items)
	}
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-begun
		leave()
	}()
	if list, err := one.Due(ctx, now, 10); err == nil {
		t.Fatalf("the claim of one who leaves has got %s", ids(list))
	}
	close(goOn)
	must(t, one.Close())
	due(t, other, now, "1")
	must(t, other.Close())
}

// TestOneFailureIsItsOwn checks that what fails in a shared transaction does not make others fail.
func TestOneFailureIsItsOwn(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"})
	s := OpenStore(db, "a")
	must(t, s.Ready(t.Context()))
	_, err := db.Update(t.Context(), `create trigger refuse before insert on fwrun_queue_dead when new.queue = 'bad'
		begin select raise(abort, 'refused'); end`, data.Args{})
	must(t, err)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			queue := "good"
			if i%10 == 0 {
				queue = "bad"
			}
			err := s.Bury(t.Context(), Dead{Queue: queue, ID: fmt.Sprint(i)})
			if (err != nil) != (queue == "bad") {
				t.Error(queue, err)
			}
		})
	}
	all.Wait()
	if n, err := s.CountDead(t.Context(), DeadFilter{Queue: "good"}); n != 36 || err != nil {
		t.Error(n, err)
	}
}

// TestStatementsUseIndexes asks SQLite how it runs the statements that are run often.
func TestStatementsUseIndexes(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"})
	must(t, prepare(t.Context(), db))
	d := newDialect(data.SQLite)
	for _, c := range []struct {
		sql    string
		values []any
	}{
		{anythingDue, []any{"a", 1, "a"}},
		{endClaims, []any{"a"}},
		{pickDue, []any{"a", 1, 100}},
		{claimDue, []any{1, "t", 1}},
		{nextDue, []any{"a"}},
		{nextEnd, []any{"a"}},
		{lastBefore, []any{"a", "q", "k", 1, 1, "a", "q", "k", 1, 1}},
		{pushBack, []any{1, "a", "q", "k", 1, 1}},
		{unmark, []any{"a", "q", "k", 1, 1, 1}},
		{countParked, []any{"a"}},
		{countDead, []any{"a"}},
		{renewID, []any{1, "a", "q", "i", 1}},
		{takeHold, []any{"i", 1, "a", "q", "n", 1, "i"}},
		{sweepMarks, []any{"a", 1}},
		{sweepIDs, []any{1}},
		{sweepHolds, []any{1}},
		{claimOnSQLite, []any{1, "t", 1, 1, 2, 1, 1}},
		{findTopics, []any{data.List{1, 2}}},
		{ackMessages, []any{1, 1, 2, data.List{1, 2}, "t"}},
		{stateOf, []any{1, 1, 1}},
		{purgeStep, []any{1, 1, 1}},
		{purgeSome, []any{1, 1, 1}},
		{inOtherHands, []any{1, "t"}},
		{takeLease, []any{"t", 1, "n", "t"}},
		{extendLease, []any{1, "n", "t"}},
	} {
		rows, err := db.Query(t.Context(), "explain query plan "+d.sql(c.sql), data.Args{Values: c.values})
		if err != nil {
			t.Fatal(c.sql, err)
		}
		detail, _ := rows.Column("detail")
		for i := range rows.Len() {
			step := rows.Cell(i, detail).Text()
			if strings.HasPrefix(step, "SCAN fwrun") || step == "SCAN t" || strings.HasPrefix(step, "SCAN p") || strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("%s\n\t%s", c.sql, step)
			}
		}
	}
}
