package app

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app/agents"
	"github.com/fwrun/fwrun/app/broadcast"
	"github.com/fwrun/fwrun/app/caches"
	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/app/images"
	"github.com/fwrun/fwrun/app/locks"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/migrations"
	"github.com/fwrun/fwrun/app/observe"
	"github.com/fwrun/fwrun/app/outgoing"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/app/search"
	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/app/sessions"
	"github.com/fwrun/fwrun/app/stories"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/probed"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
	"github.com/fwrun/fwrun/platform/startup"
)

// parts are what a generation holds open. Each takes over what has not changed from that of the generation before. None of them is nil
// once the settings are known: those that were not opened are closed, and do without.
type parts struct {
	caches     *caches.Part
	databases  *databases.Part
	locks      *locks.Part
	sessions   *sessions.Part
	images     *images.Part
	outgoing   *outgoing.Part
	broadcast  *broadcast.Part
	migrations *migrations.Part
	queues     *queues.Part
	search     *search.Part
	stories    *stories.Part
	endpoint   *endpoint.Part
	observe    *observe.Part
	security   *security.Part
}

// generation is an application built from its files at one point in time.
type generation struct {
	parts
	options    Options
	props      *config.Properties
	settings   settings
	engine     *engine.Application
	probed     *probed.Generation // nil unless a debugger wants it
	api        *jsapi.API
	management *management.Management
	scheduler  *schedule.Scheduler // of all generations; nil unless the application is started
	timeline   *startup.Timeline
	warnings   fault.List
	door       *door // of the process
}

// ready notifies the beans that the application serves. A failure is logged; the application continues.
func (g *generation) ready(ctx context.Context) {
	if err := g.engine.Ready(ctx); err != nil {
		args := []any{"error", err.Error()}
		if failed, ok := errors.AsType[*engine.ScriptError](err); ok {
			args = append(args, "stack", failed.Stack())
		}
		g.observe.Log.ErrorContext(ctx, "an OnApplicationReady method failed", args...)
	}
}

// close calls the PreDestroy hooks after running work has ended or ctx has, and then closes connections and
// databases, unless another generation uses them.
func (g *generation) close(ctx context.Context) error {
	g.security.Close(ctx)
	if g.engine != nil {
		g.engine.Close(ctx)
	}
	failed := g.outgoing.Close()
	g.stories.Close()
	failed = errors.Join(failed, g.broadcast.Close(), g.search.Close(), g.caches.Close(), g.locks.Close(), g.sessions.Close(),
		g.queues.Close(), g.databases.Close())
	return errors.Join(failed, g.options.test.close())
}

// door leads from a generation to the process that serves it, once that is there.
type door struct{ process atomic.Pointer[process] }

// process is what the developer's page asks of the process.
type process struct {
	began  time.Time
	server *host.Server
	agents func() agents.Endpoint // of the generation that serves at the moment

	mistyped func() fault.List
}
