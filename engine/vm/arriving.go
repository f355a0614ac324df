package vm

import (
	"context"
	"time"
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
	if c.deadline.IsZero() || c.moves {
		return c.arrived
	}
	c.moves = true
	if before := c.cancel; before != nil { // what is begun from now on follows the deadline
		ctx, cancel := c.moving(context.WithoutCancel(c.ctx))
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
	stood := c.until().Sub(c.deadline)
	if latest := time.Now().Add(c.vm.pool.options.HandlerTimeout - stood); moved.After(latest) {
		moved = latest
	}
	if moved.After(c.deadline) {
		c.deadline = moved
	}
}

// left returns the time until the deadline: 0 or less if it has passed, or if there is none.
func (c *Call) left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deadline.IsZero() {
		return 0
	}
	return c.more()
}

// moving makes a context that ends at the deadline, wherever that is by then. c.mu is held.
func (c *Call) moving(parent context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, end := context.WithCancelCause(parent)
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(c.until()), func() {
		if more := c.left(); more > 0 { // it takes c.mu, so timer is set
			timer.Reset(more)
			return
		}
		end(context.DeadlineExceeded)
	})
	return moving{ctx, c}, func() { timer.Stop(); end(nil) }
}

// moving is the context of a call whose deadline moves.
type moving struct {
	context.Context
	call *Call
}

// Deadline implements [context.Context].
func (m moving) Deadline() (deadline time.Time, ok bool) {
	m.call.mu.Lock()
	defer m.call.mu.Unlock()
	return m.call.until(), !m.call.deadline.IsZero()
}

// Err implements [context.Context].
func (m moving) Err() error {
	if err := m.Context.Err(); err == nil || context.Cause(m.Context) != context.DeadlineExceeded { //nolint:errorlint // it is that value
		return err
	}
	return context.DeadlineExceeded
}
