package vm

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// Work is one piece of script work. Both methods run on the VM, as part of a run.
type Work interface {
	// Start binds and calls; its result may be a promise.
	Start(v *VM) (goja.Value, error)
	// Finish takes the result, a settled value. It does not run when the call failed,
	// and never after Do has returned.
	Finish(v *VM, result goja.Value) error
	// Fail translates what ended the call, while the VM's values can still be read. What
	// it returns is what Do returns.
	Fail(v *VM, err error) error
}

// The states of a call.
const (
	pending   int32 = iota
	finishing       // somebody on the VM is writing the result
	settled
	abandoned // nobody waits any more
)

// Call is one piece of work in flight: what its continuations, timers and host calls
// belong to.
type Call struct {
	parent   context.Context
	deadline time.Time
	work     Work
	vm       *VM
	root     Frame

	state atomic.Int32
	holds atomic.Bool   // it has held the VM; see Hold
	done  chan struct{} // made only when the promise is pending
	err   error

	mu     sync.Mutex
	ctx    context.Context // made on first use
	cancel context.CancelFunc
	over   bool
}

// Context ends when the call is over, at its deadline, or when the caller went away.
func (c *Call) Context() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx == nil {
		c.ctx, c.cancel = context.WithDeadline(c.parent, c.deadline)
		if c.over {
			c.cancel()
		}
	}
	return c.ctx
}

// Over tells whether the call has been answered.
func (c *Call) Over() bool { return c.state.Load() >= settled }

// finish releases what hangs on the call.
func (c *Call) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	if c.cancel != nil {
		c.cancel()
	}
}

// start runs the work's first part and tells whether the call is settled.
func (c *Call) start() bool {
	err := c.vm.Run(c, func() error {
		result, err := c.work.Start(c.vm)
		if err != nil {
			return err
		}
		return c.resolve(result)
	})
	if err != nil {
		c.settle(err)
	}
	return c.state.Load() >= settled
}

// resolve finishes with a settled value, or waits for the promise it is.
func (c *Call) resolve(result goja.Value) error {
	promise, ok := AsPromise(result)
	if !ok {
		return c.complete(result)
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return c.complete(promise.Result())
	case goja.PromiseStateRejected:
		c.vm.handled(promise)
		return &Thrown{Value: promise.Result()}
	default:
		return c.await(result)
	}
}

// await settles the call when the promise is settled, in whatever run that happens.
func (c *Call) await(promise goja.Value) error {
	rt := c.vm.Runtime
	c.done = make(chan struct{})
	fulfilled := rt.ToValue(func(f goja.FunctionCall) goja.Value {
		if err := c.complete(f.Argument(0)); err != nil {
			c.settle(err)
		}
		return goja.Undefined()
	})
	rejected := rt.ToValue(func(f goja.FunctionCall) goja.Value {
		c.settle(&Thrown{Value: f.Argument(0)})
		return goja.Undefined()
	})
	_, err := c.vm.then(promise, fulfilled, rejected)
	return err
}

// complete writes the result, unless nobody waits for it any more.
func (c *Call) complete(result goja.Value) error {
	if !c.state.CompareAndSwap(pending, finishing) {
		return nil
	}
	if err := c.work.Finish(c.vm, result); err != nil {
		return err // the run ends with it, and settle answers
	}
	c.answered()
	return nil
}

// settle ends the call with an error.
func (c *Call) settle(err error) {
	if !c.state.CompareAndSwap(pending, finishing) {
		// The run that was to write the result failed inside Finish.
		if c.state.Load() != finishing {
			return
		}
	}
	_ = c.vm.Run(c, func() error {
		c.err = c.work.Fail(c.vm, err)
		return nil
	})
	if c.err == nil { // translating failed itself
		c.err = err
	}
	c.answered()
}

func (c *Call) answered() {
	c.state.Store(settled)
	c.finish()
	c.letGoAll()
	if c.done != nil {
		close(c.done)
	}
}

// abandon gives up waiting. It fails when the result is just being written.
func (c *Call) abandon() bool {
	if !c.state.CompareAndSwap(pending, abandoned) {
		return false
	}
	c.finish()
	c.letGoAll()
	return true
}

var promiseType = reflect.TypeFor[*goja.Promise]()

// AsPromise returns the promise that v is.
func AsPromise(v goja.Value) (*goja.Promise, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != promiseType {
		return nil, false
	}
	promise, ok := object.Export().(*goja.Promise)
	return promise, ok
}
