package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Route is a route as it is shown to a developer.
type Route struct {
	Methods string // "GET", "GET, PUT" or "ANY"
	Path    string
	Handler string
	Place   string
}

// String returns the methods and the path.
func (l Route) String() string { return l.Methods + " " + l.Path }

// Nearest adds the routes of an application to the report of a request that matched none, the nearest to its path first. Paths begin with the
// context path, which is not part of what is compared.
func (r *Report) Nearest(routes []Route, path, contextPath string) {
	path = strings.TrimPrefix(path, contextPath)
	distance := map[string]float64{}
	for _, l := range routes {
		own := strings.TrimPrefix(l.Path, contextPath)
		distance[l.Path] = routeDistance(strings.Split(path, "/")[1:], manifest.Segments(own))
	}
	slices.SortStableFunc(routes, func(a, b Route) int { return cmp.Compare(distance[a.Path], distance[b.Path]) })
	const near = 1 // at most one segment differs
	for len(routes) > 0 && len(r.Meant) < 3 && distance[routes[0].Path] < near {
		r.Meant, routes = append(r.Meant, routes[0]), routes[1:]
	}
	r.Routes = routes
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
