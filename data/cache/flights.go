package cache

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/fault"
)

// Flights let one of several callers that miss the same entry make its value, while the
// others wait for it. The zero value is ready; it is safe for concurrent use.
//
// Who makes the value leads, and tells the outcome later, from any goroutine:
// golang.org/x/sync/singleflight runs a function until it returns, but a value made by a
// script is there when its promise is, and until then the leader's goroutine and VM are free.
//
// A leader that fails, or whose context ends, hands over to the one that waits longest.
//
// The order that lets no old value stay in a store: a leader sets the entry, then completes,
// and deletes the entry when Complete says no; who evicts an entry calls Forget, then deletes it.
type Flights struct {
	mu    sync.Mutex
	going map[flightKey]*flight
}

type flightKey struct{ cache, key string }

// flight is the making of one value. Its fields are guarded by Flights.mu.
type flight struct {
	key     flightKey
	waiting []chan landing // first come, first served; each has room for its only message
}

// landing is what one who waits is told: a value, to lead, or to begin anew.
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

// Lead is the duty to make one value: Complete or Fail has to be called, and what is
// called after the first of them does nothing.
type Lead struct {
	flights *Flights
	flight  *flight
	over    bool // guarded by Flights.mu
	unwatch func() bool
}

// TryLead returns the lead if nobody has it, and nil otherwise. It never waits. The lead
// ends with ctx.
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

// Join returns the value that somebody else made, or the lead, which is then not nil. It
// waits, so what the leader needs must not be held, such as its VM; and a leader that
// joins its own flight waits for itself. The error is that ctx has ended.
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

// Complete gives the value to those who wait. It is false when the value may be an old one,
// or is not this leader's to make any more: then it must not stay in the store.
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

// Fail hands over to the next one who waits.
func (l *Lead) Fail() {
	f := l.flights
	f.mu.Lock()
	defer f.mu.Unlock()
	if l.end() {
		f.handOver(l.flight)
	}
}

// Forget lets later callers make the value anew, rather than wait for one that is being made
// of what was before. Those who wait already get it.
func (f *Flights) Forget(cache, key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.going, flightKey{cache, key})
}

// ForgetAll is Forget for all keys of a cache.
func (f *Flights) ForgetAll(cache string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for k := range f.going {
		if k.cache == cache {
			delete(f.going, k)
		}
	}
}

// lead makes a Lead that ends with ctx. The mutex is held.
func (f *Flights) lead(ctx context.Context, fl *flight) *Lead {
	l := &Lead{flights: f, flight: fl}
	l.unwatch = context.AfterFunc(ctx, l.Fail)
	return l
}

// end is true the first time. The mutex is held.
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

// queue begins to wait; the flight is nil when there is none.
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

// leave ends waiting. Who was told to take over meanwhile passes that on.
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

// handOver makes the next one lead. In a flight that was forgotten all begin anew, with
// whoever has begun before them. The mutex is held.
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

// tell tells all who wait.
func (fl *flight) tell(l landing) {
	for _, landed := range fl.waiting {
		landed <- l
	}
	fl.waiting = nil
}

// ended is the error of a caller whose context has ended.
func ended(ctx context.Context) error {
	const op = "cache.join"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.New(op, fault.Timeout, "the value of a cache entry took too long to make").Because(ctx.Err())
	}
	return fault.New(op, fault.Canceled, "the caller went away").Because(ctx.Err())
}
