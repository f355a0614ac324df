package management

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/health"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// Problems reports what is wrong with the management endpoints of an application.
func (s *Settings) Problems(props *config.Properties, m *manifest.Manifest, web Web) fault.List {
	return slices.Concat(s.takenPaths(props, m, web), s.takenProbes(m, web), s.unknownMembers(props, m))
}

// takenPaths reports endpoints with the same path, and routes with the path of an endpoint or below it: requests would never
// reach them.
func (s *Settings) takenPaths(props *config.Properties, m *manifest.Manifest, web Web) (problems fault.List) {
	var named []actuator.Endpoint
	for _, id := range config.Endpoints() {
		named = append(named, actuator.Endpoint{ID: id})
	}
	enabled := s.enabledOf(named)
	server, err := s.serve(enabled, "", nil)
	if err != nil {
		return fault.List{{
			Code: "management-path", Place: props.Place("management.endpoint"), Message: err.Error(),
			Hint: "change management.endpoint.<name>.path of one of them",
		}}
	}
	if len(enabled) == 0 || s.Address != "" {
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
		if m.HasAgents() && mount.Path == web.Agents {
			problems = append(problems, fault.Diagnostic{
				Code: "management-path", Place: props.Place(key),
				Message: fmt.Sprintf("%s has the path of the MCP endpoint, %s", what, mount.Path), Hint: "set " + key + " or framework.mcp.path to another path",
			})
		}
	}
	return problems
}

// takenProbes reports routes with the path of a probe: requests would never reach them, or the probe.
func (s *Settings) takenProbes(m *manifest.Manifest, web Web) (problems fault.List) {
	if !s.offersProbes() {
		return nil
	}
	for _, route := range m.Routes {
		if path := web.ContextPath + route.Path; path == livePath || path == readyPath {
			d := fault.Spot{Place: route.Place, Length: route.Width}.
				Problem("management-path", "%s is mapped to %s, where a probe answers", m.Handlers[route.Handler].Name, route.Path)
			problems = append(problems, fault.Explain(d, "", "give the route another path, "+
				"or set management.endpoint.health.probes.add-additional-paths to false"))
		}
	}
	return problems
}

// unknownMembers reports groups with components that do not exist.
func (s *Settings) unknownMembers(props *config.Properties, m *manifest.Manifest) (problems fault.List) {
	names := append(config.HealthIndicators(), health.LivenessState, health.ReadinessState) // those that the application lacks do no harm
	for _, one := range m.HealthIndicators {
		names = append(names, one.Name)
	}
	for _, group := range s.health.groups {
		for _, name := range group.Include {
			if name == "*" || slices.Contains(names, name) {
				continue
			}
			place := props.Place("management.endpoint.health.groups." + group.Name)
			problems = append(problems, fault.Diagnostic{
				Code: "health-group", Place: place, Source: props.Line(place),
				Message: fmt.Sprintf("the health group %s contains %q, but there is no such component", group.Name, name),
				Hint:    fault.DidYouMean("%q", name, names, "components are "+strings.Join(names, ", ")),
			})
		}
	}
	return problems
}

// strangers warns of endpoints that anybody can ask who reaches the server.
func (s *Settings) strangers(shown *actuator.Server, p *Parts) fault.List {
	address, hasOwn := p.Web.Address, s.Address != ""
	if hasOwn {
		address = s.Address
	}
	if address == "" || host.IsLoopback(address) || s.auth.IsSet() {
		return nil
	}
	for _, mount := range shown.Mounts() {
		if mount.ID == "health" || mount.ID == "info" || mount.ID == "" || !hasOwn && isIntercepted(p.Application, mount.Path) {
			continue
		}
		d := fault.Diagnostic{
			Severity: fault.Warning, Code: "management-open", Place: p.Properties.Place("management.endpoint." + mount.ID + ".enabled"),
			Message: fmt.Sprintf("the management endpoint %s can be reached from other machines without authentication", mount.ID),
			Hint:    "set management.auth, give the endpoints a listener of their own with management.server.port, or add an interceptor for " + mount.Path,
		}
		if hasOwn {
			d.Hint = "set management.auth, or management.server.address to an address of this machine only, such as 127.0.0.1"
		}
		return fault.List{d} // once is enough
	}
	return nil
}

// isIntercepted reports whether an interceptor of the application is called for a path.
func isIntercepted(app *engine.Application, path string) bool {
	return slices.ContainsFunc(app.Interceptors(), func(i engine.Interception) bool { return i.Matches(path) })
}
