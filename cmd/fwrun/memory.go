package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/pace"
	"github.com/fwrun/fwrun/app/rest"
)

// garbage returns how much of it there may be in a server. A few megabytes of VMs are live, while each request leaves garbage: at Go's
// default of 100 percent a collection would always be running.
func garbage() pace.Policy {
	return pace.Policy{Most: 400, Least: 100, Garbage: 48 << 20}
}

// tuneCollector paces the collector until stop is called, unless GOGC is set.
func tuneCollector(p process) (stop func()) {
	if _, set := p.lookUp("GOGC"); set {
		return func() {}
	}
	return pace.Start(garbage())
}

// thrift gives back what the start needed, and later, until ctx ends, what work has left whenever there is none.
func thrift(ctx context.Context, running *app.App) {
	giveBackAfter(running.Settle)
	rest.Watch(ctx, rest.Options{Spent: rest.ProcessorTime, Held: rest.Memory, GiveBack: func() {
		running.Rest(ctx)
		runtime.GC() // what is in a sync.Pool survives one collection
		giveBack()
	}})
}

// giveBackAfter returns what the start needed until now, and again when what it has left to the background has ended.
func giveBackAfter(settle func()) {
	giveBack()
	settle()
	giveBack()
}

// giveBack returns memory that only the start needed: the compiler's heap, and the pages of the binary that
// ran once (esbuild, the initialisation of tables). The kernel reads a page from its cache again when it is
// used.
func giveBack() {
	debug.FreeOSMemory()
	dropCode()
}
