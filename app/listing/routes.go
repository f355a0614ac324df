package listing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// Route is one route of an application.
type Route struct {
	Methods    []string // empty for every method
	Path       string   // from the root of the server: with the context path
	Name       string   // of the mapping; may be empty
	Handler    string   // UserController.find, or the function's name; fwrun for what the host answers itself
	Place      fault.Place
	Consumes   []string // media types; empty for any
	Produces   []string
	Parameters []Parameter
	MayCall    *MayCall // nil where the application says of nothing who may call it
}

// Parameter is a part of a request that a route uses.
type Parameter struct {
	Name     string // in the request; for a body its name in the script
	In       string // path, query, form, request (query or form), cookie, header or body
	Type     string // as declared, or as its default implies
	Required bool
	Schema   []byte // its JSON Schema 2020-12, constraints included
}

// Routes lists the routes of an application, and those of log-ins, sorted by path.
func Routes(m *manifest.Manifest, rules *security.Rules, contextPath string, logins []host.LoginRoute) []Route {
	contextPath = strings.Trim(contextPath, "/")
	if contextPath != "" {
		contextPath = "/" + contextPath
	}
	demands := DemandsAnything(m, rules)
	routes := make([]Route, len(m.Routes))
	for i, r := range m.Routes {
		h := m.Handlers[r.Handler]
		path := contextPath + r.Path
		if contextPath != "" {
			path = strings.TrimSuffix(path, "/")
		}
		routes[i] = Route{
			Methods: r.Methods, Path: path, Name: r.Name, Handler: h.Name, Place: h.Place,
			Consumes: r.Consumes, Produces: r.Produces, Parameters: parametersOf(h),
		}
		if demands {
			routes[i].MayCall = MayCallOf(m, rules, r)
		}
	}
	for _, own := range logins { // they are for everybody, whatever the rules say
		routes = append(routes, Route{
			Methods: []string{own.Method}, Path: contextPath + own.Path, Handler: "fwrun",
			MayCall: &MayCall{Handler: &Demand{Demand: security.Anyone()}, Guarded: true},
		})
	}
	slices.SortStableFunc(routes, func(a, b Route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), slices.Compare(a.Methods, b.Methods))
	})
	return routes
}

// parametersOf returns the parameters that are taken from a request; those that the host supplies are left
// out.
func parametersOf(h *manifest.Handler) []Parameter {
	var list []Parameter
	for _, p := range h.Params {
		where := ""
		switch p.Origin {
		case manifest.FromHost:
			continue
		case manifest.FromPath:
			where = "path"
		case manifest.FromRequest:
			where = "request"
		case manifest.FromQuery:
			where = "query"
		case manifest.FromForm:
			where = "form"
		case manifest.FromCookie:
			where = "cookie"
		case manifest.FromHeader:
			where = "header"
		case manifest.FromBody:
			where = "body"
		}
		list = append(list, Parameter{
			Name: cmp.Or(p.Key, p.Name), In: where, Type: cmp.Or(p.Type.Name, "string"), Required: p.Required,
			Schema: p.Schema(),
		})
	}
	return list
}
