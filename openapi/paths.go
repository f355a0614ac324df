package openapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// operation is one method of one path.
type operation struct {
	route   *manifest.Route
	handler *manifest.Handler
	said    *manifest.Operation
	method  string            // GET
	path    string            // as the document has it: the placeholder of the rest of a path looks like any other
	names   map[string]string // of the placeholders in the document, by those in the route; several routes share a path
	rest    string            // the placeholder that takes the rest of the path; empty if there is none
	several bool              // the mapping has several methods
	id      string
	beside  *operation // takes the paths with more segments; both have the same path in the document
}

// operationsOf lists the operations of an application, sorted by path and method.
func operationsOf(m *manifest.Manifest) []*operation {
	routes := slices.Clone(m.Routes)
	slices.SortStableFunc(routes, func(a, b *manifest.Route) int {
		return cmp.Or(cmp.Compare(restOf(a), restOf(b)), cmp.Compare(a.Path, b.Path))
	})
	groups := pathGroups{}
	taken := map[[2]string]*operation{}
	var list []*operation
	for _, r := range routes {
		h := m.Handlers[r.Handler]
		if h.Operation == nil || h.Operation.Hidden {
			continue
		}
		path, names := groups.place(r)
		methods := methodsOf(r)
		for _, method := range methods {
			o := &operation{
				route: r, handler: h, said: h.Operation, method: method, path: path, names: names, rest: names[restOf(r)], several: len(methods) > 1,
			}
			if other := taken[[2]string{path, method}]; other != nil { // one of them takes more segments
				other.beside = o
				continue
			}
			taken[[2]string{path, method}] = o
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(a, b *operation) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(rank(a.method), rank(b.method)))
	})
	identify(list)
	return list
}

// restOf returns the placeholder that takes the rest of a route's path; empty if there is none.
func restOf(r *manifest.Route) string {
	segments := manifest.Segments(r.Path)
	if n := len(segments); n > 0 && segments[n-1].Rest {
		return segments[n-1].Names[0]
	}
	return ""
}

// methodsOf lists the methods of a route. For a route that takes all methods, these are those that carry data.
func methodsOf(r *manifest.Route) []string {
	if len(r.Methods) > 0 {
		return r.Methods
	}
	return []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
}

func rank(method string) int {
	return slices.Index([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}, method)
}

// pathGroups gives routes whose paths differ only in the names of placeholders the path of the first of them: OpenAPI takes them for
// the same.
type pathGroups map[string]pathGroup

type pathGroup struct {
	path  string
	names []string
}

// place returns the path of a route in the document, and the names of the placeholders there.
func (g pathGroups) place(r *manifest.Route) (path string, names map[string]string) {
	var own []string
	var text, shape strings.Builder
	for _, s := range manifest.Segments(r.Path) {
		text.WriteByte('/')
		shape.WriteByte('/')
		for i, literal := range s.Texts {
			text.WriteString(literal)
			shape.WriteString(literal)
			if i < len(s.Names) {
				text.WriteString("{" + s.Names[i] + "}")
				shape.WriteString("{}")
				own = append(own, s.Names[i])
			}
		}
	}
	group, known := g[shape.String()]
	if !known {
		group = pathGroup{cmp.Or(text.String(), "/"), own}
		g[shape.String()] = group
	}
	names = make(map[string]string, len(own))
	for i, name := range own {
		names[name] = group.names[i]
	}
	return group.path, names
}

// paths returns the paths with their operations.
func (w *writer) paths() schema.Node {
	paths := schema.Node{}
	for _, o := range w.operations {
		member := schema.Member{Key: strings.ToLower(o.method), Value: w.operation(o)}
		if last := len(paths) - 1; last >= 0 && paths[last].Key == o.path {
			item, _ := paths[last].Value.(schema.Node)
			paths[last].Value = append(item, member)
			continue
		}
		paths = append(paths, schema.Member{Key: o.path, Value: schema.Node{member}})
	}
	return paths
}
