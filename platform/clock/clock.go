package clock

import (
	"context"
	"time"
)

// Clock is a clock, with what waits for it.
type Clock interface {
	// Now returns the time of day.
	Now() time.Time
	// At returns the time that says how long something has lasted: no change of the time of day moves it.
	At() time.Time
	// AfterFunc calls f once d has passed, unless stop is called before; stop reports whether it prevented that. f must not block.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Real is the clock of the machine.
type Real struct{}

// Now implements [Clock].
func (Real) Now() time.Time { return time.Now() }

// At implements [Clock].
func (Real) At() time.Time { return time.Now() }

// AfterFunc implements [Clock].
func (Real) AfterFunc(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }

// Or returns a clock, or that of the machine for nil.
func Or(c Clock) Clock {
	if c == nil {
		return Real{}
	}
	return c
}

// Stands reports whether waits go by a clock that stands still.
func Stands(c Clock) bool {
	t, _ := c.(*Turned)
	return t.Stands(Waits)
}

// Sleep waits until d has passed. It returns false if the context ends before.
func Sleep(ctx context.Context, c Clock, d time.Duration) bool {
	if t := alone(ctx, c); t != nil {
		t.Pass(d)
		return ctx.Err() == nil
	}
	select {
	case <-After(ctx, c, d):
		return true
	case <-ctx.Done():
		return false
	}
}

type aloneKey struct{}

// Alone returns a context for code that keeps all else from running while it waits. Nothing could turn a clock that stands still
// meanwhile, so its waits do.
func Alone(ctx context.Context) context.Context { return context.WithValue(ctx, aloneKey{}, true) }

// alone returns the clock to turn for who waits alone; nil if none is to be turned.
func alone(ctx context.Context, c Clock) *Turned {
	if t, _ := c.(*Turned); t.Stands(Waits) && ctx.Value(aloneKey{}) != nil {
		return t
	}
	return nil
}

// TurnUntil turns a clock for who waits [Alone], from one wait that is over to the next, until something has happened. It does nothing for
// others.
func TurnUntil(ctx context.Context, c Clock, happened func() bool) {
	t := alone(ctx, c)
	for t != nil && !happened() {
		next, some := t.Next()
		if !some {
			return
		}
		t.Step(next)
	}
}

// After returns a channel that is closed, or gets the time, once d has passed. The wait ends with the context, too, and is that of
// the work which the context belongs to.
func After(ctx context.Context, c Clock, d time.Duration) <-chan time.Time {
	t, isTurned := c.(*Turned)
	if !isTurned {
		return time.After(d)
	}
	over, resume := make(chan time.Time), Parked(ctx)
	stop := t.add(d, true, func() {
		resume() // before it goes on, so that the time is not turned further meanwhile
		close(over)
	})
	context.AfterFunc(ctx, func() {
		stop()
		resume()
	})
	return over
}
