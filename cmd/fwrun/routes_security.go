package main

import (
	"github.com/fwrun/fwrun/app"
)

// jsonMayCall says who may call a route: who meets the demands of both, the handler and the rule.
type jsonMayCall struct {
	Guarded bool        `json:"guarded"`           // each request has a handler or a rule that says who may
	Handler *jsonDemand `json:"handler,omitempty"` // of its decorator, or of a parameter of the type Principal
	Rule    *jsonRule   `json:"rule,omitempty"`    // of security.rules for all requests of the route
	Partly  []jsonRule  `json:"partly,omitempty"`  // of those before it, for some requests
}

type jsonDemand struct {
	Demand      string   `json:"demand"`                // anyone, authenticated, nobody, or the authorities
	Authorities []string `json:"authorities,omitempty"` // of which one is needed
	jsonPlace
}

type jsonRule struct {
	Path        string   `json:"path"`
	Methods     []string `json:"methods,omitempty"` // all when there are none
	Demand      string   `json:"demand"`
	Authorities []string `json:"authorities,omitempty"`
}

func jsonMayCallOf(may *app.MayCall) *jsonMayCall {
	if may == nil {
		return nil
	}
	out := &jsonMayCall{Guarded: may.Guarded}
	if d := may.Handler; d != nil {
		out.Handler = &jsonDemand{d.String(), d.Authorities(), jsonPlaceOf(d.Place)}
	}
	if may.Rule != nil {
		out.Rule = new(jsonRuleOf(*may.Rule))
	}
	for _, rule := range may.Partly {
		out.Partly = append(out.Partly, jsonRuleOf(rule))
	}
	return out
}

func jsonRuleOf(rule app.Rule) jsonRule {
	return jsonRule{rule.Pattern, rule.Methods, rule.Demand.String(), rule.Demand.Authorities()}
}
