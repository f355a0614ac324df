package engine

import (
	"bytes"
	"context"
	"runtime/pprof"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// Worker is what a VM is doing at a moment.
type Worker struct {
	ID      int
	Running bool              // it runs a script
	Blocked bool              // its script waits for a host function, and keeps the VM
	Calls   int               // in flight: running or awaiting
	Handler *manifest.Handler // on whose behalf it runs; nil if that is not known
	Retired string            // why it takes no new work; empty if it does
	Frames  []Frame           // of its script, innermost first; known only while it is blocked
}

// Observe returns what the workers are doing. It stops none of them.
func (a *Application) Observe() []Worker {
	states := a.pool.Activities()
	list := make([]Worker, len(states))
	for i, s := range states {
		list[i] = Worker{ID: s.ID, Running: s.Running, Blocked: s.Blocked, Calls: s.Calls, Retired: s.Retired, Frames: framesOf(s.Stack)}
		if s.Handler >= 0 && s.Handler < len(a.manifest.Handlers) {
			list[i].Handler = a.manifest.Handlers[s.Handler]
		}
	}
	return list
}

// labels returns a function that returns the labels for profiles of a handler. They are made when they are first needed.
func (a *Application) labels() func(handler int) context.Context {
	all := sync.OnceValue(func() []context.Context {
		list := make([]context.Context, len(a.manifest.Handlers))
		for i, h := range a.manifest.Handlers {
			list[i] = pprof.WithLabels(context.Background(), pprof.Labels("handler", h.Name))
		}
		return list
	})
	return func(handler int) context.Context { return all()[handler] }
}

// ProfileScripts samples the stacks of the scripts of this process while a function runs, and returns them in pprof's format. The
// goroutines that run handlers carry their names as labels meanwhile. Only one profile can be taken at a time.
func ProfileScripts(during func()) ([]byte, error) {
	var profile bytes.Buffer
	if err := goja.StartProfile(&profile); err != nil {
		return nil, err
	}
	vm.Label(true)
	defer vm.Label(false)
	func() {
		defer goja.StopProfile()
		during()
	}()
	return profile.Bytes(), nil
}

// Interpreter begins the names of the functions that run scripts, in profiles.
const Interpreter = "github.com/dop251/goja."

// Locate returns the whole name of a function and the file in which it is, as far as they are known: profiles of scripts have only
// its own name and a line.
func (a *Application) Locate(program, function string, line int) (name, file string) {
	if program != bundle.ProgramName {
		return function, program
	}
	return a.outline.Locate(function, line)
}
