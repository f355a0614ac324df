package limit

import (
	"context"
	"sync"
	"time"
)

// Work is what can stand still: a worker, a request, a message. The zero value has never stood still; nil never does. Its methods are safe
// from any goroutine.
type Work struct {
	mu        sync.Mutex
	stops     int // that have not ended
	total     time.Duration
	since     time.Time     // when it began to stand still
	moves     chan struct{} // closed when it goes on
	followers map[*Work]int // how often each follows
	kept      map[*kept]struct{}
}

type workKey struct{}

// In returns a context that carries the work.
func (w *Work) In(ctx context.Context) context.Context { return context.WithValue(ctx, workKey{}, w) }

// Of returns the work that a context carries; nil if there is none.
func Of(ctx context.Context) *Work {
	w, _ := ctx.Value(workKey{}).(*Work)
	return w
}

// Stop lets the work, and what follows it, stand still until GoOn is called as often.
func (w *Work) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stops++; w.stops > 1 {
		return
	}
	w.since, w.moves = time.Now(), make(chan struct{})
	for f := range w.followers {
		f.Stop()
	}
	for k := range w.kept {
		go k.renew(w.moves)
	}
}

// GoOn takes one Stop back.
func (w *Work) GoOn() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stops--; w.stops > 0 {
		return
	}
	w.total += time.Since(w.since)
	close(w.moves)
	for f := range w.followers {
		f.GoOn()
	}
}

// Follow lets the work stand still while another one does, until leave is called. Works do not follow each other in a circle.
func (w *Work) Follow(other *Work) (leave func()) {
	if w == nil {
		return func() {}
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	if other.followers == nil {
		other.followers = map[*Work]int{}
	}
	if other.followers[w]++; other.followers[w] == 1 && other.stops > 0 {
		w.Stop()
	}
	return sync.OnceFunc(func() { other.dismiss(w) })
}

func (w *Work) dismiss(follower *Work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.followers[follower]--; w.followers[follower] > 0 {
		return
	}
	delete(w.followers, follower)
	if w.stops > 0 {
		follower.GoOn()
	}
}

// Still reports whether the work stands still.
func (w *Work) Still() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stops > 0
}

// Stood returns for how long the work has stood still so far.
func (w *Work) Stood() time.Duration {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stops == 0 {
		return w.total
	}
	return w.total + time.Since(w.since)
}
