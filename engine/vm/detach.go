package vm

import (
	"context"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
)

// ErrAbandoned is the error of a detached call that was given up.
var ErrAbandoned = fault.New("vm.pool", fault.Canceled, "the work was canceled")

// Detach lets Do return after the current step while the call continues, for an answer that is sent while it
// is made. The call has no deadline any more; its context is derived from ctx, but work that was begun before
// keeps its context. over is called when the call ends, on any goroutine. Detach is called in a step, at most
// once.
func (v *VM) Detach(ctx context.Context, over func(err error)) *Call {
	c := v.Current()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.detached, c.over, c.givenUp = true, over, nil
	c.parent, c.deadline = c.workIn(ctx), limit.Deadline{}
	if before := c.cancel; before != nil {
		var cancel context.CancelFunc
		c.ctx, cancel = context.WithCancel(c.parent)
		c.cancel = func() { cancel(); before() }
	}
	return c
}

// workIn returns a context that carries the work which the call is done for.
func (c *Call) workIn(ctx context.Context) context.Context {
	if c.still == nil {
		return ctx
	}
	return c.still.In(ctx)
}

// letGo lets Do of a detached call return, at the end of a step, so that the caller of Do sees the effects of
// the step after Detach. In the first step Do does not wait yet.
func (c *Call) letGo() {
	if c.detached && !c.free {
		c.free = true
		if c.done != nil {
			close(c.done)
		}
	}
}

// Abandon ends a detached call: now, or after the current step.
func (c *Call) Abandon() {
	c.mu.Lock()
	c.givenUp = ErrAbandoned
	c.mu.Unlock()
	c.abandon(ErrAbandoned)
}
