package vm

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/fault"
)

// ErrAbandoned is what a detached call ends with that was given up.
var ErrAbandoned = fault.New("vm.pool", fault.Canceled, "the work was given up")

// Detach lets Do return when the current step is over while the call goes on, for an answer that
// is sent while it is made. The call has no deadline any more; its context is made of ctx, though what was
// begun before keeps the one it has. over is told when the call ends, on any goroutine.
// It is called in a step, and once at most.
func (v *VM) Detach(ctx context.Context, over func(err error)) *Call {
	c := v.Current()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.detached, c.over, c.givenUp = true, over, nil
	c.parent, c.deadline = ctx, time.Time{}
	if before := c.cancel; before != nil {
		var cancel context.CancelFunc
		c.ctx, cancel = context.WithCancel(ctx)
		c.cancel = func() { cancel(); before() }
	}
	return c
}

// letGo lets Do return of a detached call, at the end of a step: what the step has done after
// Detach is seen by whoever called Do. In the first step Do does not wait yet.
func (c *Call) letGo() {
	if c.detached && !c.free {
		c.free = true
		if c.done != nil {
			close(c.done)
		}
	}
}

// Abandon ends a detached call: now, or when the step under way is over.
func (c *Call) Abandon() {
	c.mu.Lock()
	c.givenUp = ErrAbandoned
	c.mu.Unlock()
	c.abandon(ErrAbandoned)
}
