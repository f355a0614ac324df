package vm

import (
	"sync"
	"sync/atomic"
	"time"
)

// meter measures how long a run computes, or a part of one, by the clock of its thread. Where no
// clock of that thread can be read, the watchdog's ticks stand in: they are those of a clock on
// the wall, except that none pass while the whole process stands still.
type meter struct {
	known atomic.Uint64 // the phase below, for who only wants to know
	mu    sync.Mutex
	phase uint64 // of the run, without what it is doing
	base  time.Duration
	ticks bool // they stand in
}

// start begins to measure the run that has phase p.
func (m *meter) start(p uint64, ask func() (time.Duration, bool), ticks int64) {
	base, ok := ask()
	if !ok {
		base = time.Duration(ticks) * tick
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.phase, m.base, m.ticks = p&^phaseMask, base, !ok
	m.known.Store(m.phase)
}

// read tells how long the run that has phase p has computed since start; ok is false when it is
// not the one that is measured.
func (m *meter) read(p uint64, ask func() (time.Duration, bool), ticks int64) (spent time.Duration, ok bool) {
	if p &^= phaseMask; m.known.Load() != p {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.phase != p {
		return 0, false
	}
	now := time.Duration(ticks) * tick
	if !m.ticks {
		if now, ok = ask(); !ok { // the thread has gone, and the run with it
			return 0, false
		}
	}
	return now - m.base, true
}
