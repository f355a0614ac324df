package limit

import (
	"context"
	"sync/atomic"
	"time"
)

// Within is [context.WithTimeoutCause] for work: time in which it stands still does not count. The cause may be nil.
func Within(ctx context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
	w := Of(ctx)
	if w == nil {
		return context.WithTimeoutCause(ctx, d, cause)
	}
	return w.By(time.Now().Add(d)).until(ctx, cause, nil)
}

// In returns a context that ends at the deadline at the latest; ctx if there is none.
func (d Deadline) In(ctx context.Context) (context.Context, context.CancelFunc) {
	switch {
	case d.IsZero():
		return ctx, func() {}
	case d.work == nil:
		return context.WithDeadline(ctx, d.at)
	}
	return d.until(ctx, nil, nil)
}

// Moving is [Deadline.In] for a deadline that may be another one by then: now returns it.
func (d Deadline) Moving(ctx context.Context, now func() Deadline) (context.Context, context.CancelFunc) {
	return d.until(ctx, nil, now)
}

// until makes the context. Contexts that are derived from it end as canceled, with its cause.
func (d Deadline) until(ctx context.Context, cause error, by func() Deadline) (context.Context, context.CancelFunc) {
	if cause == nil {
		cause = context.DeadlineExceeded
	}
	if by == nil {
		by = func() Deadline { return d }
	}
	inner, end := context.WithCancelCause(ctx)
	u := &until{Context: inner, outer: ctx, by: by}
	set := make(chan struct{})
	var timer *time.Timer
	timer = time.AfterFunc(d.Left(), func() {
		<-set
		now := by()
		if left := now.Left(); left > 0 {
			timer.Reset(left)
			return
		}
		if !now.IsZero() && inner.Err() == nil {
			u.late.Store(true)
			end(cause)
		}
	})
	close(set)
	return u, func() { timer.Stop(); end(nil) }
}

// until is a context whose deadline moves.
type until struct {
	context.Context
	outer context.Context
	by    func() Deadline
	late  atomic.Bool
}

// Deadline implements [context.Context].
func (u *until) Deadline() (at time.Time, ok bool) {
	at, ok = u.outer.Deadline()
	if by := u.by(); !by.IsZero() {
		if own := by.Time(); !ok || own.Before(at) {
			return own, true
		}
	}
	return at, ok
}

// Err implements [context.Context].
func (u *until) Err() error {
	if u.late.Load() {
		return context.DeadlineExceeded
	}
	return u.Context.Err()
}
