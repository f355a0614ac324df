package engine

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// unguarded warns of patterns that guard the routes below a path and not the path itself: "^/admin/" leaves /admin
// open, because no canonical path ends in a slash.
func (in *instance) unguarded(m *manifest.Manifest, list []Interception) (warnings fault.List) {
	for i := range list {
		if in.interceptors[i].calls[PreHandle] == nil {
			continue // the interceptor lets every request pass
		}
		for _, pattern := range list[i].Patterns {
			if gap := list[i].gap(m.Routes, pattern); gap != "" {
				warnings = append(warnings, list[i].openAt(m, pattern, gap))
			}
		}
	}
	return warnings
}

// placeholder matches a placeholder of a route's path.
var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func sample(path string) string { return placeholder.ReplaceAllString(path, "1") }

// gap returns the first path, among those above the routes that the pattern guards, below which the pattern guards
// everything although the interceptor is not called for the path itself.
func (i *Interception) gap(routes []*manifest.Route, pattern *regexp.Regexp) string {
	for _, r := range routes {
		if !pattern.MatchString(sample(r.Path)) || anyMatch(i.Excludes, sample(r.Path)) {
			continue
		}
		for end := 0; end >= 0; end = nextSlash(r.Path, end) {
			above := cmp.Or(r.Path[:end], "/")
			asked := sample(above)
			below := strings.TrimSuffix(asked, "/") + "/"
			if pattern.MatchString(below+"a") && pattern.MatchString(below+"b/c") && !anyMatch(i.Patterns, asked) && !anyMatch(i.Excludes, asked) {
				return above
			}
		}
	}
	return ""
}

// nextSlash returns the index of the slash after the one at i, or -1.
func nextSlash(path string, i int) int {
	if j := strings.IndexByte(path[i+1:], '/'); j >= 0 {
		return i + 1 + j
	}
	return -1
}

func anyMatch(list []*regexp.Regexp, path string) bool {
	return slices.ContainsFunc(list, func(one *regexp.Regexp) bool { return one.MatchString(path) })
}

// openBelow matches the ends of patterns that mean "everything below".
var openBelow = regexp.MustCompile(`/(\.[*+]\$?)?$`)

func (i *Interception) openAt(m *manifest.Manifest, pattern *regexp.Regexp, gap string) fault.Diagnostic {
	text := strings.ReplaceAll(pattern.String(), `\/`, "/") // slashes may be escaped
	why := "paths are matched without their trailing slash: a request for " + gap + "/ is matched as " + gap
	hint := fmt.Sprintf("add exclude(\"^%s$\") if that path is meant to be open; otherwise add a pattern for it", regexp.QuoteMeta(gap))
	if gap == "/" {
		why, hint = "", `write "^/", which matches every path`
	} else if openBelow.MatchString(text) {
		hint = fmt.Sprintf("write %q", openBelow.ReplaceAllLiteralString(text, "(/|$)"))
	}
	d := fault.Diagnostic{
		Severity: fault.Warning, Code: "interceptor-gap", Place: i.Place, Length: i.width,
		Message: fmt.Sprintf("%s with the pattern %q covers the paths below %s, but not %s itself", i.Name, text, gap, gap),
		Why:     why, Hint: hint,
	}
	for _, r := range m.Routes {
		if r.Path == gap {
			d.Notes = append(d.Notes, fault.Note{Place: r.Place, Text: "the interceptor does not cover " + m.Handlers[r.Handler].Name})
		}
	}
	return d
}

// CallerPlace returns the place in the application's own code, which is running, where it has called the host.
func CallerPlace(rt *goja.Runtime) fault.Place {
	for _, frame := range framesOf(rt.CaptureCallStack(maxFrames, nil)) {
		if frame.IsOwn() {
			return frame.Place
		}
	}
	return fault.Place{}
}
