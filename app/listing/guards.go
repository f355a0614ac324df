package listing

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/mcp"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// Unguarded warns of routes, and of what agents may use at a path, that are not guarded, if the application guards anything.
func Unguarded(m *manifest.Manifest, rules *security.Rules, agents string) (found fault.List) {
	if !DemandsAnything(m, rules) {
		return nil
	}
	for _, r := range m.Routes {
		if may := MayCallOf(m, rules, r); !may.Guarded {
			found = append(found, unguarded(m, r, may))
		}
	}
	if len(mcp.AtEndpoint(rules, agents)) == 0 {
		found = append(found, unguardedAgents(m, agents)...)
	}
	return found
}

// guardIt is the hint for what is not guarded.
const guardIt = "write @Authenticated() or @RolesAllowed(\"…\"), or @PermitAll() to let everybody in; or add a rule for the path to security.rules"

// unguarded is the warning of a route that is not guarded.
func unguarded(m *manifest.Manifest, r *manifest.Route, may *MayCall) fault.Diagnostic {
	d := fault.Spot{Place: r.Place, Length: r.Width}.Problem("security-unguarded", "%s %s is not guarded: neither %s nor a rule says who may call it",
		cmp.Or(strings.Join(r.Methods, ","), "ANY"), r.Path, m.Handlers[r.Handler].Name)
	d.Severity = fault.Warning
	var patterns []string
	for _, rule := range may.Partly {
		patterns = append(patterns, rule.Pattern)
	}
	why := ""
	if len(patterns) > 0 {
		why = "the rules of security.rules for " + strings.Join(patterns, " and ") + " match only some of its requests"
	}
	return fault.Explain(d, why, guardIt)
}

// unguardedAgents warns of what agents may use and is not guarded. A tool that is an endpoint is guarded by its route.
func unguardedAgents(m *manifest.Manifest, path string) (found fault.List) {
	warn := func(what string, handler int, place fault.Place) {
		h := m.Handlers[handler]
		if h.Demand != nil {
			return
		}
		d := fault.Spot{Place: place}.Problem("security-unguarded",
			"%s is not guarded: neither %s nor a rule for %s says who may use it", what, h.Name, path)
		d.Severity = fault.Warning
		found = append(found, fault.Explain(d, "", guardIt))
	}
	for _, t := range m.Tools {
		if t.REST == nil {
			warn("the tool "+t.Name, t.Handler, t.Place)
		}
	}
	for _, r := range m.Resources {
		warn("the resource "+r.URI, r.Handler, r.Place)
	}
	for _, p := range m.Prompts {
		warn("the prompt "+p.Name, p.Handler, p.Place)
	}
	return found
}

// WithoutCredentials warns, once, of a demand for known callers in an application that cannot identify any. Rules are written at a
// place, which has a line.
func WithoutCredentials(m *manifest.Manifest, rules *security.Rules, at fault.Place, line string) fault.List {
	d := fault.Diagnostic{
		Severity: fault.Warning, Code: "security-no-credentials",
		Why: "none of security.jwt, security.session, security.api-keys and security.basic is set, " +
			"so no caller is ever known, and the answer is always 401",
		Hint: "configure security.jwt for tokens or security.api-keys for programs, or set security.session.enabled: true",
	}
	for _, h := range m.Handlers {
		if h.Demand != nil && h.Demand.IsForSome() {
			d.Place, d.Message = h.Demand.Place, fmt.Sprintf("no client can meet the demand of %s: %s", h.Name, h.Demand)
			return fault.List{d}
		}
	}
	if rule := rules.ForSome(); rule != nil {
		d.Place = at
		d.Source, d.Message = line, fmt.Sprintf("no client can meet the demand of the rule for %s: %s", rule.Pattern, rule.Demand)
		return fault.List{d}
	}
	return nil
}
