package vm

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/limit"
)

// Work is script work in steps. All methods run on the VM, each as part of a run, and never after Do has
// returned, unless the call was detached.
type Work interface {
	// Start begins the work. Its result, which may be a promise, is settled for Next.
	Start(v *VM) (goja.Value, error)
	// Next takes a settled value, and returns another one to be settled, or nil if the work is done.
	Next(v *VM, settled goja.Value) (goja.Value, error)
	// Fail translates the error that ended the call, while the VM's values can still be read. Do returns its
	// result.
	Fail(v *VM, err error) error
}

// Catcher is Work that can continue after a failure.
type Catcher interface {
	// Catch takes the error of a step, or the reason of a rejected promise, unless it is [Uncatchable]. Its
	// results are those of Next; an error ends the call.
	Catch(v *VM, err error) (goja.Value, error)
}

// Contexter is Work that adds to the context of its call.
type Contexter interface {
	// Context returns the call's context, derived from the one that the call was started with. It is called
	// at most once, when the context is needed first, and never after Do has returned.
	Context(parent context.Context) context.Context
}

// The states of a call.
const (
	waiting   int32 = iota // for a promise, or for the start
	stepping               // a step runs on the VM
	settled                // ended with a result or an error
	abandoned              // ended because nothing waits for it any more
)

// Call is one piece of work in flight, to which continuations, timers and host calls belong.
type Call struct {
	work       Work
	experience *Experience // with its kind; the work itself may be over, and used again, while there are jobs of the call
	vm         *VM
	root       Frame

	still *limit.Work // what it is done for, which stands still while the VM does; nil if VMs do not
	moves func()      // ends that

	handler int32 // that it is for, from 1; 0 if there is none

	state    atomic.Int32
	holds    atomic.Bool   // whether it has ever held something; see Hold
	awaits   atomic.Int32  // number of host operations in progress for it that end soon by themselves
	met      atomic.Uint64 // the needs that it has had
	rare     atomic.Pointer[rarity]
	done     chan struct{} // closed when Do can return; made only if Do has to wait
	err      error
	detached bool
	free     bool // Do may return; see letGo
	ended    bool // guarded by mu, as is what follows

	mu       sync.Mutex
	parent   context.Context
	deadline limit.Deadline // zero if the call was detached
	moving   bool           // the deadline moves; see VM.Arriving and VM.Halt
	ctx      context.Context
	life     context.Context // see VM.Life; nil until somebody asks
	cancel   context.CancelFunc
	givenUp  error // set during a step: why nothing waits for the call any more
	over     func(err error)
}

// Context returns a context that ends when the call is over, at its deadline, or when the caller has gone.
func (c *Call) Context() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.context()
}

// lifetime returns a context with the values of Context that ends when the call is over, and has no deadline.
func (c *Call) lifetime() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.life == nil {
		life, end := context.WithCancel(context.WithoutCancel(c.context()))
		before := c.cancel
		c.life, c.cancel = life, func() { end(); before() }
		if c.ended {
			end()
		}
	}
	return c.life
}

// context makes the call's context if there is none. c.mu is held.
func (c *Call) context() context.Context {
	if c.ctx == nil {
		parent := c.parent
		if work, ok := c.work.(Contexter); ok && !c.ended {
			parent = work.Context(parent)
		}
		switch {
		case c.deadline.IsZero():
			c.ctx, c.cancel = context.WithCancel(parent)
		case c.moving:
			c.ctx, c.cancel = c.deadline.Moving(parent, c.until)
		default:
			c.ctx, c.cancel = c.deadline.In(parent)
		}
		if c.ended {
			c.cancel()
		}
	}
	return c.ctx
}

// unfollow says that the call is not done on its VM any more.
func (c *Call) unfollow() {
	if c.moves != nil {
		c.moves()
	}
}

// Work returns the call's work.
func (c *Call) Work() Work { return c.work }

// Over reports whether the call has ended.
func (c *Call) Over() bool { return c.state.Load() >= settled }

// start takes the first step, and reports whether Do can return.
func (c *Call) start() bool {
	err := c.vm.Run(c, func() error {
		return c.proceed(func() (goja.Value, error) { return c.work.Start(c.vm) })
	})
	if err != nil {
		c.settle(err)
	}
	return c.Over() || c.detached
}

// proceed takes steps until a promise has to be awaited or the work is done. It does nothing if the call has
// ended.
func (c *Call) proceed(step func() (goja.Value, error)) error {
	if !c.state.CompareAndSwap(waiting, stepping) {
		return nil
	}
	value, err := step()
	for {
		pending := false
		if err == nil {
			value, pending, err = c.outcome(value)
		}
		switch {
		case err != nil:
			if value, err = c.catch(err); err != nil {
				return err // the run ends with it, and settle reports it
			}
			continue
		case value == nil:
			c.answered()
			return nil
		case pending:
			return c.await(value)
		}
		value, err = c.work.Next(c.vm, value)
	}
}

// outcome returns the state of a value that may be a promise.
func (c *Call) outcome(value goja.Value) (settled goja.Value, pending bool, err error) {
	promise, ok := AsPromise(value)
	if !ok {
		return value, false, nil
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return promise.Result(), false, nil
	case goja.PromiseStateRejected:
		c.vm.handled(promise)
		return nil, false, &Thrown{Value: promise.Result()}
	default:
		return value, true, nil
	}
}

// catch lets the work continue after an error, if it can.
func (c *Call) catch(err error) (goja.Value, error) {
	catcher, ok := c.work.(Catcher)
	if !ok || Uncatchable(err) {
		return nil, err
	}
	return catcher.Catch(c.vm, err)
}

// await calls proceed when the promise is settled, in whichever run that happens.
func (c *Call) await(promise goja.Value) error {
	rt := c.vm.Runtime
	if c.done == nil {
		c.done = make(chan struct{})
	}
	goOn := c.parked()
	resume := func(step func(goja.Value) (goja.Value, error)) goja.Value {
		return rt.ToValue(func(f goja.FunctionCall) goja.Value {
			goOn()
			result := f.Argument(0)
			if err := c.proceed(func() (goja.Value, error) { return step(result) }); err != nil {
				c.settle(err)
			}
			return goja.Undefined()
		})
	}
	fulfilled := resume(func(result goja.Value) (goja.Value, error) { return c.work.Next(c.vm, result) })
	rejected := resume(func(reason goja.Value) (goja.Value, error) { return nil, &Thrown{Value: reason} })
	if _, err := c.vm.then(promise, fulfilled, rejected); err != nil {
		return err
	}
	c.letGo()
	c.state.Store(waiting)
	c.mu.Lock()
	why := c.givenUp
	c.mu.Unlock()
	if why != nil {
		c.abandon(why)
	}
	return nil
}

// settle ends the call with an error.
func (c *Call) settle(err error) {
	if !c.state.CompareAndSwap(waiting, stepping) && c.state.Load() != stepping {
		return
	}
	_ = c.vm.Run(c, func() error {
		c.err = c.work.Fail(c.vm, err)
		return nil
	})
	if c.err == nil { // Fail itself failed
		c.err = err
	}
	c.answered()
}

func (c *Call) answered() {
	c.state.Store(settled)
	c.finish()
}

// giveUp ends the call for the caller of Do: now, or after the current step.
func (c *Call) giveUp(why error) {
	c.mu.Lock()
	detached := c.detached
	if !detached {
		c.givenUp = why
	}
	c.mu.Unlock()
	if !detached {
		c.abandon(why)
	}
}

// abandon ends the call unless a step is running.
func (c *Call) abandon(why error) {
	if c.state.CompareAndSwap(waiting, abandoned) {
		c.err = why
		c.finish()
	}
}

// finish releases the resources of the call.
func (c *Call) finish() {
	c.mu.Lock()
	c.ended = true
	rare := c.known()
	if c.cancel != nil && rare.waits == 0 {
		c.cancel()
	}
	waits, left := rare.waits > 0, rare.longer == 0 && rare.timers.Load() > 0
	c.mu.Unlock()
	if !waits {
		c.unfollow()
	}
	if left {
		c.endTimers()
	}
	c.letGoAll()
	switch {
	case c.detached:
		c.letGo()
		c.over(c.err)
		c.vm.pool.leave(c.vm)
	case c.done != nil:
		close(c.done)
	}
}

var promiseType = reflect.TypeFor[*goja.Promise]()

// AsPromise returns v as a promise, if it is one.
func AsPromise(v goja.Value) (*goja.Promise, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != promiseType {
		return nil, false
	}
	promise, ok := object.Export().(*goja.Promise)
	return promise, ok
}
