package vm

import (
	"context"
	"runtime"
	"runtime/pprof"
	"sync/atomic"

	"github.com/dop251/goja"
)

// Activity is what a VM is doing at a moment.
type Activity struct {
	ID      int
	Running bool   // it runs a script
	Blocked bool   // its script waits in a host function, and keeps the VM
	Calls   int    // in flight: running or awaiting
	Handler int    // the handler on whose behalf it runs; -1 for something else
	Retired string // why it takes no new work; empty if it does

	// Stack is that of the script, innermost first. It is known only while the script is blocked.
	Stack []goja.StackFrame
}

// mostStack bounds what is read of a stack.
const mostStack = 64

// Activities returns what the VMs are doing. Safe from any goroutine; no VM is stopped for it.
func (p *Pool) Activities() []Activity {
	p.mu.Lock()
	list := make([]Activity, len(p.all))
	for i, v := range p.all {
		list[i] = Activity{ID: v.ID, Calls: v.calls, Retired: v.Retired()}
	}
	all := append([]*VM(nil), p.all...)
	p.mu.Unlock()
	for i, v := range all {
		s := &list[i]
		s.Handler = int(v.doing.Load()) - 1
		s.Running = v.clock.phase.Load()&phaseMask != idle
		s.Stack, s.Blocked = v.sight.stack(v.Runtime)
		if !s.Running && !s.Blocked {
			s.Handler = -1
		}
	}
	return list
}

// sight lets other goroutines look at the stack of a VM while its script waits in Block.
type sight struct{ state atomic.Int32 }

// The states of a sight.
const (
	closed int32 = iota
	open
	watched
)

func (s *sight) open() { s.state.Store(open) }

// isOpen reports whether the script waits in Block.
func (s *sight) isOpen() bool { return s.state.Load() != closed }

// close waits for those who are looking.
func (s *sight) close() {
	for !s.state.CompareAndSwap(open, closed) {
		runtime.Gosched()
	}
}

func (s *sight) stack(rt *goja.Runtime) (frames []goja.StackFrame, seen bool) {
	if !s.state.CompareAndSwap(open, watched) {
		return nil, false
	}
	defer s.state.Store(open)
	return rt.CaptureCallStack(mostStack, nil), true
}

// labelling is set while a profile of the process is taken; there is at most one at a time.
var labelling atomic.Bool

// Label decides whether goroutines carry labels for profiles while they run scripts.
func Label(on bool) { labelling.Store(on) }

// Serves states that the current call is for a handler.
func (v *VM) Serves(handler int) {
	if call := v.Current(); call != nil {
		call.handler = int32(handler) + 1
		v.show(call)
	}
}

// show lets others see on whose behalf the VM runs.
func (v *VM) show(call *Call) {
	handler := int32(0)
	if call != nil {
		handler = call.handler
	}
	if v.doing.Load() != handler { // most often it is the one before
		v.doing.Store(handler)
	}
	if labelling.Load() && v.pool != nil && v.pool.options.Labels != nil && handler > 0 {
		v.labelled = true
		pprof.SetGoroutineLabels(v.pool.options.Labels(int(handler) - 1))
	}
}

// hide takes the labels away.
func (v *VM) hide() {
	if v.labelled {
		v.labelled = false
		pprof.SetGoroutineLabels(context.Background())
	}
}
