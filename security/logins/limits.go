package logins

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// Options say how many failures there may be.
type Options struct {
	Failures   int           // of one name; 0 for no limit
	PerAddress int           // of one address, whatever the names; 0 for no limit
	Within     time.Duration // the time in which they are counted
	Lockout    time.Duration // for which a name or an address is locked out
}

// mostCounters is the number of names, and of addresses, that are counted.
const mostCounters = 100_000

// Limits count the failures. Their methods may be called by several goroutines.
type Limits struct {
	options Options
	of      *counted
}

// counted is what was counted, under whichever limits.
type counted struct {
	clock  func() time.Time
	began  time.Time
	secret [sha256.Size]byte // names are kept as hashes, which nobody can make from a list of names

	mu               sync.Mutex
	names, addresses table
}

// New returns limits with nothing counted, by a clock.
func New(o Options, now func() time.Time) *Limits {
	of := &counted{clock: now, began: now(), names: newTable(mostCounters), addresses: newTable(mostCounters)}
	_, _ = rand.Read(of.secret[:]) // never fails: a system without randomness ends the process
	return &Limits{o, of}
}

// With returns other limits of what is counted here. Lock-outs last as long as they were to.
func (l *Limits) With(o Options) *Limits { return &Limits{o, l.of} }

// Locked is the error of an attempt that is refused.
type Locked struct {
	After time.Duration // it may be tried again after this time
}

func (e *Locked) Error() string { return fmt.Sprintf("locked out for %s", e.After) }

// RetryAfter returns the value of the header Retry-After of an answer: seconds, rounded up.
func (e *Locked) RetryAfter() string {
	return strconv.FormatInt(int64((e.After+time.Second-1)/time.Second), 10)
}

// Refusal is the message for clients that are locked out: the same for each name.
const Refusal = "too many log-ins have failed; try again later"

// Attempt is one try to log in. It ends with one of its methods, of which the first call counts.
type Attempt struct {
	limits        *Limits
	name, address key
	counts        struct{ name, address bool }
	once          sync.Once
}

// Begin begins to log in under a name, from an address, which is invalid if it is not known. The error is a *[Locked].
func (l *Limits) Begin(name string, address netip.Addr) (*Attempt, error) {
	a := &Attempt{limits: l, name: l.of.keyOf(name), address: l.of.keyAt(address)}
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if err := l.refuses(a); err != nil {
		return nil, err
	}
	now := l.of.now()
	a.counts.name = l.options.Failures > 0 && l.of.names.begin(a.name, now, l.options.Within)
	a.counts.address = l.options.PerAddress > 0 && address.IsValid() && l.of.addresses.begin(a.address, now, l.options.Within)
	return a, nil
}

// refuses returns a *Locked if the attempt may not begin now.
func (l *Limits) refuses(a *Attempt) error {
	now := l.of.now()
	after := max(l.of.names.refuses(a.name, now, l.options.Within, l.options.Failures),
		l.of.addresses.refuses(a.address, now, l.options.Within, l.options.PerAddress))
	if after > 0 {
		return &Locked{after}
	}
	return nil
}

// Check ends the attempt with what a look at the password says. An error of that is not a failure to log in.
func (a *Attempt) Check(matches func() (bool, error)) (matched bool, err error) {
	defer a.Abandon() // also if matches panics
	matched, err = matches()
	switch {
	case err != nil:
		return false, err
	case matched:
		a.Succeed()
	default:
		a.Fail()
	}
	return matched, nil
}

// Fail counts a failure.
func (a *Attempt) Fail() {
	a.end(func(t *table, k key, most int) { t.fail(k, a.limits.of.now(), a.limits.options, most) })
}

// Succeed forgets the failures of the name. Those of the address stay: one's own password is no excuse for guessing those of others.
func (a *Attempt) Succeed() {
	a.end(func(t *table, k key, _ int) {
		if t == &a.limits.of.names {
			t.forget(k)
		}
	})
}

// Abandon ends the attempt as if it had not been.
func (a *Attempt) Abandon() { a.end(func(*table, key, int) {}) }

// end takes the attempt back, and then counts what has come of it.
func (a *Attempt) end(count func(t *table, k key, most int)) {
	a.once.Do(func() {
		of := a.limits.of
		of.mu.Lock()
		defer of.mu.Unlock()
		if a.counts.name {
			of.names.takeBack(a.name)
			count(&of.names, a.name, a.limits.options.Failures)
		}
		if a.counts.address {
			of.addresses.takeBack(a.address)
			count(&of.addresses, a.address, a.limits.options.PerAddress)
		}
	})
}

// Allowed returns a *[Locked] if nobody may log in under the name, or from the address, at the moment.
func (l *Limits) Allowed(name string, address netip.Addr) error {
	a := &Attempt{limits: l, name: l.of.keyOf(name), address: l.of.keyAt(address)}
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	return l.refuses(a)
}

// Fail counts a failure that was found out in another way.
func (l *Limits) Fail(name string, address netip.Addr) {
	byName, byAddress := l.of.keyOf(name), l.of.keyAt(address)
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	if l.options.Failures > 0 {
		l.of.names.fail(byName, l.of.now(), l.options, l.options.Failures)
	}
	if l.options.PerAddress > 0 && address.IsValid() {
		l.of.addresses.fail(byAddress, l.of.now(), l.options, l.options.PerAddress)
	}
}

// Succeed forgets the failures of a name, and ends its lock-out.
func (l *Limits) Succeed(name string) {
	k := l.of.keyOf(name)
	l.of.mu.Lock()
	defer l.of.mu.Unlock()
	l.of.names.forget(k)
}

// now returns the time since the counting began.
func (c *counted) now() time.Duration { return c.clock().Sub(c.began) }
