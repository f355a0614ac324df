package listing

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// MayCall says who may call a route. A request has to meet the demands of both, the handler and the rule.
type MayCall struct {
	Handler *Demand // of a decorator, or of a parameter of the type Principal; nil if there is none
	Rule    *Rule   // of security.rules, which decides for all requests that Partly leaves; nil if there is none
	Partly  []Rule  // those before it that decide for some requests of the route
	Guarded bool    // a demand is made of each request, be it that there is nothing to demand
}

// Rule is a rule of security.rules.
type Rule = security.Rule

// Demand is what a handler demands of those who call it.
type Demand struct {
	security.Demand
	Place fault.Place
}

// String describes who may call the route: what the rule and the handler demand of all requests, and then what rules demand of some.
func (m *MayCall) String() string {
	var parts []string
	if m.Handler != nil || m.Rule != nil || !m.Guarded { // otherwise each method has a rule of its own
		parts = append(parts, m.ofAll())
	}
	for _, rule := range m.Partly {
		parts = append(parts, strings.TrimSpace(strings.Join(rule.Methods, ",")+" "+rule.Pattern)+": "+rule.Demand.String())
	}
	return strings.Join(parts, "; ")
}

// ofAll returns both demands, without one that follows from the other: a client with a role is authenticated anyway.
func (m *MayCall) ofAll() string {
	var byRule, byHandler security.Demand
	if m.Rule != nil {
		byRule = m.Rule.Demand
	}
	if m.Handler != nil {
		byHandler = m.Handler.Demand
	}
	switch {
	case byRule.Implies(byHandler):
		return byRule.String()
	case byHandler.Implies(byRule):
		return byHandler.String()
	}
	return byRule.String() + ", and " + byHandler.String()
}

// DemandsAnything reports whether an application says anywhere who may call what.
func DemandsAnything(m *manifest.Manifest, rules *security.Rules) bool {
	if rules != nil {
		return true
	}
	for _, h := range m.Handlers {
		if h.Demand != nil {
			return true
		}
	}
	return false
}

// MayCallOf returns who may call a route.
func MayCallOf(m *manifest.Manifest, rules *security.Rules, r *manifest.Route) *MayCall {
	out := &MayCall{}
	if demand := m.Handlers[r.Handler].Demand; demand != nil {
		out.Handler = &Demand{demand.Demand, demand.Place}
	}
	pattern := PatternOf(r)
	out.Rule, out.Partly = rules.Of(r.Methods, pattern)
	out.Guarded = out.Handler != nil || out.Rule != nil || len(r.Methods) > 0 && !slices.ContainsFunc(r.Methods, func(method string) bool {
		whole, _ := rules.Of([]string{method}, pattern)
		return whole == nil
	})
	return out
}

// PatternOf returns the path of a route as rules write paths.
func PatternOf(r *manifest.Route) string {
	var b strings.Builder
	for _, s := range manifest.Segments(r.Path) {
		b.WriteByte('/')
		if s.Rest {
			b.WriteString("**")
			continue
		}
		b.WriteString(strings.Join(s.Texts, "*"))
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}
