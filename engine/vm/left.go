package vm

import (
	"container/heap"
	"context"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/fault"
)

// timersEnd returns when the timers of the call end; zero if they live on.
func (c *Call) timersEnd(now time.Time) time.Time {
	if !c.Over() || c.vm.attended() { // a person ends what takes too long
		return time.Time{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended || c.known().longer > 0 {
		return time.Time{}
	}
	rare := c.own()
	if rare.until.IsZero() {
		rare.until = c.vm.still.By(now.Add(c.vm.pool.options.TimerGrace))
	}
	return rare.until.Time()
}

// isLeft reports whether a call has ended for so long that nothing is begun for it any more.
func (v *VM) isLeft(c *Call) bool {
	if c == nil || !c.Over() {
		return false
	}
	now := v.world.Turned.At()
	end := c.timersEnd(now)
	return !end.IsZero() && now.After(end)
}

// endTimers ends the timers of the call that are not due within the grace.
func (c *Call) endTimers() {
	if end := c.timersEnd(c.vm.world.Turned.At()); !end.IsZero() {
		c.vm.timers.endOf(c, end)
		c.vm.turned.endOf(c, end)
		c.vm.fireTimers()
	}
}

// extend lets the timers of the call outlive it, until shorten is called as often.
func (c *Call) extend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.own().longer++
}

// KeepTimers lets the timers of the call live on after it.
func (c *Call) KeepTimers() { c.extend() }

// Handler returns the index of the handler that the call is for; see [VM.Serves].
func (c *Call) Handler() (index int, ok bool) { return int(c.handler) - 1, c.handler > 0 }

func (c *Call) shorten() {
	c.mu.Lock()
	rare := c.own()
	rare.longer--
	last := rare.longer == 0 && c.ended
	c.mu.Unlock()
	if last && rare.timers.Load() > 0 {
		c.endTimers()
	}
}

// endBy makes the timer end instead of firing, if it is due later than end.
func (t *Timer) endBy(end time.Time) {
	if t.due.After(end) {
		t.due, t.dropped = end, true
	}
}

// gone notes that the timer does not wait any more.
func (t *Timer) gone() {
	if call := t.frame.Call(); call != nil {
		call.own().timers.Add(-1)
	}
}

// endOf ends the timers of a call that are due later than end.
func (q *timers) endOf(call *Call, end time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.heap {
		if t.frame.Call() == call {
			t.endBy(end)
		}
	}
	heap.Init(&q.heap)
}

// drop ends a timer that its call has left behind, and tells of it.
func (v *VM) drop(t *Timer) {
	if t.options.Drop != nil && !t.open {
		t.options.Drop()
	}
	report := v.hooks.Left
	if t.open {
		report = v.hooks.LeftOpen
	}
	if t.options.Kind != "" && report != nil {
		report(v, t.frame.Call(), t.options.Kind)
	}
}

// Apart runs fn on behalf of no call: timers that it makes belong to the application.
func (v *VM) Apart(fn func() error) error {
	outer := v.frame
	v.frame = nil
	defer func() { v.frame = outer }()
	return fn()
}

// ErrOver is the error of WaitUntil after the call has ended.
var ErrOver = fault.New("vm.WaitUntil", fault.Invalid, "the call has ended")

// WaitUntil keeps the context and the timers of the current call until the promise is settled, though the call may be
// answered before: at the longest until its deadline. During boot there is nothing to keep.
func (v *VM) WaitUntil(value goja.Value) error {
	call := v.Current()
	promise, ok := AsPromise(value)
	if call == nil || !ok || promise.State() != goja.PromiseStatePending {
		return nil
	}
	ctx := call.Context()
	call.mu.Lock()
	rare := call.own()
	over := call.ended && rare.waits == 0
	if !over {
		rare.waits++
		rare.longer++
	}
	call.mu.Unlock()
	if over {
		return ErrOver
	}
	v.pool.mu.Lock()
	v.calls++ // the VM is kept, too
	v.pool.mu.Unlock()
	done := sync.OnceFunc(call.endWait)
	context.AfterFunc(ctx, done)
	fulfilled := v.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		go done() // it may drop the VM, which runs this
		return goja.Undefined()
	})
	rejected := v.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
		v.Uncaught(&Thrown{Value: f.Argument(0)})
		go done()
		return goja.Undefined()
	})
	_, err := v.then(value, fulfilled, rejected)
	return err
}

// endWait ends what WaitUntil has begun.
func (c *Call) endWait() {
	c.mu.Lock()
	rare := c.own()
	rare.waits--
	cancel := c.cancel
	over := rare.waits == 0 && c.ended
	c.mu.Unlock()
	c.shorten()
	if over {
		cancel() // there is one: WaitUntil has asked for the context
		c.unfollow()
	}
	c.vm.pool.leave(c.vm)
}

// ofNone counts the timers of scripts that belong to no call.
func (q *timers) ofNone() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.heap {
		if t.options.Kind != "" && !t.open && t.frame.Call() == nil {
			n++
		}
	}
	return n
}
