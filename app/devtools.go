package app

import (
	"context"
	"net/http"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/workbench"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/inproc"
)

// toolSettings say whether there is the developer's page.
type toolSettings struct {
	enabled bool
	never   bool // not in development either
	local   bool // in development: clients of this machine need not say who they are
}

// readTools reads the section devtools. The page shows everything, so that in production somebody has to prove who he is.
func readTools(r *config.Reader, dev bool) toolSettings {
	own := r.Under("devtools")
	s := toolSettings{enabled: own.Bool("enabled", dev), local: dev}
	s.never = !s.enabled && own.Has("enabled")
	if s.enabled && !dev && !r.Has("management.auth.password") && !r.Has("management.auth.token") {
		own.Reject("enabled", "turns on the console, which shows and does everything, and nobody would have to say who he is",
			"set management.auth, or leave the console to development: fwrun <folder> --dev")
	}
	return s
}

// door is the way from a generation to the application that serves it, once that is there.
type door struct{ app atomic.Pointer[App] }

// offerTools mounts the developer's page. Nothing is made of it before somebody opens it.
func (g *generation) offerTools(before *generation) {
	if before != nil {
		g.door = before.door
	} else {
		g.door = &door{}
	}
	if !g.settings.tools.enabled || g.scheduler == nil { // a console, or a test
		return
	}
	g.warnings = append(g.warnings, g.hiddenByTools(g.engine.Manifest())...)
	handler := lazily(g.tools)
	policies := &g.settings.host.Policies
	policies.Mounts = append(policies.Mounts, host.Mount{
		Path: devtools.Path, Below: true, Outside: true, Private: true, Quiet: true, About: "console", Methods: []string{http.MethodGet},
		Answer: func(call *host.Call) { call.ServeHTTP(handler, devtools.MaxBody) },
	})
}

// hiddenByTools warns of routes that no request reaches where the page is.
func (g *generation) hiddenByTools(m *manifest.Manifest) (found fault.List) {
	if g.settings.tools.never {
		return nil
	}
	for _, r := range m.Routes {
		if r.Path != devtools.Path && !strings.HasPrefix(r.Path, devtools.Path+"/") {
			continue
		}
		d := fault.Spot{Place: r.Place, Length: r.Width}.Problem("devtools-path", "%s is mapped to %s, where the console answers", m.Handlers[r.Handler].Name, r.Path)
		d.Severity = fault.Warning
		found = append(found, fault.Explain(d, "the console has all paths below "+devtools.Path+": in development, and wherever devtools.enabled is true",
			"give the route another path, or set devtools.enabled: false in config/application.yml"))
	}
	g.showLines(found)
	return found
}

// lazily returns a handler that is made with its first request.
func lazily(make func() http.Handler) http.Handler {
	made := sync.OnceValue(make)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { made().ServeHTTP(w, r) })
}

// tools makes what answers at the paths of the page.
func (g *generation) tools() http.Handler {
	auth := g.settings.management.Auth()
	guard := devtools.Guard{Local: g.settings.tools.local, Socket: g.settings.tools.local && g.settings.endpoint.Unix}
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
		MayCall:   func(*manifest.Route) string { return "" },
		Catalogue: func() AgentCatalogue { return g.agentsOf(m) },
		Plan:      func(ctx context.Context) any { return g.migrations.Plan(ctx, g.migrationTargets()) },
		Memory:    func() (heap, limit uint64) { return liveHeap(), g.settings.pool.MemoryLimit },
		Began:     func() time.Time { return g.door.app.Load().began },
		Vouches:   g.settings.tools.local,
		Accepts:   g.settings.security.Accepts(),
		KeyHeader: g.keyHeader(),
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
	return g.as(ctx, as.Name, as.Roles, as.Scopes)
}

// liveHeap returns the bytes of objects that live, or were not collected yet.
func liveHeap() uint64 {
	read := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64()
}
