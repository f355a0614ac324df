package app

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/mcp"
)

// checkGuards warns of routes, and of what agents may use, that nobody guards, if the application says of anything who may call it; and of demands that nobody can
// meet, because nothing finds out who is asking.
func (c *check) checkGuards(m *manifest.Manifest) {
	rules := c.settings.security.Rules()
	if !demandsAnything(m, rules) {
		return
	}
	var found fault.List
	for _, r := range m.Routes {
		if may := mayCallOf(m, rules, r); !may.Guarded {
			found = append(found, unguarded(m, r, may))
		}
	}
	if len(mcp.AtEndpoint(rules, c.settings.agents.Manifest.Path)) == 0 {
		found = append(found, c.unguardedAgents(m)...)
	}
	if !c.settings.security.KnowsSomebody() {
		found = append(found, c.withoutCredentials(m)...)
	}
	c.showLines(found)
	c.warnings = append(c.warnings, found...)
}

// unguarded is the warning of a route that nobody guards.
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
		why = "what security.rules say of " + strings.Join(patterns, " and ") + " is for some of its requests only"
	}
	return fault.Explain(d, why, "write @Authenticated() or @RolesAllowed(\"…\"), or @PermitAll() if everybody is meant; or add a rule for the path to security.rules")
}

// unguardedAgents warns of what agents may use and nobody guards. Of a tool that is an endpoint it is the route that is guarded.
func (c *check) unguardedAgents(m *manifest.Manifest) (found fault.List) {
	warn := func(what string, handler int, place fault.Place) {
		h := m.Handlers[handler]
		if h.Demand != nil {
			return
		}
		d := fault.Spot{Place: place}.Problem("security-unguarded", "%s is not guarded: neither %s nor a rule for %s says who may use it", what, h.Name, c.settings.agents.Manifest.Path)
		d.Severity = fault.Warning
		found = append(found, fault.Explain(d, "", "write @Authenticated() or @RolesAllowed(\"…\"), or @PermitAll() if everybody is meant; or add a rule for the path to security.rules"))
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

// withoutCredentials warns, once, of a demand to be known.
func (c *check) withoutCredentials(m *manifest.Manifest) fault.List {
	d := fault.Diagnostic{
		Severity: fault.Warning, Code: "security-no-credentials",
		Why:  "none of security.jwt, security.session, security.api-keys and security.basic is set, so nobody is ever known, and the answer is always 401",
		Hint: "configure security.jwt for tokens or security.api-keys for programs, or set security.session.enabled: true",
	}
	for _, h := range m.Handlers {
		if h.Demand != nil && h.Demand.IsForSome() {
			d.Place, d.Message = h.Demand.Place, fmt.Sprintf("nobody can meet what %s demands: %s", h.Name, h.Demand)
			return fault.List{d}
		}
	}
	if rule := c.settings.security.Rules().ForSome(); rule != nil {
		d.Place = c.props.Place("security.rules")
		d.Source, d.Message = c.props.Line(d.Place), fmt.Sprintf("nobody can meet what the rule for %s demands: %s", rule.Pattern, rule.Demand)
		return fault.List{d}
	}
	return nil
}
