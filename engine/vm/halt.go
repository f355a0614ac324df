package vm

import (
	"sync"
	"time"
)

// halts measures for how long something has stood still. Time that a VM stands still in the hands of a debugger counts for no limit of its
// calls; time in which all VMs do counts for no call that waits for one. The zero value has never stood still.
type halts struct {
	mu    sync.Mutex
	total time.Duration
	since time.Time // zero while it moves
}

func (h *halts) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.since = time.Now()
}

func (h *halts) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.total += time.Since(h.since)
	h.since = time.Time{}
}

// stood returns for how long it has stood still so far.
func (h *halts) stood() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.since.IsZero() {
		return h.total
	}
	return h.total + time.Since(h.since)
}

// Halt stops the VM in the middle of a run until wait returns: no limit of its calls goes on meanwhile. wait can run scripts on the VM with
// run, each within the time of a whole run, and gets the error of one that was cut off; the run that was halted goes on with the time that it
// had left. The pool has the option Halts.
func (v *VM) Halt(wait func(run func(fn func() error) error)) {
	c := &v.clock
	if v.pool == nil || c.depth == 0 {
		wait(func(fn func() error) error { return fn() })
		return
	}
	used, blocks := c.used.Load()+int64(v.pool.watchdog.spent(c)), c.blocks
	wasInterrupted := v.pause()
	v.halted.begin()
	v.pool.halted(1)
	v.sight.open()
	wait(v.runHalted)
	v.sight.close()
	v.pool.halted(-1)
	v.halted.end()
	c.used.Store(used)
	c.blocks = blocks
	v.resume()
	if wasInterrupted {
		v.interruptAgain()
	}
}

// runHalted runs a script on a halted VM. One that is cut off leaves the run that was halted as it was.
func (v *VM) runHalted(fn func() error) (err error) {
	v.sight.close()
	v.clock.used.Store(0)
	v.clock.blocks = 0
	v.resume()
	defer func() {
		v.pause()
		v.sight.open()
		if p := recover(); p != nil {
			err = v.panicked(p)
		}
	}()
	return fn()
}

// halted notes that one more VM stands still, or one fewer.
func (p *Pool) halted(change int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped += change
	switch all := p.stopped > 0 && p.stopped >= p.sizeLocked(); {
	case all && !p.still:
		p.standstill.begin()
	case !all && p.still:
		p.standstill.end()
	default:
		return
	}
	p.still = !p.still
}

// stood returns for how long all VMs have stood still so far.
func (p *Pool) stood() time.Duration {
	if !p.options.Halts {
		return 0
	}
	return p.standstill.stood()
}

// until returns the deadline of the call, moved by the time for which its VM has stood still since the call began there. c.mu is held.
func (c *Call) until() time.Time {
	if c.deadline.IsZero() || c.vm.pool == nil || !c.vm.pool.options.Halts {
		return c.deadline
	}
	return c.deadline.Add(c.vm.halted.stood() - c.stood)
}

// more returns the time until the deadline, which stays the same while the VM stands still. c.mu is held.
func (c *Call) more() time.Duration {
	more := time.Until(c.until())
	if more > 0 && c.vm.pool != nil && c.vm.pool.options.Halts {
		more = max(more, again)
	}
	return more
}

// again bounds how often a deadline is looked at that moves with the time, because its VM stands still.
const again = 20 * time.Millisecond
