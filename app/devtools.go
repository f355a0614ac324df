package app

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/workbench"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// door is the way from a generation to the application that serves it, once that is there.
type door struct{ app atomic.Pointer[App] }

// offerTools mounts the developer's page. Nothing is made of it before somebody opens it.
func (g *generation) offerTools(before *generation) {
	if before != nil {
		g.door = before.door
	} else {
		g.door = &door{}
	}
	if !g.settings.tools.Enabled || g.scheduler == nil { // a console, or a test
		return
	}
	g.warnings = append(g.warnings, g.hiddenByTools(g.engine.Manifest())...)
	policies := &g.settings.host.Policies
	policies.Mounts = append(policies.Mounts, workbench.Mount(g.tools))
}

// hiddenByTools warns of routes that no request reaches where the page is.
func (g *generation) hiddenByTools(m *manifest.Manifest) fault.List {
	found := g.settings.tools.Hidden(m)
	showLines(g.options.sources(), found)
	return found
}

// tools makes what answers at the paths of the page.
func (g *generation) tools() http.Handler {
	auth := g.settings.management.Auth()
	guard := devtools.Guard{Local: g.settings.tools.Local, Socket: g.settings.tools.Local && g.settings.endpoint.Unix}
	if auth.IsSet() {
		guard.Known, guard.Challenge = auth.Allows, auth.Challenge
	}
	o := devtools.Options{
		Guard: guard, Endpoints: workbench.Endpoints(g.workbenchParts()),
		Others: map[string]http.Handler{"manage/": http.HandlerFunc(g.manage)},
		Failed: func(path string, err error) {
			g.observe.Log.Error("the console could not answer", "path", path, "error", config.Harmless("", err.Error()))
		},
	}
	o.Endpoints = append(o.Endpoints, g.stories.Endpoints()...)
	if of := g.stories.Recorder(); of != nil {
		o.Subscribe = of.Subscribe
	}
	return devtools.New(o)
}

// manage answers with the management endpoints, whether or not the configuration exposes them.
func (g *generation) manage(w http.ResponseWriter, r *http.Request) {
	r = r.Clone(r.Context())
	r.URL.Path, r.URL.RawPath = admin.EndpointsPath+strings.TrimSuffix(r.URL.Path, "/"), ""
	g.management.Whole.ServeHTTP(w, r)
}

func (g *generation) workbenchParts() *workbench.Parts {
	m, rules := g.engine.Manifest(), g.settings.security.Rules()
	p := &workbench.Parts{
		Name: g.settings.agents.Server.Name, Folder: g.options.Folder, ContextPath: g.settings.host.ContextPath, Agents: g.settings.agents.Manifest.Path,
		Editor: g.stories.EditorPattern(), Properties: g.props, Application: g.engine, Databases: g.databases.Sources(), Scheduler: g.scheduler,
		MemoryLimit: g.settings.workers.Pool.MemoryLimit,
		MayCall:     func(*manifest.Route) string { return "" },
		Catalogue:   func() AgentCatalogue { return g.agentsOf(m) },
		Plan:        func(ctx context.Context) any { return g.migrations.Plan(ctx) },
		Began:       func() time.Time { return g.door.app.Load().began },
		Vouches:     g.settings.tools.Local,
		Accepts:     g.settings.security.Accepts(),
		KeyHeader:   g.keyHeader(),
	}
	if listing.DemandsAnything(m, rules) {
		p.MayCall = func(r *manifest.Route) string { return listing.MayCallOf(m, rules, r).String() }
	}
	p.Send = func(ctx context.Context, r inproc.Request, as *workbench.Identity) (inproc.Response, error) {
		return g.door.app.Load().server.Do(g.onBehalfOf(ctx, as), r)
	}
	p.CallAgent = func(ctx context.Context, message []byte, as *workbench.Identity) (int, []byte, error) {
		return g.door.app.Load().PostToAgents(g.onBehalfOf(ctx, as), message, nil)
	}
	return p
}

// keyHeader returns the header in which keys of the API come; "" if there is none.
func (g *generation) keyHeader() string {
	if s := g.settings.host.Policies.Security; s != nil {
		return s.KeyHeader
	}
	return ""
}

// onBehalfOf returns a context on behalf of somebody whom the developer names.
func (g *generation) onBehalfOf(ctx context.Context, as *workbench.Identity) context.Context {
	if as == nil {
		return ctx
	}
	return g.security.As(ctx, as.Name, as.Roles, as.Scopes)
}
