package management

import (
	"net/http"
	"runtime/debug"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/profiling"
	"github.com/fwrun/fwrun/queue/manage"
)

// Management answers for one generation.
type Management struct {
	Whole     *actuator.Server                      // all endpoints, for the owner of the process
	Mounts    []host.Mount                          // for the application's own server
	Exchanged func(*host.Exchanged) *host.Exchanged // to call for each request; nil if they are not kept
	Warnings  fault.List

	settings  *Settings
	shown     *actuator.Server // what the configuration turns on; nil if that is nothing
	probes    []actuator.Endpoint
	exchanges *exchanges
	profiler  *profiling.Profiler // takes one profile at a time
}

// New makes the endpoints. What they keep over reloads is continued.
func New(s *Settings, parts Parts) (*Management, error) {
	m := &Management{settings: s}
	m.keepOn(parts.Before)
	parts.Before = nil // the endpoints hold the parts, and would hold all generations before
	checks := healthChecks(s, &parts)
	if err := m.offerProbes(checks); err != nil {
		return nil, err
	}
	failed := func(id string, err error) {
		parts.Log.Error("a management endpoint failed", "endpoint", id, "error", config.Harmless("", err.Error()))
	}
	all := m.endpoints(&parts, checks)
	if err := m.offerAll(all, checks, failed); err != nil {
		return nil, err
	}
	enabled := s.enabledOf(all)
	m.warn(s.blindAdmin(enabled, parts.Properties))
	if len(enabled) == 0 {
		return m, nil
	}
	var err error
	if m.shown, err = s.serve(enabled, parts.Web.ContextPath, failed); err != nil {
		return nil, err
	}
	m.warn(s.strangers(m.shown, &parts))
	if s.Address == "" {
		m.mount(m.shown)
	}
	return m, nil
}

// keepOn continues what was kept before.
func (m *Management) keepOn(before *Management) {
	s := m.settings
	if before == nil {
		m.exchanges, m.profiler = newExchanges(s.exchanges), profiling.New()
	} else if m.exchanges, m.profiler = before.exchanges, before.profiler; s.isShown("httpexchanges") && len(m.exchanges.slots) != s.exchanges {
		m.exchanges = newExchanges(s.exchanges)
	}
	if s.isShown("httpexchanges") {
		m.Exchanged = m.exchanges.add
	}
}

// endpoints returns the management endpoints, in the order of the documentation.
func (m *Management) endpoints(p *Parts, checks *health.Checks) []actuator.Endpoint {
	own, app, build := m.settings.endpoints, p.Application, debug.ReadBuildInfo
	list := []actuator.Endpoint{
		actuator.Beans(p.Name, func() []actuator.Bean { return beansOf(app.Manifest()) }),
		actuator.ConfigProps(p.Name, own["configprops"].show, boundObjects(app, p.Section)),
		actuator.Env(own["env"].show, func() actuator.Environment { return environmentOf(p.Properties) }),
		actuator.Mappings(p.Name, func() actuator.Routing { return m.routing(p) }),
		actuator.ScheduledTasks(func() []actuator.ScheduledTask { return scheduledTasks(app.Manifest().Schedules, p.Scheduler) }),
		actuator.HeapDump(heapDump(p)),
		actuator.Prometheus(p.Metrics.Write),
		actuator.Metrics(p.Metrics.MeterNames, describeMeter(p.Metrics)),
		checks.Endpoint(),
		infoEndpoint(m.settings, p),
		actuator.Loggers(logLevels(p.Levels)),
		actuator.Caches(actuator.CacheStore{List: func() []actuator.Cache { return p.Caches.list(app.Manifest()) }, Clear: p.Caches.Clear}),
		actuator.Queues(manage.Handler(p.ManageQueues)),
		actuator.Migrations(p.Migrations.Status),
		actuator.Flyway(p.Name, p.Migrations.Migrated),
		actuator.HTTPExchanges(m.exchanges.list),
		actuator.ThreadDump(func() []actuator.Thread { return threadsOf(app.Observe()) }),
		actuator.Profile(actuator.Profiles{Kinds: profiling.Kinds(), Take: takeProfile(m.profiler, app)}),
		actuator.SBOM(build),
	}
	if p.Timeline != nil {
		list = append(list, actuator.Startup(fwrunVersion(build), p.Timeline.Began(), func() []actuator.StartupStep { return startupSteps(p.Timeline) }))
	}
	if file := m.settings.logFile; file != "" {
		list = append(list, actuator.LogFile(func() string { return file }))
	}
	return list
}

// offerAll makes the server for the owner of the process, who sees everything.
func (m *Management) offerAll(all []actuator.Endpoint, checks *health.Checks, failed func(string, error)) (err error) {
	list := make([]actuator.Endpoint, len(all))
	for i, one := range all {
		if list[i] = one; one.ID == "health" {
			list[i] = checks.Showing(health.Always).Endpoint()
		}
	}
	isOwner := func(*http.Request) bool { return true }
	m.Whole, err = actuator.New(actuator.Options{Base: admin.EndpointsPath, Endpoints: list, Known: isOwner, Failed: failed})
	return err
}

// largestRequest is the largest body of a request to an endpoint.
const largestRequest = 1 << 20

// mount lets the application's own server answer at the paths of the endpoints.
func (m *Management) mount(shown *actuator.Server) {
	handler := m.settings.auth.Protect(shown)
	for _, one := range shown.Mounts() {
		m.Mounts = append(m.Mounts, host.Mount{
			Path: one.Path, Below: one.Below, Private: true, Knows: m.settings.auth.Accepts,
			Answer: func(call *host.Call) { call.ServeHTTP(handler, largestRequest) },
		})
	}
}

// ServeHTTP answers with the endpoints that the configuration turns on, on a listener of their own.
func (m *Management) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m.shown == nil {
		actuator.Refuse(w, http.StatusNotFound, "")
		return
	}
	m.settings.auth.Protect(m.shown).ServeHTTP(w, r)
}

func (m *Management) warn(warnings fault.List) { m.Warnings = append(m.Warnings, warnings...) }

// enabledOf returns the endpoints that are turned on, at their paths.
func (s *Settings) enabledOf(all []actuator.Endpoint) (enabled []actuator.Endpoint) {
	for _, e := range all {
		if s.isShown(e.ID) {
			e.Path = s.endpoints[e.ID].path
			enabled = append(enabled, e)
		}
	}
	return enabled
}

// isShown reports whether an endpoint is turned on.
func (s *Settings) isShown(id string) bool { return s.enabled && s.endpoints[id].enabled }

// serve returns a server for endpoints. An address of its own is outside of the context path.
func (s *Settings) serve(list []actuator.Endpoint, contextPath string, failed func(string, error)) (*actuator.Server, error) {
	if s.Address != "" {
		contextPath = ""
	}
	return actuator.New(actuator.Options{Prefix: contextPath, Base: s.base, Endpoints: list, Known: s.auth.Allows, Failed: failed})
}
