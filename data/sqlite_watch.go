package data

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// sqliteWatch interrupts the statements of a database whose contexts have ended. It looks at all connections at intervals
// while there are statements, because waiting for each context would take longer than a short statement.
type sqliteWatch struct {
	awake atomic.Bool // it will look
	idle  func()      // called now and then, and when there have been no statements for a while; may be nil

	mu       sync.Mutex
	sessions []*sqliteSession
	looked   int // how often since idle was called
}

const (
	watchInterval = 4 * time.Millisecond
	watchLooks    = 250 // before idle is called: about a second
)

func (w *sqliteWatch) add(s *sqliteSession) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sessions = append(w.sessions, s)
}

func (w *sqliteWatch) remove(s *sqliteSession) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sessions = slices.DeleteFunc(w.sessions, func(other *sqliteSession) bool { return other == s })
}

// wake is called after a statement has begun.
func (w *sqliteWatch) wake() {
	if !w.awake.Load() && w.awake.CompareAndSwap(false, true) {
		time.AfterFunc(watchInterval, w.look)
	}
}

// look interrupts what has to end, and sleeps if there were no statements since it looked before.
func (w *sqliteWatch) look() {
	active := w.visit()
	w.looked++
	if !active || w.looked >= watchLooks {
		w.looked = 0
		if w.idle != nil {
			w.idle()
		}
	}
	if !active {
		w.awake.Store(false)
		if !w.visit() || !w.awake.CompareAndSwap(false, true) { // a statement that began meanwhile has not woken it
			return
		}
	}
	time.AfterFunc(watchInterval, w.look)
}

// visit reports whether any connection has run a statement since the last visit.
func (w *sqliteWatch) visit() (active bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.sessions {
		if s.visited() {
			active = true
		}
	}
	return active
}

// enter begins a statement that ends when ctx does. The caller calls leave after it.
func (s *sqliteSession) enter(ctx context.Context) {
	if ctx.Done() == nil {
		return
	}
	s.mu.Lock()
	s.running = ctx
	s.runs++
	s.mu.Unlock()
	s.watch.wake()
}

func (s *sqliteSession) leave() {
	s.mu.Lock()
	s.running = nil
	s.mu.Unlock()
}

// visited interrupts the running statement if its context has ended, and reports whether there were any statements since the
// last visit. SQLite ignores an interrupt that comes before a statement's first step, so the next visit does it again.
func (s *sqliteSession) visited() (active bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil && s.running.Err() != nil && !s.closed {
		s.handle.interrupt()
	}
	active = s.running != nil || s.runs != s.seen
	s.seen = s.runs
	return active
}
