package locks

import (
	"context"
	"math/rand/v2"
	"time"
)

// The bounds of the time between two tries.
const (
	firstPause = 5 * time.Millisecond
	maxPause   = 250 * time.Millisecond
)

// poll tries to take a lock until it succeeds, the time to wait has passed or ctx has ended. It
// tries again after 5 ms, then less and less often, at last four times a second. try returns a
// nil lease if another owner holds the lock.
func poll(ctx context.Context, r Request, try func(context.Context, Request) (Lease, error)) (Lease, error) {
	late := time.Now().Add(r.Wait)
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		if ctx.Err() != nil {
			return nil, ended(ctx, r.Name)
		}
		lease, err := try(ctx, r)
		if lease != nil || err != nil {
			return lease, err
		}
		left := time.Until(late)
		if left <= 0 {
			return nil, held(r.Name)
		}
		// Up to a half less, so that requests that came at the same time do not try at the same
		// time.
		rest(ctx, min(left, pause-rand.N(pause/2)))
	}
}

// rest waits for d or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// whole returns a context in which a command runs to its end even if ctx ends: if it were cut
// off, it would be unknown whether it took or released the lock.
func whole(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}
