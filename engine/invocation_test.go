package engine_test

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/engine"
)

// invocation is a call of a handler, as an edge makes it. Both methods run on the VM.
type invocation interface {
	// Bind makes the arguments. The slice is read before Bind is called again.
	Bind(s *engine.Scope) ([]engine.Value, error)
	// Finish takes the settled result. It does not run if the handler failed.
	Finish(s *engine.Scope, result engine.Value) error
}

// runHandler calls a handler by its index and waits for its result. The error is an error of Bind or Finish, a
// *[engine.ScriptError] for what the script threw, or a fault.Error of the pool.
func runHandler(ctx context.Context, app *engine.Application, handler int, i invocation) error {
	return app.Run(ctx, time.Now(), &invoking{handler, i})
}

// invoking is the Task of one handler.
type invoking struct {
	handler int
	invocation
}

func (i *invoking) Start(s *engine.Scope) (engine.Value, error) {
	args, err := i.Bind(s)
	if err != nil {
		return nil, err
	}
	return s.Call(i.handler, args)
}

func (i *invoking) Next(s *engine.Scope, result engine.Value) (engine.Value, error) {
	return nil, i.Finish(s, result)
}

func (i *invoking) Catch(_ *engine.Scope, err error) (engine.Value, error) { return nil, err }
