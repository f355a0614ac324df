package vm

import (
	"container/heap"
	"context"
	"time"

	"github.com/fwrun/fwrun/platform/clock"
)

// turnedClock is the clock of scripts while a test turns it.
type turnedClock struct{ of *clock.Turned }

// Now implements [Clock].
func (c turnedClock) Now(context.Context) time.Time { return c.of.Now() }

// Elapsed implements [Clock].
func (c turnedClock) Elapsed(_ context.Context, ms float64) float64 {
	if c.of.Stands(clock.Performance) {
		return float64(c.of.Passed()) / float64(time.Millisecond)
	}
	return ms
}

// Turned returns the clock that a test turns; nil otherwise.
func (v *VM) Turned() *clock.Turned { return v.world.Turned }

// Waits returns the clock that waits of the host go by for scripts.
func (v *VM) Waits() clock.Clock {
	if v.world.Turned == nil {
		return clock.Real{}
	}
	return v.world.Turned
}

// Alone returns a context of the running code for what it waits for with the VM, so that nobody else can turn the clock of a test.
func (v *VM) Alone(ctx context.Context) context.Context {
	if v.world.Turned == nil {
		return ctx
	}
	return clock.Alone(ctx)
}

// immediates come before timers that are due at the same time.
const immediates = "setImmediate"

// afterTurned is After for a timer that waits for a test. Its time is in whole milliseconds, and what one of them sets for at once is due a
// millisecond later, so that time passes in a loop of them.
func (v *VM) afterTurned(d time.Duration, o TimerOptions, fire func() error) *Timer {
	q := &v.turned
	d = d.Truncate(time.Millisecond)
	if d == 0 && q.turning {
		d = time.Millisecond
	}
	t := &Timer{queue: q, frame: v.traced(o.Kind), fire: fire, options: o, at: -1, soon: o.Part == immediates}
	q.add(v, t, func(now time.Time) time.Time { return now.Add(d) })
	return t
}

// TurnedTimers returns when the timers are due that wait for a test, in no order.
func (v *VM) TurnedTimers() (due []time.Time) {
	q := &v.turned
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.heap {
		if !t.dropped {
			due = append(due, t.due)
		}
	}
	return due
}

// NextTurned returns when the first of them is due, or ends with its call, and false if there is none.
func (v *VM) NextTurned() (due time.Time, some bool) {
	q := &v.turned
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.heap) == 0 {
		return time.Time{}, false
	}
	return q.heap[0].due, true
}

// FireTurned runs the first of the timers that wait for a test, if it is due, on the VM, within the running code. It reports whether it has
// fired, and returns what it has thrown.
func (v *VM) FireTurned() (fired bool, err error) {
	t := v.takeTurned()
	if t == nil {
		return false, nil
	}
	if t.dropped {
		v.drop(t)
		return false, nil
	}
	outer, before := v.frame, v.turned.turning
	v.frame, v.turned.turning = t.frame, true
	defer func() { v.frame, v.turned.turning = outer, before }()
	return true, t.fire()
}

// takeTurned removes the first timer that is due, and returns nil if none is.
func (v *VM) takeTurned() *Timer {
	q, now := &v.turned, v.world.Turned.At()
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.heap) == 0 || q.heap[0].due.After(now) {
		return nil
	}
	t := heap.Pop(&q.heap).(*Timer)
	t.gone()
	return t
}

// ClearTurned removes the timers that wait for a test. It is called on the VM.
func (v *VM) ClearTurned() {
	q := &v.turned
	q.mu.Lock()
	list := q.heap
	q.heap = nil
	q.mu.Unlock()
	for _, t := range list {
		t.at = -1
		t.gone()
		if t.options.Drop != nil {
			t.options.Drop()
		}
	}
}

// Idle reports whether the VM runs nothing, and nothing waits to be run on it. Safe from any goroutine.
func (v *VM) Idle() bool {
	v.pool.mu.Lock()
	defer v.pool.mu.Unlock()
	return !v.busy && len(v.jobs) == 0 && len(v.pool.waiting) == 0
}

// parked says that the work which the call belongs to waits for its promise, until the result is called.
func (c *Call) parked() (goOn func()) {
	if c.vm.world.Turned == nil {
		return func() {}
	}
	return clock.Parked(c.parent)
}
