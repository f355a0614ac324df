package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fasthttp/router/radix"
	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/manifest"
)

// methods are the methods that a route can be mapped to, in the order in which Allow lists them.
var methods = [...]string{
	fasthttp.MethodGet, fasthttp.MethodHead, fasthttp.MethodPost, fasthttp.MethodPut,
	fasthttp.MethodPatch, fasthttp.MethodDelete, fasthttp.MethodOptions, fasthttp.MethodTrace,
}

// pathEnd ends every path, of routes and of requests alike. It is a segment that no canonical path can have, so that in
// the router's tree only the end of a route is the end of a node: see ADR 2.
const pathEnd = "/\x01"

// matcher finds the route for a method and a canonical path. The trees of fasthttp/router do the matching; the matcher decides what
// they contain.
type matcher struct {
	places places
	mixed  map[string][]*route // by method: the routes with a mixed segment, best first, so that the first match is the best
	used   []string            // the methods of all routes, in Allow's order
}

func newMatcher(routes []*route) (m *matcher, err error) {
	m = &matcher{places: places{trees: map[string]*[len(methods)]*radix.Tree{}}, mixed: map[string][]*route{}}
	defer func() {
		if refusal := recover(); refusal != nil { // the router reports errors by panics only
			err = fmt.Errorf("the router refuses a route: %v", refusal)
		}
	}()
	taken, shapes := map[string]*route{}, make([]string, len(routes))
	for i, r := range routes {
		shapes[i] = shapeOf(r.segments)
		for _, method := range methodsOf(r) {
			if err := m.add(taken, method, shapes[i], r); err != nil {
				return nil, err
			}
		}
	}
	for i, r := range routes { // HEAD is served by a GET route with the same precedence
		if slices.Contains(methodsOf(r), fasthttp.MethodGet) && taken[fasthttp.MethodHead+shapes[i]] == nil {
			if err := m.add(taken, fasthttp.MethodHead, shapes[i], r); err != nil {
				return nil, err
			}
		}
	}
	for _, list := range m.mixed {
		slices.SortStableFunc(list, precedence)
	}
	for _, method := range methods {
		if slices.ContainsFunc(shapes, func(shape string) bool { return taken[method+shape] != nil }) {
			m.used = append(m.used, method)
		}
	}
	return m, nil
}

func methodsOf(r *route) []string {
	if len(r.methods) == 0 {
		return methods[:]
	}
	return r.methods
}

func (m *matcher) add(taken map[string]*route, method, shape string, r *route) error {
	if other := taken[method+shape]; other != nil {
		return fmt.Errorf("%s %s is mapped to both %s and %s", method, r.path, other.name, r.name)
	}
	taken[method+shape] = r
	if slices.ContainsFunc(r.segments, func(s manifest.Segment) bool { return s.IsMixed() }) {
		m.mixed[method] = append(m.mixed[method], r)
		return nil
	}
	m.places.add(slices.Index(methods[:], method), r, closed(shape))
	return nil
}

// shapeOf gives all placeholders the same name, so that they are one branch of the tree, whatever the routes call them.
func shapeOf(segments []manifest.Segment) string {
	var b strings.Builder
	for _, s := range segments {
		b.WriteByte('/')
		if s.Rest {
			b.WriteString("{v:*}")
			continue
		}
		b.WriteString(strings.Join(s.Texts, "{v}"))
	}
	return cmp.Or(b.String(), "/")
}

// closed appends pathEnd to a shape, unless its last placeholder takes the rest of the path, and with it pathEnd.
func closed(shape string) string {
	if strings.HasSuffix(shape, "{v:*}") {
		return shape
	}
	return strings.TrimSuffix(shape, "/") + pathEnd
}

// find returns the route for a path that ends in pathEnd, or nil.
func (m *matcher) find(method, closedPath string, ctx *fasthttp.RequestCtx) *route {
	var best *route
	if handler := m.places.find(slices.Index(methods[:], method), closedPath); handler != nil {
		handler(ctx)
		best, _ = ctx.UserValue(matchedRoute{}).(*route)
	}
	if list := m.mixed[method]; len(list) > 0 {
		return bestOf(best, firstMatch(list, closedPath))
	}
	return best
}

// has reports whether a method has a route for a path that ends in pathEnd.
func (m *matcher) has(method, closedPath string) bool {
	return m.places.find(slices.Index(methods[:], method), closedPath) != nil || firstMatch(m.mixed[method], closedPath) != nil
}

// allowed lists the methods that a path answers, always including OPTIONS; it is empty for a path without routes.
func (m *matcher) allowed(closedPath string) string {
	return allowList(func(method string) bool { return m.has(method, closedPath) })
}

// allowedAnywhere lists the methods that any path answers.
func (m *matcher) allowedAnywhere() string {
	return allowList(func(method string) bool { return slices.Contains(m.used, method) })
}

func allowList(has func(method string) bool) string {
	var list []string
	some := false
	for _, method := range methods {
		mapped := has(method)
		some = some || mapped
		if mapped || method == fasthttp.MethodOptions {
			list = append(list, method)
		}
	}
	if !some {
		return ""
	}
	return strings.Join(list, ", ")
}

// knownMethod returns the method as a constant, or "" for a method that no route can have.
func knownMethod(method []byte) string {
	for _, known := range methods {
		if string(method) == known {
			return known
		}
	}
	return ""
}
