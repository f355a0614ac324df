package vm

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/fault"
)

// maxCallStack bounds JavaScript recursion, also through native callbacks such as
// sort and map, each level of which costs Go stack as well.
const maxCallStack = 1000

// VM is one goja runtime. Its methods are for the goroutine that borrowed it, except
// where they say otherwise.
type VM struct {
	Runtime *goja.Runtime
	ID      int

	// Data belongs to whoever set the VM up: the engine keeps the beans and handlers
	// of this VM here.
	Data any

	pool    *Pool
	hooks   Hooks
	clock   clock
	frame   *Frame          // what the running code belongs to
	between *Frame          // the frame around the microtask that is running
	lost    []lostRejection // in this run
	bounded bool            // Bounded is under way
	then    goja.Callable   // Promise.prototype.then as it was at the start

	timers timers

	retire atomic.Pointer[string] // why it takes no new work; nil while healthy

	// Until a pool adopts the VM, its continuations wait here.
	bootMu   sync.Mutex
	bootJobs []job
	bootWake chan struct{}
	adopted  bool

	// Guarded by pool.mu.
	jobs    []job
	holds   []*hold  // of calls in flight; see Hold
	blocker *blocker // who keeps the VM waiting, and would give way
	busy    bool
	dead    bool
	calls   int  // in flight, running or awaiting
	leaving bool // retired and replaced, but calls are still in flight on it

	held atomic.Int32 // so many holds there are

	used bool // since the pool last looked for VMs to drop
}

// job is a continuation: fn runs in the frame it was made in.
type job struct {
	frame   *Frame
	fn      func() error
	awaited bool // it is counted among what its call awaits
}

// Hooks is told what no caller is left to be told. Both run on the VM.
type Hooks struct {
	// LostRejection: a promise was rejected and nobody awaits it. call may be nil.
	LostRejection func(v *VM, call *Call, reason goja.Value)
	// Uncaught: a timer or another callback threw. call may be nil.
	Uncaught func(v *VM, call *Call, err error)
}

// New makes a VM. It is watched once a pool adopts it.
func New(id int, hooks Hooks) *VM {
	rt := goja.New()
	rt.SetMaxCallStackSize(maxCallStack)
	v := &VM{Runtime: rt, ID: id, hooks: hooks, bootWake: make(chan struct{}, 1)}
	rt.SetAsyncContextTracker((*contextTracker)(v))
	rt.SetPromiseRejectionTracker(v.trackRejection)
	then := rt.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object).Get("then")
	v.then, _ = goja.AssertFunction(then)
	return v
}

// Retire makes the VM take no new work, for the reason given. Safe from any goroutine.
func (v *VM) Retire(why string) { v.retire.CompareAndSwap(nil, &why) }

// Retired returns why the VM takes no new work; empty while it does.
func (v *VM) Retired() string {
	if why := v.retire.Load(); why != nil {
		return *why
	}
	return ""
}

// Run executes fn as one uninterrupted run on behalf of call, with the watchdog
// watching. A Go panic becomes an error and retires the VM, since nobody knows in
// what state it was left. Microtasks have been drained when it returns.
func (v *VM) Run(call *Call, fn func() error) error {
	return v.runIn(call.rootFrame(), fn)
}

// runIn is Run for a continuation, whose frame may be deeper than its call's.
func (v *VM) runIn(frame *Frame, fn func() error) (err error) {
	outer := v.frame
	v.frame = frame
	v.begin()
	defer func() {
		if v.end() {
			v.stopped()
		}
		if p := recover(); p != nil {
			err = v.panicked(p)
		}
		if err != nil && Uncatchable(err) {
			v.blame(frame.Call(), err)
		}
		v.frame = outer
		if v.clock.depth == 0 {
			if Uncatchable(err) {
				unwind(v.Runtime)
			}
			if !v.bounded { // else somebody may still await it
				v.reportLost()
			}
		}
	}()
	return fn()
}

// panicked turns a recovered Go panic into an error. goja's own exceptions reach Go
// as panics when a host function calls back into the script without a guard.
func (v *VM) panicked(p any) error {
	switch p := p.(type) {
	case *goja.Exception:
		return p
	case *goja.InterruptedError:
		return p
	case *goja.StackOverflowError:
		return p
	case *goja.Object:
		return &Thrown{Value: p}
	}
	v.Retire("panicked")
	return panicError(p)
}

func panicError(p any) error {
	return fault.New("vm.run", fault.Internal, "the script runtime failed").
		Because(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
}

// blame ends the call in whose microtask a run was cut off, when that is not the call
// the run was for: its continuation is gone and would never settle it.
func (v *VM) blame(call *Call, err error) {
	if culprit := v.Current(); culprit != nil && culprit != call {
		culprit.settle(err)
	}
}

// Uncatchable tells errors that no script can catch: an interrupt or a stack overflow.
func Uncatchable(err error) bool {
	_, interrupted := errors.AsType[*goja.InterruptedError](err)
	_, overflown := errors.AsType[*goja.StackOverflowError](err)
	return interrupted || overflown
}

// Thrown is a value a script threw or rejected with, outside an Exception's frames.
type Thrown struct{ Value goja.Value }

func (t *Thrown) Error() string { return Describe(t.Value) }

// Describe renders a thrown value for a log: an Error as "Name: message", anything
// else as the text JavaScript would make of it.
func Describe(v goja.Value) (text string) {
	defer func() {
		if recover() != nil { // a hostile toString
			text = "a value that cannot be shown"
		}
	}()
	if v == nil {
		return "undefined"
	}
	return v.String()
}
