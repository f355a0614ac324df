package debugger

import (
	"context"
	"sync"
	"sync/atomic"
)

// Host is the process whose scripts are debugged.
type Host interface {
	// Instrument replaces the generation that serves by one that is instrumented, or is not any more. It returns when that has taken over.
	// It does nothing while the process waits for a client before it starts.
	Instrument(ctx context.Context) error
	// On runs fn on the worker that made the handle; if that is empty or gone, on a worker that is free, the first if it can be had.
	On(ctx context.Context, handle string, fn func(Objects)) error
	// Paused notes that a worker was paused, for the log.
	Paused(worker int, at Location)
}

// Debugger is what clients and workers meet in. Its methods are safe from any goroutine.
type Debugger struct {
	host Host
	plan atomic.Pointer[plan]
	line chan struct{} // holds the turn to be paused

	mu         sync.Mutex
	program    *Program // of the generation that serves, or of the one that is about to; nil if it is not instrumented
	leaving    bool     // nobody wanted it any more, so that the plain one may be on its way
	clients    []*client
	pausesNext bool
	starts     bool // it pauses next because the program starts
	pause      *pause
	over       bool // the process ends: nothing stops any more
	lastScript int
	lastID     int
}

// New returns a debugger of a process.
func New(host Host) *Debugger {
	d := &Debugger{host: host, line: make(chan struct{}, 1)}
	d.plan.Store(&plan{skips: true})
	return d
}

// Wanted reports whether the next generation is to be instrumented.
func (d *Debugger) Wanted() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.enabled() > 0
}

// Use makes a program the one that is debugged, before anything of it runs; nil is one that is not instrumented. What is paused in the one
// before goes on: what was changed cannot take effect there.
func (d *Debugger) Use(p *Program) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resumeLocked()
	d.program, d.leaving = p, false
	if p == nil {
		d.replan()
		return
	}
	for _, s := range p.scripts {
		d.lastScript++
		s.ID = d.lastScript
	}
	d.replan()
	for _, c := range d.clients {
		if c.enabled {
			c.events.Cleared()
			c.parsed(p)
		}
	}
}

// PauseAtStart pauses the first statement of the program that runs next.
func (d *Debugger) PauseAtStart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pausesNext, d.starts = true, true
	d.replan()
}

// Log hands a line of the console to all clients.
func (d *Debugger) Log(l Line) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.clients {
		c.events.Logged(l)
	}
}

// End lets go of everything that is paused, for good.
func (d *Debugger) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
	d.plan.Store(&plan{skips: true})
	d.resumeLocked()
}

// each hands an event to the clients that are enabled. d.mu is held.
func (d *Debugger) each(event func(Events)) {
	for _, c := range d.clients {
		if c.enabled {
			event(c.events)
		}
	}
}

// enabled counts the clients that are. d.mu is held.
func (d *Debugger) enabled() (n int) {
	for _, c := range d.clients {
		if c.enabled {
			n++
		}
	}
	return n
}

// Clients returns how many clients are enabled.
func (d *Debugger) Clients() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.enabled()
}
