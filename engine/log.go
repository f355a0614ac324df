package engine

import (
	"errors"

	"github.com/fwrun/fwrun/engine/vm"
)

// lostRejection logs a promise that was rejected and that nothing awaited.
func (a *Application) lostRejection(v *vm.VM, call *vm.Call, reason Value) {
	a.logScript(v, call, "unhandled promise rejection", &vm.Thrown{Value: reason})
}

// moreLost logs how many further promises were rejected in a run.
func (a *Application) moreLost(v *vm.VM, call *vm.Call, count int) {
	if a.options.Stray != nil {
		return
	}
	ctx := v.Context()
	if call != nil {
		ctx = call.Context()
	}
	a.options.Log.ErrorContext(ctx, "further unhandled promise rejections", "count", count)
}

// uncaught logs what a timer or a callback threw.
func (a *Application) uncaught(v *vm.VM, call *vm.Call, err error) {
	a.logScript(v, call, "an error was thrown outside any request", err)
}

func (a *Application) logScript(v *vm.VM, call *vm.Call, message string, err error) {
	err = instanceOf(v).scriptError(err)
	if a.options.Stray != nil {
		a.options.Stray(v.Context(), err)
		return
	}
	args := []any{"error", err.Error()}
	if script, ok := errors.AsType[*ScriptError](err); ok {
		if place, known := script.Place(); known {
			args = append(args, "at", place.String(), "stack", script.Stack())
		}
	}
	ctx := v.Context()
	if call != nil {
		ctx = call.Context()
	}
	a.options.Log.ErrorContext(ctx, message, args...)
}
