package lockstest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/platform/fault"
)

// outcome is the result of an Acquire in the background.
type outcome struct {
	lease locks.Lease
	err   error
}

// later calls Acquire in the background.
func (s *suite) later(ctx context.Context, r locks.Request) <-chan outcome {
	out := make(chan outcome, 1)
	go func() {
		lease, err := s.Acquire(ctx, r)
		out <- outcome{lease, err}
	}()
	return out
}

func (s *suite) waiterReleased() {
	lease := s.acquire("invoices", "a", time.Hour)
	waiting := s.later(s.ctx, locks.Request{Name: "invoices", Owner: "b", Wait: time.Hour, TTL: time.Hour})
	s.held("invoices", "c")
	s.must(lease.Release(s.ctx))
	got := <-waiting
	s.must(got.err)
	if got.lease.Token() <= lease.Token() {
		s.t.Errorf("token %d comes after %d", got.lease.Token(), lease.Token())
	}
	s.held("invoices", "c")
	s.must(got.lease.Release(s.ctx))
}

func (s *suite) waiterExpired() {
	late := s.acquire("invoices", "a", short)
	waiting := s.later(s.ctx, locks.Request{Name: "invoices", Owner: "b", Wait: time.Hour, TTL: time.Hour})
	s.Pass(short)
	got := <-waiting
	s.must(got.err)
	s.lost(late)
	s.held("invoices", "c")
}

func (s *suite) canceled() {
	s.acquire("invoices", "a", time.Hour)
	for name, c := range map[string]struct {
		context func() (context.Context, context.CancelFunc)
		cause   error
		kind    fault.Kind
	}{
		"canceled": {func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(s.ctx)
			time.AfterFunc(20*time.Millisecond, cancel)
			return ctx, cancel
		}, context.Canceled, fault.Canceled},
		"canceled before": {func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(s.ctx)
			cancel()
			return ctx, cancel
		}, context.Canceled, fault.Canceled},
		"timed out": {func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(s.ctx, 20*time.Millisecond)
		}, context.DeadlineExceeded, fault.Timeout},
	} {
		ctx, cancel := c.context()
		lease, err := s.Acquire(ctx, locks.Request{Name: "invoices", Wait: time.Hour, TTL: time.Hour})
		cancel()
		if lease != nil || !errors.Is(err, c.cause) || fault.KindOf(err) != c.kind || errors.Is(err, locks.ErrHeld) {
			s.t.Errorf("%s: got %v, %v", name, lease, err)
		}
	}
	s.held("invoices", "b")
}

// waitBounded has an owner wait in vain. Its waiting time may begin after the test has moved the
// clock.
func (s *suite) waitBounded() {
	s.acquire("invoices", "a", 1000*time.Hour)
	waiting := s.later(s.ctx, locks.Request{Name: "invoices", Owner: "b", Wait: short, TTL: time.Hour})
	for {
		s.Pass(short)
		select {
		case got := <-waiting:
			if got.lease != nil || !errors.Is(got.err, locks.ErrHeld) {
				s.t.Errorf("got %v, %v", got.lease, got.err)
			}
			return
		default:
		}
	}
}

func (s *suite) concurrent() {
	var all sync.WaitGroup
	var holders atomic.Int32
	for worker := range 8 {
		all.Go(func() {
			for range 10 {
				lease, err := s.Acquire(s.ctx, locks.Request{
					Name: "invoices", Owner: fmt.Sprint(worker), Wait: time.Hour, TTL: time.Hour,
				})
				if err != nil {
					s.t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					s.t.Errorf("%d hold the lock", n)
				}
				holders.Add(-1)
				if err := lease.Release(s.ctx); err != nil {
					s.t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
