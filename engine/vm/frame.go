package vm

import (
	"context"

	"github.com/fwrun/fwrun/platform/limit"
)

// Frame follows a script across its awaits: it holds the call that the script belongs to, and the values that
// [VM.With] has set for a part of it. During boot the Frame is nil.
type Frame struct {
	call       *Call
	outer      *Frame
	key, value any
	adds       func(context.Context) context.Context // to the context of the call; nil for nothing
	trace      any                                   // see VM.SetTracer
}

// Call returns the call that the frame belongs to, or nil.
func (f *Frame) Call() *Call {
	if f == nil {
		return nil
	}
	return f.call
}

// adding returns what the frame adds to the context of its call.
func (f *Frame) adding() func(context.Context) context.Context {
	if f == nil {
		return nil
	}
	return f.adds
}

// awaits counts one more host operation that the frame's call awaits, and reports whether there is a call.
func (f *Frame) awaits() bool {
	if f == nil || f.call == nil {
		return false
	}
	f.call.awaits.Add(1)
	return true
}

func newCall(ctx context.Context, deadline limit.Deadline, work Work, v *VM) *Call {
	c := &Call{parent: ctx, deadline: deadline, work: work, experience: experienceOf(work), vm: v}
	if v.pool.options.Halts {
		c.still, c.moving = deadline.Work(), true
		c.moves = c.still.Follow(&v.still)
	}
	c.root.call = c
	return c
}

func (c *Call) rootFrame() *Frame {
	if c == nil {
		return nil
	}
	return &c.root
}

// Current returns the call on whose behalf the VM is running, or nil during boot.
func (v *VM) Current() *Call { return v.frame.Call() }

// Context returns the context of the current call: it ends when the call does, and carries the call's log
// attributes and what [VM.Within] adds. During boot it is the background context.
func (v *VM) Context() context.Context {
	ctx := context.Background()
	if call := v.Current(); call != nil {
		ctx = call.Context()
	}
	return v.frame.within(ctx)
}

// Life is Context for work whose result may outlive the deadline of the call, since a detached call can go on with it: it
// ends when the call is over, and has no deadline of its own.
func (v *VM) Life() context.Context {
	ctx := context.Background()
	if call := v.Current(); call != nil {
		ctx = call.lifetime()
	}
	return v.frame.within(ctx)
}

// within adds to a context what the frame adds.
func (f *Frame) within(ctx context.Context) context.Context {
	if adds := f.adding(); adds != nil {
		return adds(ctx)
	}
	return ctx
}

// Within runs fn, and everything that continues from it asynchronously, with contexts that add something to the
// context of the call, such as a span, after what an outer Within adds.
func (v *VM) Within(adds func(context.Context) context.Context, fn func() error) error {
	outer := v.frame
	if before, own := outer.adding(), adds; before != nil {
		adds = func(ctx context.Context) context.Context { return own(before(ctx)) }
	}
	v.frame = &Frame{call: outer.Call(), outer: outer, adds: adds, trace: outer.traceOf()}
	defer func() { v.frame = outer }()
	return fn()
}

// With runs fn, and everything that continues from it asynchronously, with a value that [VM.Value] returns,
// such as a transaction.
func (v *VM) With(key, value any, fn func() error) error {
	outer := v.frame
	v.frame = &Frame{call: outer.Call(), outer: outer, key: key, value: value, adds: outer.adding(), trace: outer.traceOf()}
	defer func() { v.frame = outer }()
	return fn()
}

// Enter gives a value to the rest of the running code, and to what continues from it, as if it ran within [VM.With].
func (v *VM) Enter(key, value any) {
	outer := v.frame
	v.frame = &Frame{call: outer.Call(), outer: outer, key: key, value: value, adds: outer.adding(), trace: outer.traceOf()}
}

// Value returns the innermost value of that key for the running code, or nil.
func (v *VM) Value(key any) any {
	for f := v.frame; f != nil; f = f.outer {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// contextTracker carries the frame across awaits.
type contextTracker VM

func (t *contextTracker) Grab() any { return (*VM)(t).traced("await") }

// Resumed and Exited never nest: microtasks run one after the other.
func (t *contextTracker) Resumed(frame any) {
	t.turns++
	t.between = t.frame
	t.frame, _ = frame.(*Frame)
}

func (t *contextTracker) Exited() { t.frame, t.between = t.between, nil }
