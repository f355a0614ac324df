package app

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/probed"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// Debugging is where debuggers meet the application of the process, and the ones after it: of each file of tests, there is one. It outlives
// generations.
type Debugging struct {
	*debugger.Debugger
	serving atomic.Pointer[generation] // nil before the first one
	reload  atomic.Pointer[func(ctx context.Context, stands func() bool) error]
}

// NewDebugging returns a debugger without an application.
func NewDebugging() *Debugging {
	d := &Debugging{}
	d.Debugger = debugger.New(d)
	return d
}

// Instrument implements debugger.Host: a reload brings the generation that is wanted, once the one that is under way is over. Before the
// application has started there is none: the start brings it.
func (d *Debugging) Instrument(ctx context.Context) error {
	reload := d.reload.Load()
	if reload == nil {
		return nil
	}
	err := (*reload)(ctx, d.stands)
	if err != nil {
		d.serving.Load().observe.Log.Warn("the application cannot be built for a debugger", "error", err)
	}
	return err
}

// stands reports whether the generation that serves is the one that is wanted.
func (d *Debugging) stands() bool { return d.Wanted() == (d.serving.Load().probed != nil) }

// On implements debugger.Host.
func (d *Debugging) On(ctx context.Context, handle string, fn func(debugger.Objects)) error {
	g := d.serving.Load()
	if g == nil || g.probed == nil {
		return fault.New("debug", fault.Unavailable, "nothing runs that can be debugged")
	}
	return g.engine.OnWorker(ctx, probed.WorkerOf(handle), func(v *vm.VM) {
		if objects := g.probed.Objects(v); objects != nil {
			fn(objects)
		}
	})
}

// Paused implements debugger.Host.
func (d *Debugging) Paused(worker int, at debugger.Location) {
	if g := d.serving.Load(); g != nil {
		name := debugger.Name(g.options.sources(), at.Script.Path)
		g.observe.Log.Info(fmt.Sprintf("paused at %s:%d (worker %d)", name, at.Line+1, worker))
	}
}

// debug lets debuggers at the application. It is called when that can be reloaded: one may have attached while it was built.
func (a *App) debug(first *generation) {
	d := a.options.Debugging
	if d == nil {
		return
	}
	d.take(first)
	reload := a.reloadUnless
	d.reload.Store(&reload)
	if !d.stands() {
		go func() { _ = d.Instrument(context.Background()) }() // it logs what fails, and the generation that serves goes on
	}
}

// Folder returns the folder of the scripts that are debugged.
func (d *Debugging) Folder() string { return d.serving.Load().options.sources() }

// take makes a generation the one that is debugged.
func (d *Debugging) take(g *generation) {
	if d == nil {
		return
	}
	d.serving.Store(g)
	if g.probed == nil {
		d.Use(nil)
	}
}

// giveUp goes back to the generation before one that could not be built.
func (d *Debugging) giveUp(before *generation) {
	switch {
	case d == nil:
	case before != nil && before.probed != nil:
		before.probed.Use()
	default:
		d.Use(nil)
	}
}

// instrument instruments the generation if a debugger wants it, or else if a test run is counted.
func (g *generation) instrument(options *engine.Options) {
	d := g.options.Debugging
	if d == nil || !d.Wanted() {
		if g.options.test.counts() {
			options.Instrument.Mode = instrument.WithCounters
		}
		return
	}
	g.probed = probed.New(probed.Options{Debugger: d.Debugger, Folder: g.options.sources(), Describe: func(v *vm.VM) string {
		if name := engine.ScheduledName(v); name != "" {
			return "schedule " + name
		}
		call := v.Current()
		if call == nil || g.engine == nil {
			return ""
		}
		handler, ok := call.Handler()
		if !ok {
			return ""
		}
		return listing.Work(g.engine.Manifest(), handler)
	}})
	options.Instrument = engine.Instrumentation{Mode: instrument.WithProbes, Attach: g.probed.Attach, Failed: g.probed.Failed}
}

// Debugging returns where debuggers meet the application; nil if they may not.
func (a *App) Debugging() *Debugging { return a.options.Debugging }
