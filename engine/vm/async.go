package vm

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/fault"
)

// maxWork is how much host work one VM may have under way: each takes a goroutine, whose stack the limit of the heap does not count.
const maxWork = 10_000

var errTooMuchWork = fault.New("vm.go", fault.Unavailable, "too many requests, operations on files and the like are under way in one worker").
	WithHint("at most 10,000 are allowed: await some before you begin more")

// Result converts the outcome of host work to a script value, on the VM.
type Result func(rt *goja.Runtime) (goja.Value, error)

// Go starts host work on a goroutine of its own and returns the promise of its result. The context is the
// current call's. An error, of the work or of its Result, rejects the promise with the [VM.ErrorValue] of the
// error.
func (v *VM) Go(work func(ctx context.Context) (Result, error)) goja.Value { return v.GoFor("", work) }

// GoFor is Go for work that scripts know by a name. Work for a call that has ended is done for as long as its timers fire. After
// that it is not begun, and its promise stays pending, so that whatever goes on in a loop comes to its end.
func (v *VM) GoFor(name string, work func(ctx context.Context) (Result, error)) goja.Value {
	promise, resolve, reject := v.Runtime.NewPromise()
	if v.isLeft(v.Current()) {
		if v.hooks.LeftWork != nil {
			v.hooks.LeftWork(v, v.Current(), name)
		}
		return v.Runtime.ToValue(promise)
	}
	if v.working.Add(1) > maxWork {
		v.working.Add(-1)
		_ = reject(v.ErrorValue(errTooMuchWork))
		return v.Runtime.ToValue(promise)
	}
	frame, ctx := v.frame, v.Context()
	awaited := frame.awaits()
	ctx, done := v.world.Turned.Working(ctx)
	go func() {
		defer done()
		result, err := guarded(ctx, work)
		v.working.Add(-1)
		v.enqueue(job{frame, func() error {
			if err != nil {
				return reject(v.ErrorValue(err))
			}
			value, err := result(v.Runtime)
			if err != nil {
				return reject(v.ErrorValue(err))
			}
			return resolve(value)
		}, awaited})
	}()
	return v.Runtime.ToValue(promise)
}

// guarded runs work; a panic in it becomes an error and does not end the process.
func guarded(ctx context.Context, work func(context.Context) (Result, error)) (result Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	return work(ctx)
}

// Enqueue runs fn on the VM as soon as it is free, on behalf of call, which may be nil. Safe from any
// goroutine; fn may run on the calling one. An error goes to the Uncaught hook.
func (v *VM) Enqueue(call *Call, fn func() error) { v.enqueue(job{frame: call.rootFrame(), fn: fn}) }

// Later returns a function that runs fn on the VM as a continuation of the running code, as soon
// as it is free. Safe from any goroutine.
func (v *VM) Later() func(fn func() error) {
	frame := v.frame
	return func(fn func() error) { v.enqueue(job{frame: frame, fn: fn}) }
}

func (v *VM) enqueue(j job) {
	if v.push(j) {
		v.pool.drain(v)
	}
}

// push adds continuations to the VM's queue. If drain is true, the caller has borrowed the VM and must drain
// the queue.
func (v *VM) push(jobs ...job) (drain bool) {
	return len(jobs) > 0 && !v.pushBoot(jobs) && v.pool.push(v, jobs)
}

func (v *VM) runJob(j job) {
	if j.awaited {
		j.frame.call.awaits.Add(-1)
	}
	call := j.frame.Call()
	if call != nil && v.attended() && call.state.Load() == abandoned {
		return // a person stopped the whole call, and nothing else limits its continuations
	}
	err := v.runIn(j.frame, j.fn)
	if err == nil {
		return
	}
	if cutOff(err) && call != nil && !call.Over() {
		call.settle(err)
		return
	}
	v.uncaught(j.frame, err)
}

// Uncaught reports an error that has no caller to return to.
func (v *VM) Uncaught(err error) { v.uncaught(v.frame, err) }

// ErrorValue returns the script value for a Go error: a value that a script threw is returned unchanged, a
// fault.Error shows its public text only, any other error its message.
func (v *VM) ErrorValue(err error) goja.Value {
	if thrown, ok := errors.AsType[*Thrown](err); ok {
		return thrown.Value
	}
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return exception.Value()
	}
	message := err.Error()
	if f, ok := errors.AsType[*fault.Error](err); ok {
		message = f.Public
	}
	object, newErr := v.Runtime.New(v.Runtime.Get("Error"), v.Runtime.ToValue(message))
	if newErr != nil {
		return v.Runtime.NewGoError(err)
	}
	v.Attach(object, err)
	return object
}

// Attach attaches a Go error to the script Error made from it, so that a handler that does not catch it ends
// with the status for the error's kind.
func (v *VM) Attach(object *goja.Object, err error) {
	_ = object.DefineDataPropertySymbol(causeSymbol, v.Runtime.ToValue(err), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// causeSymbol is the key of the Go error in a script Error. All VMs share it.
var causeSymbol = goja.NewSymbol("fwrun.cause")

// GoError returns the Go error behind a value that ErrorValue made, or nil.
func GoError(thrown goja.Value) error {
	object, ok := thrown.(*goja.Object)
	if !ok || object.ClassName() != "Error" {
		return nil
	}
	cause := object.GetSymbol(causeSymbol)
	if cause == nil {
		return nil
	}
	err, _ := cause.Export().(error)
	return err
}
