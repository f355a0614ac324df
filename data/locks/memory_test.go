package locks_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/locks"
)

// queue is a Memory in which an owner holds "invoices" and others wait.
type queue struct {
	*locks.Memory
	clock  clock
	t      *testing.T
	first  locks.Lease
	served chan served
}

type served struct {
	owner string
	lease locks.Lease
	err   error
}

func newQueue(t *testing.T, ttl time.Duration) *queue {
	q := &queue{t: t, served: make(chan served, 10)}
	q.Memory = locks.NewMemory(locks.MemoryOptions{Clock: &q.clock})
	var err error
	if q.first, err = q.Acquire(t.Context(), locks.Request{Name: "invoices", Owner: "first", TTL: ttl}); err != nil {
		t.Fatal(err)
	}
	return q
}

// wait has an owner wait for the lock, and returns when that owner has a place in the queue.
func (q *queue) wait(ctx context.Context, owner string, wait time.Duration) {
	q.t.Helper()
	before := q.clock.pending()
	go func() {
		lease, err := q.Acquire(ctx, locks.Request{Name: "invoices", Owner: owner, Wait: wait, TTL: time.Minute})
		q.served <- served{owner, lease, err}
	}()
	for deadline := time.Now().Add(time.Minute); q.clock.pending() == before; runtime.Gosched() {
		if time.Now().After(deadline) {
			q.t.Fatal("nobody waits after 10 s")
		}
	}
}

// next returns the lease that is granted next, and checks that it belongs to owner.
func (q *queue) next(owner string) locks.Lease {
	q.t.Helper()
	s := <-q.served
	if s.err != nil || s.owner != owner {
		q.t.Fatalf("%s is served with %v, want %s", s.owner, s.err, owner)
	}
	return s.lease
}

func TestFirstComeFirstServed(t *testing.T) {
	q := newQueue(t, time.Hour)
	for i := range 5 {
		q.wait(t.Context(), fmt.Sprint(i), time.Hour)
	}
	lease := q.first
	for i := range 5 {
		if err := lease.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		lease = q.next(fmt.Sprint(i))
	}
	if err := lease.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := q.clock.pending(); n != 0 {
		t.Errorf("%d timers run although nothing is held", n)
	}
}

func TestTheQueueMovesWhenALockEnds(t *testing.T) {
	q := newQueue(t, time.Second)
	q.wait(t.Context(), "a", time.Hour)
	q.wait(t.Context(), "b", time.Hour)
	q.clock.pass(time.Second)
	q.next("a")
	if len(q.served) != 0 {
		t.Fatal("two are served")
	}
	q.clock.pass(time.Minute)
	q.next("b")
}

func TestWhoGivesUpLeavesTheQueue(t *testing.T) {
	q := newQueue(t, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	q.wait(ctx, "canceled", time.Hour)
	q.wait(t.Context(), "hasty", time.Second)
	q.wait(t.Context(), "patient", time.Hour)
	cancel()
	if s := <-q.served; s.owner != "canceled" || !errors.Is(s.err, context.Canceled) {
		t.Errorf("got %+v", s)
	}
	q.clock.pass(time.Second)
	if s := <-q.served; s.owner != "hasty" || !errors.Is(s.err, locks.ErrHeld) {
		t.Errorf("got %+v", s)
	}
	if err := q.first.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	q.next("patient")
}

func TestOneOwnerIsServedTogether(t *testing.T) {
	q := newQueue(t, time.Hour)
	for _, owner := range []string{"a", "b", "", "a"} {
		q.wait(t.Context(), owner, time.Hour)
	}
	if err := q.first.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	one, two := q.next("a"), q.next("a")
	for _, lease := range []locks.Lease{one, two} {
		if len(q.served) != 0 {
			t.Fatal("somebody else is served")
		}
		if err := lease.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	q.next("b")
}

// TestGivingUpAtTheLastMoment has a waiter give up just before the lock is granted to it, and
// checks that the lock is not lost. It takes many rounds, since either event may come first.
func TestGivingUpAtTheLastMoment(t *testing.T) {
	for range 300 {
		q := newQueue(t, time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		q.wait(ctx, "a", time.Hour)
		cancel()
		if err := q.first.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := <-q.served; s.lease != nil {
			if err := s.lease.Release(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := q.Acquire(t.Context(), locks.Request{Name: "invoices", TTL: time.Hour}); err != nil {
			t.Fatal(err)
		}
	}
}
