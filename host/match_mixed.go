package host

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
)

// The router's tree has whole segments only. Routes with a mixed segment, such as /files/{name}.{ext}, are few: they
// are tried in the order of precedence, in addition to the router's match. Precedence orders all routes that match a
// path, so the better one of the two matches is the best route.

// precedence compares routes that match the same path; the better one comes first. At the first segment that differs, a
// literal comes before a mixed segment, a mixed segment before a placeholder, and the rest of a path comes last.
func precedence(a, b *route) int {
	for i := range min(len(a.segments), len(b.segments)) {
		s, t := &a.segments[i], &b.segments[i]
		if order := cmp.Or(cmp.Compare(rank(s), rank(t)), cmp.Compare(t.Literals(), s.Literals()), cmp.Compare(len(s.Names), len(t.Names))); order != 0 {
			return order
		}
	}
	return cmp.Compare(len(a.segments), len(b.segments))
}

func rank(s *manifest.Segment) int {
	switch {
	case s.IsLiteral():
		return 0
	case s.IsMixed():
		return 1
	case !s.Rest:
		return 2
	}
	return 3
}

func bestOf(a, b *route) *route {
	if a == nil || b != nil && precedence(b, a) < 0 {
		return b
	}
	return a
}

func firstMatch(list []*route, closedPath string) *route {
	if len(list) == 0 {
		return nil
	}
	path := strings.TrimSuffix(closedPath, pathEnd)
	i := slices.IndexFunc(list, func(r *route) bool { return matchesPath(r.segments, path) })
	if i < 0 {
		return nil
	}
	return list[i]
}

// matchesPath reports whether the segments match a path; the root has no segments.
func matchesPath(segments []manifest.Segment, path string) bool {
	for i := range segments {
		if segments[i].Rest {
			return true
		}
		if path == "" {
			return false
		}
		var one string
		if one, path = path[1:], ""; strings.IndexByte(one, '/') >= 0 {
			end := strings.IndexByte(one, '/')
			one, path = one[:end], one[end:]
		}
		if !segments[i].Matches(one) {
			return false
		}
	}
	return path == ""
}
