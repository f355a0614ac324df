package queue

import (
	"context"
	"sync"
	"time"
)

// gate stops the messages of one queue: while somebody has paused it, and for a while after an error that is not the messages' own,
// such as a store that cannot be written.
type gate struct {
	mu     sync.Mutex
	paused bool
	until  time.Time
	opened chan struct{} // closed and replaced whenever something changes
}

func newGate() *gate { return &gate{opened: make(chan struct{})} }

// pause closes or opens the gate.
func (g *gate) pause(paused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paused != paused {
		g.paused = paused
		g.change()
	}
}

// hold closes the gate for a while.
func (g *gate) hold(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.until) {
		g.until = until
		g.change()
	}
}

// change is called with the lock held.
func (g *gate) change() {
	close(g.opened)
	g.opened = make(chan struct{})
}

// changed returns a channel that is closed when the gate changes.
func (g *gate) changed() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.opened
}

// pass waits until the gate is open.
func (g *gate) pass(ctx context.Context) error {
	for {
		g.mu.Lock()
		paused, wait, changed := g.paused, time.Until(g.until), g.opened
		g.mu.Unlock()
		if !paused && wait <= 0 {
			return nil
		}
		var over <-chan time.Time
		if !paused {
			over = time.After(wait)
		}
		select {
		case <-changed:
		case <-over:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
