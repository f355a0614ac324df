package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/host"
)

// endpoints returns the management endpoints, in the order of the documentation. Each has a function that answers for this
// generation.
func (g *generation) endpoints() []actuator.Endpoint {
	own := g.settings.management.endpoints
	return append([]actuator.Endpoint{
		actuator.Beans(g.name(), g.describeBeans),
		actuator.ConfigProps(g.name(), own["configprops"].show, g.boundObjects),
		actuator.Env(own["env"].show, g.environment),
		actuator.Mappings(g.name(), g.routing),
		actuator.ScheduledTasks(g.scheduledTasks),
		actuator.HeapDump(g.heapDump),
		actuator.Prometheus(g.metrics.Write),
		actuator.Metrics(g.metrics.MeterNames, g.describeMeter),
		g.checks.Endpoint(),
		g.infoEndpoint(),
	}, g.moreEndpoints()...)
}

// management answers for one generation.
type management struct {
	shown *actuator.Server // what the configuration turns on; nil if that is nothing
	whole *actuator.Server // all endpoints, for the owner of the process
}

// offerManagement makes the endpoints, and mounts those that the configuration turns on unless they have a listener of their own.
func (g *generation) offerManagement() error {
	if problems := g.managementProblems(g.engine.Manifest()); len(problems) > 0 {
		return problems
	}
	g.checks = g.healthChecks()
	if err := g.offerProbes(); err != nil {
		return err
	}
	g.keepExchanges()
	all, s := g.endpoints(), g.settings.management
	var err error
	isOwner := func(*http.Request) bool { return true }
	if g.management.whole, err = actuator.New(actuator.Options{Base: adminBase, Endpoints: g.forOwner(all), Known: isOwner, Failed: g.endpointFailed}); err != nil {
		return err
	}
	enabled := s.enabledOf(all)
	g.warnOfBlindAdmin(enabled)
	if len(enabled) == 0 {
		return nil
	}
	if g.management.shown, err = s.serve(enabled, g.settings.host.ContextPath, g.endpointFailed); err != nil {
		return err
	}
	g.warnOfStrangers(g.management.shown)
	if s.address != "" {
		return nil
	}
	handler := s.auth.Protect(g.management.shown)
	for _, m := range g.management.shown.Mounts() {
		g.settings.host.Policies.Mounts = append(g.settings.host.Policies.Mounts, host.Mount{
			Path: m.Path, Below: m.Below, Private: true, Answer: func(call *host.Call) { call.ServeHTTP(handler, largestRequest) },
		})
	}
	return nil
}

// endpointFailed logs why an endpoint has answered with 500.
func (g *generation) endpointFailed(id string, err error) {
	g.log.Error("a management endpoint failed", "endpoint", id, "error", config.Harmless("", err.Error()))
}

// enabledOf returns the endpoints that are turned on, at their paths.
func (s *managementSettings) enabledOf(all []actuator.Endpoint) (enabled []actuator.Endpoint) {
	for _, e := range all {
		if own := s.endpoints[e.ID]; s.enabled && own.enabled {
			e.Path = own.path
			enabled = append(enabled, e)
		}
	}
	return enabled
}

// serve returns a server for endpoints. An address of its own is outside of the context path.
func (s *managementSettings) serve(list []actuator.Endpoint, contextPath string, failed func(string, error)) (*actuator.Server, error) {
	if s.address != "" {
		contextPath = ""
	}
	return actuator.New(actuator.Options{Prefix: contextPath, Base: s.base, Endpoints: list, Known: s.auth.Allows, Failed: failed})
}

// adminBase is where the admin socket has the endpoints.
const adminBase = "/actuator"

// largestRequest is the largest body of a request to an endpoint.
const largestRequest = 1 << 20

// managementProblems reports what is wrong with the management endpoints of an application.
func (g *generation) managementProblems(m *manifest.Manifest) fault.List {
	return slices.Concat(g.takenPaths(m), g.takenProbes(m), g.unknownMembers(m))
}

// takenPaths reports endpoints with the same path, and routes with the path of an endpoint or below it: requests would never
// reach them.
func (g *generation) takenPaths(m *manifest.Manifest) (problems fault.List) {
	s := g.settings.management
	var named []actuator.Endpoint
	for _, id := range config.Endpoints() {
		named = append(named, actuator.Endpoint{ID: id})
	}
	enabled := s.enabledOf(named)
	server, err := s.serve(enabled, "", nil)
	if err != nil {
		return fault.List{{
			Code: "management-path", Place: g.props.Place("management.endpoint"), Message: err.Error(), Hint: "change management.endpoint.<name>.path of one of them",
		}}
	}
	if len(enabled) == 0 || s.address != "" {
		return nil
	}
	for _, mount := range server.Mounts() {
		what, key := "the management endpoint "+mount.ID, "management.endpoint."+mount.ID+".path"
		if mount.ID == "" {
			what, key = "the list of management endpoints", "management.endpoints.base-path"
		}
		for _, route := range m.Routes {
			if route.Path != mount.Path && (!mount.Below || !strings.HasPrefix(route.Path, mount.Path+"/")) {
				continue
			}
			d := fault.Spot{Place: route.Place, Length: route.Width}.
				Problem("management-path", "%s is mapped to %s, where %s answers", m.Handlers[route.Handler].Name, route.Path, what)
			problems = append(problems, fault.Explain(d, "", fmt.Sprintf("give the route another path, or set %s in config/application.yml", key)))
		}
		if m.HasAgents() && mount.Path == g.settings.agents.manifest.Path {
			problems = append(problems, fault.Diagnostic{
				Code: "management-path", Place: g.props.Place(key),
				Message: fmt.Sprintf("%s has the path of the MCP endpoint, %s", what, mount.Path), Hint: "set " + key + " or framework.mcp.path to another path",
			})
		}
	}
	return problems
}

// warnOfStrangers warns of endpoints that anybody can ask who reaches the server.
func (g *generation) warnOfStrangers(s *actuator.Server) {
	settings, e := g.settings.management, g.settings.endpoint
	hasOwn := settings.address != ""
	if hasOwn {
		e = endpoint{address: settings.address}
	}
	if e.unix || e.isLoopback() || settings.auth.IsSet() {
		return
	}
	for _, mount := range s.Mounts() {
		if mount.ID == "health" || mount.ID == "info" || mount.ID == "" || !hasOwn && g.isIntercepted(mount.Path) {
			continue
		}
		d := fault.Diagnostic{
			Severity: fault.Warning, Code: "management-open", Place: g.props.Place("management.endpoint." + mount.ID + ".enabled"),
			Message: fmt.Sprintf("the management endpoint %s can be reached from other machines, and asks nobody who they are", mount.ID),
			Hint:    "set management.auth, give the endpoints a listener of their own with management.server.port, or add an interceptor for " + mount.Path,
		}
		if hasOwn {
			d.Hint = "set management.auth, or management.server.address to an address of this machine only, such as 127.0.0.1"
		}
		g.warnings = append(g.warnings, d)
		return // once is enough
	}
}

// isIntercepted reports whether an interceptor of the application is called for a path.
func (g *generation) isIntercepted(path string) bool {
	return slices.ContainsFunc(g.engine.Interceptors(), func(i engine.Interception) bool { return i.Matches(path) })
}

// name returns the name of the application, which stands for its context in Spring's answers.
func (g *generation) name() string { return g.settings.agents.server.Name }
