package vm

import (
	"context"
	"time"
)

// Frame is what follows a script across its awaits: the call it belongs to, and the
// values that [VM.With] put around a part of it. A nil Frame is boot's.
type Frame struct {
	call       *Call
	outer      *Frame
	key, value any
}

// Call is the call the frame belongs to, or nil.
func (f *Frame) Call() *Call {
	if f == nil {
		return nil
	}
	return f.call
}

// awaits counts host work among what the frame's call awaits, and tells whether there is one.
func (f *Frame) awaits() bool {
	if f == nil || f.call == nil {
		return false
	}
	f.call.awaits.Add(1)
	return true
}

func newCall(ctx context.Context, deadline time.Time, work Work, v *VM) *Call {
	c := &Call{parent: ctx, deadline: deadline, work: work, vm: v}
	c.root.call = c
	return c
}

func (c *Call) rootFrame() *Frame {
	if c == nil {
		return nil
	}
	return &c.root
}

// Current is the call on whose behalf the VM is running, or nil during boot.
func (v *VM) Current() *Call { return v.frame.Call() }

// Context is that of the current call: it ends when the call does, and carries the
// call's log attributes. During boot it is the background context.
func (v *VM) Context() context.Context {
	if call := v.Current(); call != nil {
		return call.Context()
	}
	return context.Background()
}

// With runs fn, and everything that continues from it asynchronously, with a value
// that [VM.Value] finds: a transaction, say.
func (v *VM) With(key, value any, fn func() error) error {
	outer := v.frame
	v.frame = &Frame{call: outer.Call(), outer: outer, key: key, value: value}
	defer func() { v.frame = outer }()
	return fn()
}

// Value finds the innermost value of that key around the running code, or nil.
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

func (t *contextTracker) Grab() any { return t.frame }

// Resumed and Exited never nest: microtasks run one after the other.
func (t *contextTracker) Resumed(frame any) {
	t.between = t.frame
	t.frame, _ = frame.(*Frame)
}

func (t *contextTracker) Exited() { t.frame, t.between = t.between, nil }
