package engine

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/engine/vm"
)

// Task is script work in steps, started by an edge. Its methods run on the VM. Each returns a value to be settled,
// which may be a promise, or nil when the work is done.
type Task interface {
	Start(s *Scope) (Value, error)
	// Next takes the settled value of the step before.
	Next(s *Scope, settled Value) (Value, error)
	// Catch takes the error that a step failed with, or the reason that a promise was rejected with, unless the VM
	// was interrupted. A task that does not continue returns the error.
	Catch(s *Scope, err error) (Value, error)
}

// Contexter is a Task that derives the context in which its scripts call the host, see [vm.Contexter].
type Contexter = vm.Contexter

// Leaving is a Task whose caller may leave before it is done, see [vm.Leaving].
type Leaving = vm.Leaving

// Experience is what is known of tasks of one kind, such as the requests for one route; see [vm.Experience].
type Experience = vm.Experience

// Experienced is a Task with an Experience.
type Experienced interface{ Experience() *Experience }

// Run takes the steps of a task on a VM, within the time that a handler has since the task began. The error is one
// that the task returned, a *[ScriptError] for what a script threw, or a fault.Error of the pool.
func (a *Application) Run(ctx context.Context, began time.Time, task Task) error {
	return a.pool.DoSince(ctx, began, &work{task})
}

// Working returns a context that carries the work that it is for, if workers may stand still; see package limit.
func (a *Application) Working(ctx context.Context) context.Context { return a.pool.Working(ctx) }

// Lease reserves a VM for further tasks, which find there what the task before has made.
type Lease = vm.Lease

// RunOn is Run on the VM of a lease.
func (a *Application) RunOn(ctx context.Context, lease *Lease, task Task) error {
	return a.pool.DoOn(ctx, lease, &work{task})
}

// work is a Task on its way through the pool.
type work struct{ task Task }

func (w *work) Start(v *vm.VM) (Value, error) { return w.task.Start(&instanceOf(v).scope) }

func (w *work) Next(v *vm.VM, settled Value) (Value, error) {
	return w.task.Next(&instanceOf(v).scope, settled)
}

// Context implements [vm.Contexter].
func (w *work) Context(parent context.Context) context.Context {
	if task, ok := w.task.(Contexter); ok {
		return task.Context(parent)
	}
	return parent
}

// Experience implements [vm.Experienced].
func (w *work) Experience() *Experience {
	if task, ok := w.task.(Experienced); ok {
		return task.Experience()
	}
	return nil
}

// Left implements [vm.Leaving].
func (w *work) Left() (left <-chan struct{}, end func()) {
	if task, ok := w.task.(Leaving); ok {
		return task.Left()
	}
	return nil, func() {}
}

// Gate implements [vm.Gated].
func (w *work) Gate() *vm.Gate {
	if task, ok := w.task.(vm.Gated); ok {
		return task.Gate()
	}
	return nil
}

func (w *work) Catch(v *vm.VM, err error) (Value, error) {
	return w.task.Catch(&instanceOf(v).scope, err)
}

// Call calls a handler by its index.
func (s *Scope) Call(handler int, args []Value) (Value, error) {
	s.VM.Serves(handler)
	h := &s.instance.handlers[handler]
	s.VM.Ready()
	return h.call(h.this, args...)
}

// Lease reserves the VM for further tasks.
func (s *Scope) Lease() *Lease { return s.VM.Lease() }

// Explain returns the error that Run would return for the error of a step.
func (s *Scope) Explain(err error) error {
	s.instance.failed(err)
	return s.instance.scriptError(err)
}
