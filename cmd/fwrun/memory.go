package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/memory"
	"github.com/fwrun/fwrun/platform/pace"
	"github.com/fwrun/fwrun/platform/rest"
)

// serving says how much garbage there may be in a server. A few megabytes of VMs are live, while each request leaves garbage: at Go's
// default of 100 percent a collection would always be running.
func serving() pace.Policy {
	return pace.Policy{Most: 400, Least: 100, Garbage: 48 << 20}
}

// building says how much garbage there may be while an application is compiled and started, given how large the heap may become, or 0
// if that is not known. Most of what is made then lives on, so a collection finds little: those of an application of a thousand
// controllers took a third of its start. A small application has what Go gives it again and again, since memory that a process has
// never used costs more than to collect a few megabytes.
func building(limit uint64) pace.Policy { return filling(limit, 512<<20) }

// rebuilding is building for a reload. The generation that serves lives on meanwhile, and a collection looks at both of them: in an
// application of a thousand controllers the one that came when a reload had nearly ended took a fifth of it.
func rebuilding(limit uint64) pace.Policy { return filling(limit, 1<<30) }

func filling(limit, most uint64) pace.Policy {
	return pace.Policy{Most: 400, Least: 100, Garbage: max(serving().Garbage, min(limit/4, most)), Small: 16 << 20}
}

// collector is what paces the garbage collector; the zero value leaves it alone.
type collector struct {
	keeper     *pace.Keeper
	rebuilding pace.Policy
}

// tuneCollector paces the collector for the building of an application, unless GOGC is set.
func tuneCollector(p process) collector {
	if _, set := p.lookUp("GOGC"); set {
		return collector{}
	}
	limit := uint64(memory.DefaultLimit())
	return collector{pace.Start(building(limit)), rebuilding(limit)}
}

// rebuilds paces the collector for a reload.
func (c collector) rebuilds() {
	if c.keeper != nil {
		c.keeper.Follow(c.rebuilding)
	}
}

// serves paces the collector for an application that has been built.
func (c collector) serves() {
	if c.keeper != nil {
		c.keeper.Follow(serving())
	}
}

// stop leaves the collector as it is.
func (c collector) stop() {
	if c.keeper != nil {
		c.keeper.Stop()
	}
}

// thrift gives back what the start needed, and later, until ctx ends, what work has left whenever there is none. If the files are
// watched, the process keeps its memory: the next reload will need as much again, and to be given it anew takes a tenth of that.
func thrift(ctx context.Context, running *app.App, watching bool) {
	leave := giveBack
	if watching {
		leave = runtime.GC
	}
	leave()
	running.Settle()
	leave()
	rest.Watch(ctx, rest.Options{Spent: rest.ProcessorTime, Held: rest.Memory, GiveBack: func() {
		running.Rest(ctx)
		runtime.GC() // what is in a sync.Pool survives one collection
		leave()
	}})
}

// collectAfter collects what a reload has left once it has ended, so that the next one need not do it.
func collectAfter(settle func()) {
	settle()
	runtime.GC()
}

// giveBack returns memory that only the start needed: the compiler's heap, and the pages of the binary that
// ran once (esbuild, the initialisation of tables). The kernel reads a page from its cache again when it is
// used.
func giveBack() {
	debug.FreeOSMemory()
	dropCode()
}
