package vm

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// Halt stops the VM in the middle of a run until wait returns: no limit of its calls goes on meanwhile. wait can run scripts on the VM with
// run, each within the time of a whole run, and gets the error of one that was cut off; the run that was halted goes on with the time that it
// had left. The pool has the option Halts.
func (v *VM) Halt(wait func(run func(fn func() error) error)) {
	c := &v.clock
	v.still.Stop()
	defer v.still.GoOn()
	if v.pool == nil || c.depth == 0 {
		wait(func(fn func() error) error { return fn() })
		return
	}
	used, blocks := c.used.Load()+int64(v.pool.watchdog.spent(c)), c.blocks
	wasInterrupted := v.pause()
	v.pool.halted(1)
	v.sight.open()
	wait(v.runHalted)
	v.sight.close()
	v.pool.halted(-1)
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
	case all && !p.still.Still():
		p.still.Stop()
	case !all && p.still.Still():
		p.still.GoOn()
	}
}

// Working returns a context that carries the work that it is for, if VMs may stand still. Limits of the work stand still while it does.
func (p *Pool) Working(ctx context.Context) context.Context {
	if !p.options.Halts || limit.Of(ctx) != nil {
		return ctx
	}
	return new(limit.Work).In(ctx)
}

// by returns the context of work that waits for a VM, with its deadline: while all VMs stand still the work does, until leave is called.
func (p *Pool) by(ctx context.Context, at time.Time) (working context.Context, deadline limit.Deadline, leave func()) {
	if !p.options.Halts {
		return ctx, (*limit.Work)(nil).By(at), func() {}
	}
	working = p.Working(ctx)
	work := limit.Of(working)
	leave = work.Follow(&p.still)
	return working, work.By(at), leave
}
