package cache

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// Flights lets one of several callers that miss the same entry make its value, while the others
// wait for it. The zero value is ready to use. It is safe for concurrent use.
//
// The caller that makes the value is the leader. It reports the outcome later, from any
// goroutine: golang.org/x/sync/singleflight runs a function until it returns, but a script's
// value is there when its promise is settled, and until then the leader's goroutine and VM are
// free.
//
// If a leader fails, or its context ends, the caller that has waited longest becomes the leader.
//
// No outdated value stays in a store if callers keep this order: a leader sets the entry, then
// calls Complete, and deletes the entry if Complete returns false; a caller that evicts an entry
// calls Forget, then deletes the entry.
type Flights struct {
	mu    sync.Mutex
	going map[flightKey]*flight
}

type flightKey struct{ cache, key string }

// flight is one value in the making. Its fields are guarded by Flights.mu.
type flight struct {
	key     flightKey
	waiting []chan landing // first come, first served; each has room for its only message
}

// landing is the message to a waiting caller: take the value, become the leader, or start again.
type landing struct {
	value []byte
	what  landingKind
}

type landingKind uint8

const (
	arrived landingKind = iota
	takeOver
	beginAnew
)

// Lead is the duty to make one value. The leader has to call Complete or Fail; calls after the
// first one have no effect.
type Lead struct {
	flights *Flights
	flight  *flight
	over    bool // guarded by Flights.mu
	unwatch func() bool
}

// TryLead returns the lead, or nil if another caller has it. It never waits. The lead ends with
// ctx.
func (f *Flights) TryLead(ctx context.Context, cache, key string) *Lead {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := flightKey{cache, key}
	if f.going[k] != nil || ctx.Err() != nil {
		return nil
	}
	if f.going == nil {
		f.going = map[flightKey]*flight{}
	}
	f.going[k] = &flight{key: k}
	return f.lead(ctx, f.going[k])
}

// Join returns the value that another caller has made, or the lead, which is not nil then. Join
// may wait, so the caller must not hold anything that the leader needs, such as its VM. A leader
// that joins its own flight waits for itself. The only error is that ctx has ended.
func (f *Flights) Join(ctx context.Context, cache, key string) (value []byte, lead *Lead, err error) {
	for {
		if lead := f.TryLead(ctx, cache, key); lead != nil {
			return nil, lead, nil
		}
		fl, landed := f.queue(flightKey{cache, key})
		if ctx.Err() != nil {
			f.leave(fl, landed)
			return nil, nil, ended(ctx)
		}
		if fl == nil {
			continue // it landed in between
		}
		select {
		case l := <-landed:
			switch l.what {
			case arrived:
				return l.value, nil, nil
			case takeOver:
				return nil, f.takeOver(ctx, fl), nil
			}
		case <-ctx.Done():
			f.leave(fl, landed)
			return nil, nil, ended(ctx)
		}
	}
}

// Complete hands the value to the waiting callers. It returns false if the value may be outdated,
// or if this leader does not have the lead any more: then the value must not stay in the store.
func (l *Lead) Complete(value []byte) bool {
	f := l.flights
	f.mu.Lock()
	defer f.mu.Unlock()
	if !l.end() {
		return false
	}
	current := f.going[l.flight.key] == l.flight
	if current {
		delete(f.going, l.flight.key)
	}
	l.flight.tell(landing{value: value})
	return current
}

// Fail makes the next waiting caller the leader.
func (l *Lead) Fail() {
	f := l.flights
	f.mu.Lock()
	defer f.mu.Unlock()
	if l.end() {
		f.handOver(l.flight)
	}
}

// Forget makes later callers make the value again instead of waiting for one in the making, which
// may be outdated. Callers that wait already still get that one.
func (f *Flights) Forget(cache, key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.going, flightKey{cache, key})
}

// ForgetAll is like Forget, for all keys of a cache.
func (f *Flights) ForgetAll(cache string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for k := range f.going {
		if k.cache == cache {
			delete(f.going, k)
		}
	}
}

// lead returns a Lead that ends with ctx. The caller holds the mutex.
func (f *Flights) lead(ctx context.Context, fl *flight) *Lead {
	l := &Lead{flights: f, flight: fl}
	l.unwatch = context.AfterFunc(ctx, l.Fail)
	return l
}

// end ends the lead. It returns true the first time. The caller holds the mutex.
func (l *Lead) end() bool {
	if l.over {
		return false
	}
	l.over = true
	l.unwatch()
	return true
}

func (f *Flights) takeOver(ctx context.Context, fl *flight) *Lead {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lead(ctx, fl)
}

// queue adds a waiting caller to a flight. The flight is nil if there is none for the key.
func (f *Flights) queue(k flightKey) (*flight, chan landing) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fl := f.going[k]
	if fl == nil {
		return nil, nil
	}
	landed := make(chan landing, 1)
	fl.waiting = append(fl.waiting, landed)
	return fl, landed
}

// leave removes a waiting caller. If that caller has just become the leader, the next one becomes
// it.
func (f *Flights) leave(fl *flight, landed chan landing) {
	if fl == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.Index(fl.waiting, landed); i >= 0 {
		fl.waiting = slices.Delete(fl.waiting, i, i+1)
		return
	}
	if l := <-landed; l.what == takeOver {
		f.handOver(fl)
	}
}

// handOver makes the next waiting caller the leader. If the flight was forgotten, all waiting
// callers start again, together with callers that have started since. The caller holds the mutex.
func (f *Flights) handOver(fl *flight) {
	switch {
	case f.going[fl.key] != fl:
		fl.tell(landing{what: beginAnew})
	case len(fl.waiting) == 0:
		delete(f.going, fl.key)
	default:
		next := fl.waiting[0]
		fl.waiting = fl.waiting[1:]
		next <- landing{what: takeOver}
	}
}

// tell sends the message to all waiting callers.
func (fl *flight) tell(l landing) {
	for _, landed := range fl.waiting {
		landed <- l
	}
	fl.waiting = nil
}

// ended returns the error of a caller whose context has ended.
func ended(ctx context.Context) error {
	const op = "cache.join"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.New(op, fault.Timeout, "computing the value of a cache entry took too long").Because(ctx.Err())
	}
	return fault.New(op, fault.Canceled, "the caller went away").Because(ctx.Err())
}
