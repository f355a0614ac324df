package host

import (
	"cmp"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
)

// routeLine is a route as it is shown to a developer.
type routeLine struct {
	Methods string // "GET", "GET, PUT" or "ANY"
	Path    string
	Handler string
	Place   string
}

func (l routeLine) String() string { return l.Methods + " " + l.Path }

// describeRoutes lists the routes, for a request that matched none.
func (r *request) describeRoutes(to *report, p *problem) {
	switch p.status {
	case fasthttp.StatusMethodNotAllowed:
		to.Allowed = r.allowedRoutes()
	case fasthttp.StatusNotFound:
		to.Routes = r.routeLines()
		path := strings.TrimPrefix(r.path, r.server.settings.ContextPath)
		distance := map[string]float64{}
		for _, l := range to.Routes {
			own := strings.TrimPrefix(l.Path, r.server.settings.ContextPath)
			distance[l.Path] = routeDistance(strings.Split(path, "/")[1:], manifest.Segments(own))
		}
		slices.SortStableFunc(to.Routes, func(a, b routeLine) int { return cmp.Compare(distance[a.Path], distance[b.Path]) })
		const near = 1 // at most one segment differs
		for len(to.Routes) > 0 && len(to.Meant) < 3 && distance[to.Routes[0].Path] < near {
			to.Meant, to.Routes = append(to.Meant, to.Routes[0]), to.Routes[1:]
		}
	}
}

// allowedRoutes returns the routes of the path for other methods.
func (r *request) allowedRoutes() []routeLine {
	var lines []routeLine
	seen := map[*route]bool{}
	for _, method := range methods {
		if found := r.table.matcher.find(method, r.closedPath(), r.ctx); found != nil && !seen[found] {
			seen[found] = true
			lines = append(lines, r.routeLine(found))
		}
	}
	return lines
}

// routeLines returns all routes in order of declaration.
func (r *request) routeLines() []routeLine {
	var lines []routeLine
	m := r.table.app.Manifest()
	for _, one := range m.Routes {
		lines = append(lines, r.routeLine(newRoute(one, m.Handlers[one.Handler])))
	}
	return lines
}

func (r *request) routeLine(one *route) routeLine {
	h := r.table.app.Manifest().Handlers[one.handler]
	return routeLine{
		Methods: cmp.Or(strings.Join(one.methods, ", "), "ANY"), Path: r.server.settings.ContextPath + one.path,
		Handler: h.Name, Place: h.Place.String(),
	}
}

// taken is the distance of a segment from a placeholder that matches it.
const taken = 0.01

// routeDistance returns how far a path is from a route: for each segment between 0, equal, and 1, different. A segment
// that a placeholder matches counts as nearly equal.
func routeDistance(path []string, route []manifest.Segment) float64 {
	if n := len(route); n > 0 && route[n-1].Rest && len(path) >= n {
		return taken + routeDistance(path[:n-1], route[:n-1])
	}
	distance := 0.0
	for i := range max(len(path), len(route)) {
		switch {
		case i >= len(path), i >= len(route):
			distance++
		default:
			distance += segmentDistance(path[i], &route[i])
		}
	}
	return distance
}

func segmentDistance(path string, route *manifest.Segment) float64 {
	if !route.IsLiteral() {
		if route.Matches(path) {
			return taken
		}
		return 1
	}
	switch literal := route.Texts[0]; {
	case strings.EqualFold(path, literal):
		return 0
	case strings.EqualFold(strings.TrimSuffix(path, "s"), strings.TrimSuffix(literal, "s")):
		return 0.2
	case fault.Nearest(path, []string{literal}) != "":
		return 0.5
	}
	return 1
}
