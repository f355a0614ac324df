package vm

import (
	"sync"
	"sync/atomic"
	"time"
)

// meter measures the CPU time of a run, or a part of one, with the clock of its thread. If that clock cannot
// be read, it uses the watchdog's ticks: these measure wall time, except that they stop while the whole
// process is stopped.
type meter struct {
	known atomic.Uint64 // the phase below, for concurrent readers
	mu    sync.Mutex
	phase uint64 // of the run, without the low bits
	base  time.Duration
	ticks bool // ticks are used
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

// read returns how long the run that has phase p has computed since start; ok is false if another run is
// measured.
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
		if now, ok = ask(); !ok { // the thread has ended, and the run with it
			return 0, false
		}
	}
	return now - m.base, true
}
