package lockstest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/locks"
	"github.com/fwrun/fwrun/platform/fault"
)

// Subject is a locker without any held locks, and its clock.
type Subject struct {
	locks.Locker
	Pass func(time.Duration) // returns when at least that much time has passed for the locker
}

// Run runs all tests of the behaviour, each on a locker that open returns.
func Run(t *testing.T, open func(t *testing.T) Subject) {
	behaviours := []struct {
		name string
		run  func(*suite)
	}{
		{"a lock has one holder", (*suite).exclusive},
		{"names are apart", (*suite).names},
		{"what is released is free", (*suite).release},
		{"releasing twice does nothing", (*suite).releaseTwice},
		{"a lock is released although the context has ended", (*suite).releaseLate},
		{"a lock ends with its time", (*suite).expiry},
		{"a late holder does not harm the next one", (*suite).fencing},
		{"a late holder has lost a lock that is free", (*suite).lostUnnoticed},
		{"tokens grow", (*suite).tokens},
		{"a lock is extended", (*suite).extend},
		{"extending never shortens", (*suite).extendNearer},
		{"the owner may acquire again", (*suite).reentrant},
		{"acquiring again extends", (*suite).reentrantTime},
		{"the owner's earlier leases end with the lock", (*suite).reentrantLost},
		{"without an owner nobody may acquire again", (*suite).anonymous},
		{"a waiter gets what is released", (*suite).waiterReleased},
		{"a waiter gets what has ended", (*suite).waiterExpired},
		{"waiting ends with the context", (*suite).canceled},
		{"waiting is bounded", (*suite).waitBounded},
		{"wrong requests are refused", (*suite).wrong},
		{"of many one holds at a time", (*suite).concurrent},
	}
	for _, b := range behaviours {
		t.Run(b.name, func(t *testing.T) { b.run(&suite{open(t), t, t.Context()}) })
	}
}

type suite struct {
	Subject
	t   *testing.T
	ctx context.Context
}

// short is a ttl longer than a few calls take on any locker, and short enough for a test to wait
// for it.
const short = 300 * time.Millisecond

func (s *suite) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// acquire takes a lock that is free.
func (s *suite) acquire(name, owner string, ttl time.Duration) locks.Lease {
	s.t.Helper()
	lease, err := s.Acquire(s.ctx, locks.Request{Name: name, Owner: owner, TTL: ttl})
	s.must(err)
	return lease
}

// held checks that a lock is not free.
func (s *suite) held(name, owner string) {
	s.t.Helper()
	lease, err := s.Acquire(s.ctx, locks.Request{Name: name, Owner: owner, TTL: time.Hour})
	if lease != nil || !errors.Is(err, locks.ErrHeld) || fault.KindOf(err) != fault.Conflict {
		s.t.Fatalf("%q for %q is %v, %v; want ErrHeld", name, owner, lease, err)
	}
}

// lost checks that a lease does not hold its lock any more.
func (s *suite) lost(lease locks.Lease) {
	s.t.Helper()
	if err := lease.Extend(s.ctx, time.Hour); !errors.Is(err, locks.ErrLost) {
		s.t.Errorf("extending says %v, want ErrLost", err)
	}
	if err := lease.Release(s.ctx); !errors.Is(err, locks.ErrLost) {
		s.t.Errorf("releasing says %v, want ErrLost", err)
	}
	s.must(lease.Release(s.ctx))
}

func (s *suite) exclusive() {
	s.acquire("invoices", "a", time.Hour)
	s.held("invoices", "b")
	s.held("invoices", "")
}

func (s *suite) names() {
	s.acquire("invoices", "a", time.Hour)
	s.acquire("Invoices", "b", time.Hour)
	s.acquire("invoices ", "c", time.Hour)
	s.acquire(strings.Repeat("ä", 256), strings.Repeat("ä", 256), time.Hour)
}

func (s *suite) release() {
	lease := s.acquire("invoices", "a", time.Hour)
	other := s.acquire("letters", "a", time.Hour)
	s.must(lease.Release(s.ctx))
	s.acquire("invoices", "b", time.Hour)
	s.held("letters", "b")
	s.must(other.Release(s.ctx))
}

func (s *suite) releaseTwice() {
	first := s.acquire("invoices", "a", time.Hour)
	s.must(first.Release(s.ctx))
	s.acquire("invoices", "a", time.Hour)
	s.must(first.Release(s.ctx))
	s.held("invoices", "b")
	if err := first.Extend(s.ctx, time.Hour); !errors.Is(err, locks.ErrLost) {
		s.t.Errorf("extending what was released says %v, want ErrLost", err)
	}
}

func (s *suite) releaseLate() {
	lease := s.acquire("invoices", "a", time.Hour)
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	s.must(lease.Release(ctx))
	s.acquire("invoices", "b", time.Hour)
}

func (s *suite) expiry() {
	s.acquire("invoices", "a", short)
	s.acquire("letters", "a", time.Hour)
	s.held("invoices", "b")
	s.Pass(short)
	s.acquire("invoices", "b", time.Hour)
	s.held("letters", "b")
}

func (s *suite) fencing() {
	late := s.acquire("invoices", "a", short)
	s.Pass(short)
	next := s.acquire("invoices", "b", time.Hour)
	s.lost(late)
	s.held("invoices", "c")
	s.must(next.Extend(s.ctx, 2*time.Hour))
	s.must(next.Release(s.ctx))
}

func (s *suite) lostUnnoticed() {
	late := s.acquire("invoices", "a", short)
	s.Pass(short)
	s.lost(late)
	s.acquire("invoices", "b", time.Hour)
}

func (s *suite) tokens() {
	var last int64
	for range 5 {
		lease := s.acquire("invoices", "a", time.Hour)
		if lease.Token() <= last {
			s.t.Errorf("token %d comes after %d", lease.Token(), last)
		}
		last = lease.Token()
		s.must(lease.Release(s.ctx))
	}
	s.acquire("invoices", "a", short)
	s.Pass(short)
	if next := s.acquire("invoices", "a", time.Hour).Token(); next <= last+1 {
		s.t.Errorf("token %d comes after one greater than %d", next, last)
	}
}

func (s *suite) extend() {
	lease := s.acquire("invoices", "a", short)
	s.must(lease.Extend(s.ctx, time.Hour))
	s.Pass(short)
	s.held("invoices", "b")
	s.must(lease.Release(s.ctx))

	lease = s.acquire("invoices", "a", time.Hour)
	if err := lease.Extend(s.ctx, 0); err == nil || errors.Is(err, locks.ErrLost) {
		s.t.Errorf("extending by nothing says %v", err)
	}
}

func (s *suite) extendNearer() {
	lease := s.acquire("invoices", "a", time.Hour)
	s.must(lease.Extend(s.ctx, short))
	s.Pass(short)
	s.held("invoices", "b")
}

func (s *suite) reentrant() {
	outer := s.acquire("invoices", "a", time.Hour)
	inner := s.acquire("invoices", "a", time.Hour)
	if outer.Token() != inner.Token() {
		s.t.Errorf("the tokens are %d and %d", outer.Token(), inner.Token())
	}
	s.must(outer.Release(s.ctx))
	s.must(outer.Release(s.ctx))
	s.held("invoices", "b")
	s.must(inner.Extend(s.ctx, time.Hour))
	s.must(inner.Release(s.ctx))
	s.acquire("invoices", "b", time.Hour)
	s.held("invoices", "a")
}

func (s *suite) reentrantTime() {
	s.acquire("invoices", "a", short)
	s.acquire("invoices", "a", time.Hour)
	s.acquire("letters", "a", time.Hour)
	s.acquire("letters", "a", short)
	s.Pass(short)
	s.held("invoices", "b")
	s.held("letters", "b")
}

func (s *suite) reentrantLost() {
	outer, inner := s.acquire("invoices", "a", short), s.acquire("invoices", "a", short)
	s.Pass(short)
	again := s.acquire("invoices", "a", time.Hour)
	if again.Token() == outer.Token() {
		s.t.Error("a lock that had ended was continued")
	}
	s.lost(outer)
	s.lost(inner)
	s.must(again.Release(s.ctx))
	s.acquire("invoices", "b", time.Hour)
}

func (s *suite) anonymous() {
	s.acquire("invoices", "", time.Hour)
	s.held("invoices", "")
}

func (s *suite) wrong() {
	for _, r := range []locks.Request{
		{TTL: time.Hour},
		{Name: "a"},
		{Name: "a", TTL: -1},
		{Name: "a", TTL: time.Microsecond},
		{Name: "a\x00", TTL: time.Hour},
		{Name: "\xff", TTL: time.Hour},
		{Name: strings.Repeat("a", 513), TTL: time.Hour},
		{Name: "a", Owner: "\xff", TTL: time.Hour},
		{Name: "a", Owner: strings.Repeat("a", 513), TTL: time.Hour},
	} {
		lease, err := s.Acquire(s.ctx, r)
		if failed, ok := errors.AsType[*fault.Error](err); lease != nil || !ok || failed.Kind != fault.Internal || failed.Hint == "" {
			s.t.Errorf("%.40q, %.40q, %s: got %v, %v", r.Name, r.Owner, r.TTL, lease, err)
		}
	}
}
