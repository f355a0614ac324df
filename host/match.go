package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/manifest"
)

// methods are the methods that a route can be mapped to, in the order in which Allow lists them.
var methods = [...]string{
	fasthttp.MethodGet, fasthttp.MethodHead, fasthttp.MethodPost, fasthttp.MethodPut,
	fasthttp.MethodPatch, fasthttp.MethodDelete, fasthttp.MethodOptions, fasthttp.MethodTrace,
}

// matcher finds the route for a method and a canonical path. There is one tree for each method; the matcher decides what the trees contain.
type matcher struct {
	trees [len(methods)]tree
	mixed map[string][]*route // by method: the routes with a mixed segment, best first, so that the first match is the best
	used  []string            // the methods of all routes, in Allow's order
}

func newMatcher(routes []*route) (*matcher, error) {
	m := &matcher{mixed: map[string][]*route{}}
	taken := map[string]*route{}
	for _, r := range routes {
		for _, method := range methodsOf(r) {
			if err := m.add(taken, method, r); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range routes { // HEAD is served by a GET route with the same precedence
		if slices.Contains(methodsOf(r), fasthttp.MethodGet) && taken[fasthttp.MethodHead+shapeOf(r.path)] == nil {
			if err := m.add(taken, fasthttp.MethodHead, r); err != nil {
				return nil, err
			}
		}
	}
	for _, list := range m.mixed {
		slices.SortStableFunc(list, precedence)
	}
	for _, method := range methods {
		if slices.ContainsFunc(routes, func(r *route) bool { return taken[method+shapeOf(r.path)] != nil }) {
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

func (m *matcher) add(taken map[string]*route, method string, r *route) error {
	shape := shapeOf(r.path)
	if other := taken[method+shape]; other != nil {
		return fmt.Errorf("%s %s is mapped to both %s and %s", method, r.path, other.name, r.name)
	}
	taken[method+shape] = r
	if slices.ContainsFunc(r.segments, func(s manifest.Segment) bool { return s.IsMixed() }) {
		m.mixed[method] = append(m.mixed[method], r)
		return nil
	}
	m.trees[slices.Index(methods[:], method)].add(r)
	return nil
}

// shapeOf gives all placeholders the same name, so that routes that match the same paths have the same shape.
func shapeOf(path string) string {
	var b strings.Builder
	for _, s := range manifest.Segments(path) {
		b.WriteByte('/')
		if s.Rest {
			b.WriteString("{v:*}")
			continue
		}
		b.WriteString(strings.Join(s.Texts, "{v}"))
	}
	return cmp.Or(b.String(), "/")
}

// find returns the route for one of the methods and a canonical path, or nil.
func (m *matcher) find(method, path string) *route {
	path = strings.TrimSuffix(path, "/") // of the root
	best := m.trees[slices.Index(methods[:], method)].find(path)
	if len(m.mixed) == 0 {
		return best
	}
	return bestOf(best, firstMatch(m.mixed[method], path))
}

// allowed lists the methods that a path answers, always including OPTIONS; it is empty for a path without routes.
func (m *matcher) allowed(path string) string {
	return allowList(func(method string) bool { return m.find(method, path) != nil })
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
