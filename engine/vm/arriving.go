package vm

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/platform/limit"
)

// slowest is how many bytes have to arrive in a second for a call to go on.
const slowest = 500

// Arriving lets the current call go on while something arrives for it, such as the body of its request. The caller reports with arrived
// how many bytes have arrived, on any goroutine: each 500 of them move the deadline by a second, to the time of a whole call from then at the
// latest. It is called in a step.
func (v *VM) Arriving() (arrived func(bytes int)) {
	c := v.Current()
	if c == nil || v.pool == nil {
		return func(int) {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deadline.IsZero() || c.moving {
		return c.arrived
	}
	c.moving = true
	if before := c.cancel; before != nil { // what is begun from now on follows the deadline
		ctx, cancel := c.deadline.Moving(context.WithoutCancel(c.ctx), c.until)
		left := context.AfterFunc(c.parent, cancel)
		c.ctx, c.cancel = ctx, func() { left(); cancel(); before() }
	}
	return c.arrived
}

// arrived moves the deadline.
func (c *Call) arrived(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deadline.IsZero() {
		return
	}
	moved := c.deadline.Add(time.Duration(bytes) * (time.Second / slowest))
	if latest := c.still.By(time.Now().Add(c.vm.pool.options.HandlerTimeout)); moved.Time().After(latest.Time()) {
		moved = latest
	}
	if moved.Time().After(c.deadline.Time()) {
		c.deadline = moved
	}
}

// until returns the deadline.
func (c *Call) until() limit.Deadline {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deadline
}

// left returns the time until the deadline: 0 or less if it has passed, or if there is none.
func (c *Call) left() time.Duration {
	deadline := c.until()
	if deadline.IsZero() {
		return 0
	}
	return deadline.Left()
}
