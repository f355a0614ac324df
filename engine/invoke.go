package engine

import (
	"context"

	"github.com/fwrun/fwrun/engine/vm"
)

// Invocation is one call of a handler, as an edge sees it. Both methods run on the VM.
type Invocation interface {
	// Bind makes the arguments. The slice is read before Bind is called again.
	Bind(s *Scope) ([]Value, error)
	// Finish takes the settled result. It does not run when the handler failed.
	Finish(s *Scope, result Value) error
}

// work is an Invocation on its way through the pool.
type work struct {
	handler    int
	invocation Invocation
}

// Start binds and calls.
func (w *work) Start(v *vm.VM) (Value, error) {
	in := instanceOf(v)
	args, err := w.invocation.Bind(&in.scope)
	if err != nil {
		return nil, err
	}
	h := &in.handlers[w.handler]
	return h.call(h.this, args...)
}

// Finish hands the result over.
func (w *work) Finish(v *vm.VM, result Value) error {
	return w.invocation.Finish(&instanceOf(v).scope, result)
}

// Invoke calls a handler by its index and waits for its result. An error is one of
// Bind's or Finish's own, a *[ScriptError] for what the script threw, or a fault.Error
// of the pool: its Kind tells what to answer.
func (a *Application) Invoke(ctx context.Context, handler int, invocation Invocation) error {
	return a.pool.Do(ctx, &work{handler, invocation})
}
