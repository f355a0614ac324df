package clock

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// motion is what works at the moment for an application whose clock is turned. The clock must not be turned over it: what it is about to
// wait for would be over too early, or too late.
type motion struct {
	mu    sync.Mutex
	works map[*work]bool
}

// work is one of them.
type work struct {
	of     *motion
	parked int // waits that it is in: for the clock, or for scripts that wait
	since  time.Time
}

type workKey struct{}

// patience is how long work may take between two waits before the clock is turned nevertheless: a query does not, a stream without end
// does.
const patience = 100 * time.Millisecond

// Working begins work, which is over when done is called. With a clock that is nil there is nothing to note.
func (t *Turned) Working(ctx context.Context) (of context.Context, done func()) {
	if t == nil {
		return ctx, func() {}
	}
	m := &t.motion
	w := &work{of: m, since: time.Now()}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.works == nil {
		m.works = map[*work]bool{}
	}
	m.works[w] = true
	return context.WithValue(ctx, workKey{}, w), func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.works, w)
	}
}

// Parked says that the work of a context waits, for what may take until the clock is turned, until resume is called for the first time.
func Parked(ctx context.Context) (resume func()) {
	w, _ := ctx.Value(workKey{}).(*work)
	if w == nil {
		return func() {}
	}
	w.park(1)
	return sync.OnceFunc(func() { w.park(-1) })
}

func (w *work) park(n int) {
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	w.parked += n
	w.since = time.Now()
}

// moves reports whether anything works that has not been at it for long.
func (m *motion) moves() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for w := range m.works {
		if w.parked == 0 && time.Since(w.since) < patience {
			return true
		}
	}
	return false
}

// The looks in a row at which nothing may move, and the pause after one at which something did.
const (
	looks = 4
	pause = 50 * time.Microsecond
)

// Settle waits until nothing moves: scripts are idle, and all work waits, or has taken for longer than work does.
func (t *Turned) Settle(ctx context.Context, idle func() bool) {
	for quiet := 0; quiet < looks && ctx.Err() == nil; {
		if idle() && !t.motion.moves() {
			quiet++
			runtime.Gosched() // what was just woken comes first
			continue
		}
		quiet = 0
		time.Sleep(pause)
	}
}
