package vm

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
)

// maxCallStack limits JavaScript recursion that nothing has stopped before: functions of programs that were improved
// (see package machine) throw an error a while earlier, and a script can catch that one. Each level of native callbacks
// such as sort and map takes two frames and one or two kilobytes of Go stack.
const maxCallStack = 9000

// VM is one goja runtime. Its methods are for the goroutine that borrowed it, except where their comments say
// otherwise.
type VM struct {
	Runtime *goja.Runtime
	ID      int

	// Data belongs to the user of the package: the engine keeps the beans and handlers of this VM here.
	Data any

	pool    *Pool
	hooks   Hooks
	clock   runClock
	frame   *Frame         // of the running code
	between *Frame         // the frame around the running microtask
	lost    lostRejections // in this run
	turns   uint64         // see Turn
	tracer  func(kind string, running any) any

	reporter Reporter // called before the hooks; may be nil
	asking   bool     // the reporter is being asked

	bounded bool          // Bounded is running
	then    goja.Callable // Promise.prototype.then as it was at the start
	values  []goja.Value  // memory of the stack, see Ready
	world   World

	timers timers
	still  limit.Work // stands still in the hands of a debugger
	turned timers     // those of a test that has begun to turn the clock

	retire atomic.Pointer[string] // why it takes no new work; nil if it does

	// Continuations wait here until a pool adopts the VM.
	bootMu   sync.Mutex
	bootJobs []job
	bootWake chan struct{}
	adopted  bool

	// Guarded by pool.mu.
	jobs    []job
	holds   []*hold  // of calls in flight; see Hold
	lent    []*hold  // likewise, those that are lent
	blocker *blocker // the wait that keeps the VM and can give way
	busy    bool
	dead    bool
	calls   int  // number of calls in flight, running or awaiting
	leaving bool // retired and replaced, but calls are still in flight on it

	held    atomic.Int32 // number of holds
	working atomic.Int32 // host work under way

	doing    atomic.Int32 // the handler of the running call, from 1; what it was of the last run if none is
	sight    sight
	labelled bool // the goroutine carries a label

	used bool // since the pool last looked for VMs to drop
}

// job is a continuation: fn runs in the frame in which it was made.
type job struct {
	frame   *Frame
	fn      func() error
	awaited bool // it counts as awaited by its call
}

// Hooks receive errors that have no caller to return to. They run on the VM, whose Context is that of the code that went wrong.
type Hooks struct {
	// LostRejection is called for a promise that was rejected and is not awaited. call may be nil.
	LostRejection func(v *VM, call *Call, reason goja.Value)
	// MoreLost is called after several of these with the number of further ones in the run. May be nil.
	MoreLost func(v *VM, call *Call, count int)
	// Left is called when a timer of a kind was left behind by its call, and has ended with it. May be nil.
	Left func(v *VM, call *Call, kind string)
	// LeftOpen is called when something that is [Opened] was left behind by its call, and has ended with it. May be nil.
	LeftOpen func(v *VM, call *Call, kind string)
	// LeftWork is called when work was not begun because its call had ended; see [VM.GoFor]. May be nil.
	LeftWork func(v *VM, call *Call, name string)
	// Uncaught is called when a timer or another callback threw. call may be nil.
	Uncaught func(v *VM, call *Call, err error)
}

// New makes a VM. It is watched once a pool adopts it.
func New(id int, hooks Hooks) *VM {
	rt := goja.New()
	rt.SetMaxCallStackSize(maxCallStack)
	v := &VM{Runtime: rt, ID: id, hooks: hooks, bootWake: make(chan struct{}, 1), turned: timers{turned: true}}
	rt.SetAsyncContextTracker((*contextTracker)(v))
	rt.SetPromiseRejectionTracker(v.trackRejection)
	then := rt.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object).Get("then")
	v.then, _ = goja.AssertFunction(then)
	return v
}

// Retire makes the VM take no new work, for the reason given. Safe from any goroutine.
func (v *VM) Retire(why string) { v.retire.CompareAndSwap(nil, &why) }

// Retired returns why the VM takes no new work; empty if it does.
func (v *VM) Retired() string {
	if why := v.retire.Load(); why != nil {
		return *why
	}
	return ""
}

// Gone reports whether the VM has left its pool, or is about to: it runs nothing that is new. Safe from any goroutine.
func (v *VM) Gone() bool {
	if v.Retired() != "" {
		return true
	}
	v.bootMu.Lock()
	pool := v.pool // which it joins when it has been made
	v.bootMu.Unlock()
	if pool == nil {
		return false
	}
	pool.mu.Lock()
	defer pool.mu.Unlock()
	return v.dead
}

// Run executes fn as one uninterrupted run on behalf of call, watched by the watchdog. A Go panic becomes an
// error and retires the VM, whose state is unknown then. Microtasks have been drained when it returns.
func (v *VM) Run(call *Call, fn func() error) error {
	return v.runIn(call.rootFrame(), fn)
}

// runIn is Run for a continuation, whose frame may be deeper than its call's.
func (v *VM) runIn(frame *Frame, fn func() error) (err error) {
	outer := v.frame
	v.frame = frame
	v.begin()
	if v.clock.depth == 1 {
		v.show(frame.Call())
	}
	defer func() {
		if v.end() {
			v.stopped()
		}
		if p := recover(); p != nil {
			err = v.panicked(p)
		}
		if err != nil && cutOff(err) {
			v.blame(frame.Call(), err)
		}
		v.frame = outer
		if v.clock.depth == 0 {
			v.hide()
			if cutOff(err) {
				unwind(v.Runtime)
			}
			giveBack(v.Runtime)
			clear(v.values) // they may be all that keeps an object alive
			if !v.bounded { // otherwise it may still be awaited
				v.reportLost()
			}
		}
	}()
	return fn()
}

// panicked converts a recovered Go panic to an error. goja's own exceptions reach Go as panics when a host
// function calls a script without a guard.
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

// goPanic is a panic that is not a script's.
type goPanic struct {
	value any
	stack []byte
}

func (p *goPanic) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

func panicError(p any) error {
	return fault.New("vm.run", fault.Internal, "the script runtime failed").Because(&goPanic{p, debug.Stack()})
}

// cutOff reports whether an error has ended a run in the middle: what would have gone on in it never does.
func cutOff(err error) bool {
	_, panicked := errors.AsType[*goPanic](err)
	return panicked || Uncatchable(err)
}

// blame ends the call in whose microtask a run was cut off, if it is not the call that the run was for: its
// continuation is lost and would never settle it.
func (v *VM) blame(call *Call, err error) {
	if culprit := v.Current(); culprit != nil && culprit != call {
		culprit.settle(err)
	}
}

// Uncatchable reports whether an error cannot be caught by scripts: an interrupt or a stack overflow.
func Uncatchable(err error) bool {
	_, interrupted := errors.AsType[*goja.InterruptedError](err)
	_, overflown := errors.AsType[*goja.StackOverflowError](err)
	return interrupted || overflown
}

// Thrown is a value that a script threw or rejected with, without the frames of an Exception.
type Thrown struct{ Value goja.Value }

func (t *Thrown) Error() string { return Describe(t.Value) }

// Describe formats a thrown value for a log: an Error as "Name: message", any other value as the text that
// JavaScript would make of it.
func Describe(v goja.Value) (text string) {
	defer func() {
		if recover() != nil { // a toString that throws
			text = "a value that cannot be shown"
		}
	}()
	if v == nil {
		return "undefined"
	}
	return v.String()
}
