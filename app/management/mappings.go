package management

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// routing describes what the application answers: the routes, the mounts and the folders of files, in the order in which they are
// looked for.
func (m *Management) routing(p *Parts) actuator.Routing {
	declared, web := p.Application.Manifest(), &p.Web
	r := actuator.Routing{Filters: filtersOf(p.Application), Servlets: servlets(declared, web)}
	prefix := web.ContextPath
	if m.shown != nil && m.settings.Address == "" {
		r.Mappings = m.shown.MappingsOf()
	}
	if declared.HasAgents() {
		r.Mappings = append(r.Mappings, actuator.Mapping{
			Methods: []string{"GET", "POST", "DELETE"}, Patterns: []string{prefix + web.Agents}, Handler: "MCP endpoint",
		})
	}
	for _, mount := range web.Policies.Mounts {
		switch {
		case mount.About != "":
			r.Mappings = append(r.Mappings, actuator.Mapping{Methods: mount.Methods, Patterns: []string{mount.Path}, Handler: mount.About})
		case mount.Outside:
			r.Mappings = append(r.Mappings, outside(mount.Path, "MCP protected resource metadata"))
		}
	}
	for _, probe := range m.probes {
		r.Mappings = append(r.Mappings, outside(probe.Path, "Actuator web endpoint '"+strings.TrimPrefix(probe.Path, "/")+"'"))
	}
	for _, route := range declared.Routes {
		r.Mappings = append(r.Mappings, routeMapping(declared, route, prefix))
	}
	for _, one := range web.Policies.Static {
		folder, err := filepath.Rel(p.Folder, one.Folder)
		if err != nil {
			folder = one.Folder
		}
		r.Mappings = append(r.Mappings, actuator.Mapping{
			Patterns: []string{prefix + strings.TrimSuffix(one.Prefix, "/") + "/**"}, Bare: true,
			Handler: "ResourceHttpRequestHandler [" + filepath.ToSlash(folder) + "/]",
		})
	}
	return r
}

// outside describes a path that is not below the context path.
func outside(path, handler string) actuator.Mapping {
	return actuator.Mapping{Methods: []string{"GET"}, Patterns: []string{path}, Handler: handler}
}

// routeMapping describes a route, with its handler as Java writes it: controllers/users.UserController#find(int).
func routeMapping(m *manifest.Manifest, route *manifest.Route, prefix string) actuator.Mapping {
	h := m.Handlers[route.Handler]
	var params []string
	for _, p := range h.Params {
		params = append(params, typeName(p.Type.Name))
	}
	class, method := moduleOf(h.Owner.File), h.Name
	if h.Bean >= 0 {
		class, method = class+"."+m.Beans[h.Bean].TypeName, h.Method
	}
	result := ""
	if h.Result != nil {
		result = h.Result.Name
	}
	at := prefix + route.Path
	if prefix != "" {
		at = strings.TrimSuffix(at, "/")
	}
	return actuator.Mapping{
		Methods: route.Methods, Patterns: []string{at}, Consumes: route.Consumes, Produces: route.Produces,
		Handler: class + "#" + method + "(" + strings.Join(params, ", ") + ")", Class: class, Method: method,
		Descriptor: "(" + strings.Join(params, ", ") + ")" + typeName(result),
	}
}

func typeName(name string) string { return cmp.Or(name, "any") }

// moduleOf returns the path of a file without its ending.
func moduleOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// filtersOf describes the interceptors, in the order in which they are called.
func filtersOf(app *engine.Application) []actuator.Filter {
	list := []actuator.Filter{}
	for _, i := range app.Interceptors() {
		one := actuator.Filter{Name: i.Name, Class: i.Name}
		for _, p := range i.Patterns {
			one.Patterns = append(one.Patterns, p.String())
		}
		if len(one.Patterns) == 0 {
			one.Patterns = []string{"/*"}
		}
		list = append(list, one)
	}
	return list
}

// servlets describes the parts of the process that answer requests.
func servlets(m *manifest.Manifest, web *Web) []actuator.Servlet {
	prefix := web.ContextPath
	list := []actuator.Servlet{{Name: "dispatcherServlet", Class: "host.Server", Patterns: []string{prefix + "/"}}}
	if m.HasAgents() {
		list = append(list, actuator.Servlet{Name: "mcp", Class: "mcp.Server", Patterns: []string{prefix + web.Agents}})
	}
	return list
}
