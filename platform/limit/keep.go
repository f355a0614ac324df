package limit

import (
	"context"
	"sync"
	"time"
)

// kept is what others would take back if the work stood still for long.
type kept struct {
	every time.Duration
	ended chan struct{}
	mu    sync.Mutex // held during a call
	call  func(passed time.Duration)
}

// Keep calls renew when the work of a context begins to stand still, at intervals for as long as it does, and when it goes on: each time with
// what has passed since the call before. That ends with the context, or when stop is called; a renewal that is under way then is not waited for.
func Keep(ctx context.Context, every time.Duration, renew func(passed time.Duration)) (stop func()) {
	w := Of(ctx)
	if w == nil {
		return func() {}
	}
	k := &kept{every: every, call: renew, ended: make(chan struct{})}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.kept == nil {
		w.kept = map[*kept]struct{}{}
	}
	w.kept[k] = struct{}{}
	if w.stops > 0 {
		go k.renew(w.moves)
	}
	end := sync.OnceFunc(func() {
		close(k.ended)
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.kept, k)
	})
	over := context.AfterFunc(ctx, end)
	return func() { over(); end() }
}

// renew calls renew until the work moves.
func (k *kept) renew(moves <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	ticks := time.NewTicker(max(k.every, time.Millisecond))
	defer ticks.Stop()
	last := time.Now()
	for again := true; ; {
		now := time.Now()
		k.call(now.Sub(last))
		if last = now; !again {
			return
		}
		select {
		case <-ticks.C:
		case <-moves:
			again = false
		case <-k.ended:
			return
		}
	}
}
