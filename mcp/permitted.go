package mcp

import (
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/security"
)

// demandsOf returns what is demanded of those who call a handler: by its decorators, and, of an endpoint, by the rules of its paths, as
// far as these are known without the arguments. An endpoint is asked for the rest when it is called.
func (s *Settings) demandsOf(h *manifest.Handler, route *manifest.ToolRoute) (list []security.Demand) {
	if h.Demand != nil {
		list = append(list, h.Demand.Demand)
	}
	if route == nil || s.Rules == nil {
		return list
	}
	for _, path := range route.Paths {
		if demand, found := s.Rules.Demand(route.Method, path); found {
			list = append(list, demand)
		}
	}
	return list
}

// demands lists those of all that is offered.
func (s *Server) demands() (list []security.Demand) {
	for _, one := range s.tools {
		list = append(list, one.demands...)
	}
	for _, one := range s.resources {
		list = append(list, one.demands...)
	}
	for _, one := range s.prompts {
		list = append(list, one.demands...)
	}
	return list
}

// lacks returns the scopes of which the caller needs one, and has none, for the first demand that such a scope would meet.
func (r *rpcRequest) lacks(demands []security.Demand) []string {
	who := security.From(r.Context(r.Alive()))
	for _, d := range demands {
		if d.Of(who) != security.Allowed {
			return d.Scopes()
		}
	}
	return nil
}

// permits reports whether the caller meets all of some demands.
func (r *rpcRequest) permits(demands []security.Demand) bool {
	if len(demands) == 0 {
		return true
	}
	who := security.From(r.Context(r.Alive()))
	for _, d := range demands {
		if d.Of(who) != security.Allowed {
			return false
		}
	}
	return true
}

// offers reports whether a tool passes the filter, and is listed to this caller.
func (r *rpcRequest) offers(t *tool) bool {
	return r.filter.has(t) && (r.settings.ListForbidden || r.permits(t.demands))
}
