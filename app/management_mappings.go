package app

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine/manifest"
)

// routing describes what this generation answers: the routes, the mounts and the folders of files, in the order in which they are
// looked for.
func (g *generation) routing() actuator.Routing {
	m := g.engine.Manifest()
	r := actuator.Routing{Filters: g.filters(), Servlets: g.servlets(m)}
	prefix := g.settings.host.ContextPath
	if g.management.shown != nil && g.settings.management.address == "" {
		r.Mappings = g.management.shown.MappingsOf()
	}
	if m.HasAgents() {
		r.Mappings = append(r.Mappings, actuator.Mapping{
			Methods: []string{"GET", "POST", "DELETE"}, Patterns: []string{prefix + g.settings.agents.manifest.Path}, Handler: "MCP endpoint",
		})
	}
	for _, mount := range g.settings.host.Policies.Mounts {
		if !mount.Outside {
			continue
		}
		handler := "MCP protected resource metadata"
		if mount.Path == livePath || mount.Path == readyPath {
			handler = "Actuator web endpoint '" + strings.TrimPrefix(mount.Path, "/") + "'"
		}
		r.Mappings = append(r.Mappings, actuator.Mapping{Methods: []string{"GET"}, Patterns: []string{mount.Path}, Handler: handler})
	}
	for _, route := range m.Routes {
		r.Mappings = append(r.Mappings, routeMapping(m, route, prefix))
	}
	for _, one := range g.settings.host.Policies.Static {
		folder, err := filepath.Rel(g.folder, one.Folder)
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

// filters describes the interceptors, in the order in which they are called.
func (g *generation) filters() []actuator.Filter {
	list := []actuator.Filter{}
	for _, i := range g.engine.Interceptors() {
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
func (g *generation) servlets(m *manifest.Manifest) []actuator.Servlet {
	prefix := g.settings.host.ContextPath
	list := []actuator.Servlet{{Name: "dispatcherServlet", Class: "host.Server", Patterns: []string{prefix + "/"}}}
	if m.HasAgents() {
		list = append(list, actuator.Servlet{Name: "mcp", Class: "mcp.Server", Patterns: []string{prefix + g.settings.agents.manifest.Path}})
	}
	return list
}
