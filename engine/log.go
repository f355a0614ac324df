package engine

import (
	"cmp"
	"errors"

	"github.com/fwrun/fwrun/engine/vm"
)

// lostRejection logs a promise that was rejected and that nothing awaited.
func (a *Application) lostRejection(v *vm.VM, _ *vm.Call, reason Value) {
	a.logScript(v, "unhandled promise rejection", &vm.Thrown{Value: reason})
}

// moreLost logs how many further promises were rejected in a run.
func (a *Application) moreLost(v *vm.VM, _ *vm.Call, count int) {
	if a.options.Stray != nil {
		return
	}
	a.options.Log.ErrorContext(v.Context(), "further unhandled promise rejections", "count", count)
}

// uncaught logs what a timer or a callback threw.
func (a *Application) uncaught(v *vm.VM, _ *vm.Call, err error) {
	a.logScript(v, "an error was thrown outside any request", err)
}

func (a *Application) logScript(v *vm.VM, message string, err error) {
	instanceOf(v).failed(err)
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
	a.options.Log.ErrorContext(v.Context(), message, args...)
}

// left warns of timers that handlers leave behind, once for each handler and kind.
func (a *Application) left(v *vm.VM, call *vm.Call, kind string) {
	a.warnOfLeft(v, call, "a timer was left behind, and ended with its call", "timer", kind,
		"clear it; to go on after the answer use waitUntil, @Async, @Scheduled or a queue, or set it while the bean is made")
}

// leftOpen warns of a connection that a handler has left open, once for each handler and kind.
func (a *Application) leftOpen(v *vm.VM, call *vm.Call, kind string) {
	a.warnOfLeft(v, call, "a connection was left open, and ended with its call", "connection", kind,
		"close it; open a connection of the whole application while a bean is made, and keep one beyond the answer with waitUntil")
}

// leftWork warns of work that handlers go on with, such as a loop of requests, once for each handler and kind.
func (a *Application) leftWork(v *vm.VM, call *vm.Call, name string) {
	a.warnOfLeft(v, call, "work was left behind, and ended with its call", "awaiting", cmp.Or(name, "a promise"),
		"await it; to go on after the answer use waitUntil, @Async, @Scheduled or a queue")
}

func (a *Application) warnOfLeft(v *vm.VM, call *vm.Call, message, what, kind, hint string) {
	name := "a call"
	if index, ok := call.Handler(); ok {
		name = a.manifest.Handlers[index].Name
	}
	if _, known := a.leftBehind.LoadOrStore(name+" "+kind, true); !known {
		a.options.Log.WarnContext(v.Context(), message, "handler", name, what, kind, "hint", hint)
	}
}
