package aspects

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Workers run background work, a limited number of functions at a time.
type Workers struct {
	running chan struct{}
	all     chan struct{} // running or waiting
}

// NewWorkers returns Workers that run a limited number of functions at a time, while a limited number of others wait.
func NewWorkers(running, waiting int) *Workers {
	return &Workers{make(chan struct{}, running), make(chan struct{}, running+waiting)}
}

// run calls work on a new goroutine if there is room; ok is false if too many functions wait.
func (w *Workers) run(work func()) (ok bool) {
	select {
	case w.all <- struct{}{}:
	default:
		return false
	}
	go func() {
		w.running <- struct{}{}
		defer func() { <-w.running; <-w.all }()
		work()
	}()
	return true
}

// async runs the method later, on the same VM, in a call of its own. That call has its own time limit and outlasts
// the request, whose ids it keeps. The caller continues at once.
func (r *Realm) async() layer {
	known := &vm.Experience{}
	return func(c *call, rest Body) (goja.Value, error) {
		c.keep()
		if r.VM.Current() == nil { // a bean is being made, so no other call uses this VM
			r.VM.Enqueue(nil, func() error {
				_, err := rest()
				return err
			})
			return goja.Undefined(), nil
		}
		ctx, lease := context.WithoutCancel(r.VM.Context()), r.VM.Lease()
		started := r.Workers.run(func() {
			defer lease.Release()
			_ = lease.Do(ctx, background{rest, known}) // Fail has reported the error
		})
		if !started {
			lease.Release()
			return nil, fault.New("aspects.async", fault.Unavailable, "too many async calls are waiting; try again later").
				WithHint("raise async.max-waiting, or call @Async methods less often")
		}
		return goja.Undefined(), nil
	}
}

// background is the call of an @Async method.
type background struct {
	rest  Body
	known *vm.Experience
}

// Experience implements [vm.Experienced].
func (b background) Experience() *vm.Experience { return b.known }

func (b background) Start(*vm.VM) (goja.Value, error) { return b.rest() }

func (b background) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }

func (b background) Fail(v *vm.VM, err error) error {
	v.Uncaught(err)
	return err
}
