package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// prefix is what a class declares for all its mappings. A nil prefix declares nothing.
type prefix struct {
	paths, methods, consumes, produces []string
}

// prefix reads the @RequestMapping of a class, or of the nearest base class with one.
func (b *builder) prefix(chain []*declared.Owner) *prefix {
	for _, owner := range chain {
		if d := owner.Find("RequestMapping"); d != nil {
			s := b.SpotOf(owner, d)
			return &prefix{
				paths: d.Options.Texts("path"), methods: b.methods(d, s),
				consumes: b.mediaTypes(d, "consumes", s), produces: b.mediaTypes(d, "produces", s),
			}
		}
	}
	return nil
}

// routes makes a route for each path of a mapping, under each path of the class.
func (b *builder) routes(h *manifest.Handler, d *declared.Declaration, before *prefix, s fault.Spot) []*manifest.Route {
	template := manifest.Route{
		Name: d.Options.Text("name"), Handler: h.Index, Place: s.Place, Width: s.Length,
		Methods: b.methods(d, s), Consumes: b.mediaTypes(d, "consumes", s), Produces: b.mediaTypes(d, "produces", s),
	}
	paths := d.Options.Texts("path")
	if len(paths) == 0 && before == nil {
		problem := s.Problem("route-path", "@%s on %s has no path", d.Decorator, h.Name)
		problem.Hint = fmt.Sprintf("write one: @%s(\"/hello\")", d.Decorator)
		b.Report(problem)
		return nil
	}
	if before == nil {
		before = &prefix{}
	}
	inherit(&template.Methods, before.methods)
	inherit(&template.Consumes, before.consumes)
	inherit(&template.Produces, before.produces)
	var list []*manifest.Route
	for _, first := range orOne(before.paths, "") {
		for _, path := range orOne(paths, "") {
			if r := b.route(template, first, path, s); r != nil {
				list = append(list, r)
			}
		}
	}
	b.out.Routes = append(b.out.Routes, list...)
	return list
}

// inherit replaces an empty list by that of the class.
func inherit(own *[]string, class []string) {
	if len(*own) == 0 {
		*own = class
	}
}

func orOne(list []string, otherwise string) []string {
	if len(list) == 0 {
		return []string{otherwise}
	}
	return list
}

func (b *builder) methods(d *declared.Declaration, s fault.Spot) []string {
	for _, shortcut := range shortcuts() {
		if shortcut.decorator == d.Decorator {
			return []string{shortcut.method}
		}
	}
	var list []string
	for _, name := range d.Options.Texts("method") {
		upper := strings.ToUpper(name)
		if !slices.Contains(manifest.Methods(), upper) {
			problem := s.Problem("route-method", "%q is not an HTTP method", name)
			problem.Meant("%q", upper, manifest.Methods(), "use one of RequestMethod: "+strings.Join(manifest.Methods(), ", "))
			b.Report(problem)
			continue
		}
		if !slices.Contains(list, upper) {
			list = append(list, upper)
		}
	}
	return list
}

func (b *builder) mediaTypes(d *declared.Declaration, option string, s fault.Spot) []string {
	types := d.Options.Texts(option)
	for _, t := range types {
		if !isMediaType(t) {
			problem := s.Problem("route-media-type", "%q in %s is not a media type", t, option)
			problem.Hint = "write a type, a slash and a subtype, such as \"application/json\"; write several as an array"
			b.Report(problem)
		}
	}
	return types
}

// isMediaType reports whether t is type/subtype, possibly with parameters after a semicolon; each part may be *.
func isMediaType(t string) bool {
	essence, _, _ := strings.Cut(t, ";")
	kind, sub, ok := strings.Cut(strings.TrimSpace(essence), "/")
	return ok && declared.IsToken(kind) && declared.IsToken(sub)
}

// route joins a path to a prefix and reads its placeholders.
func (b *builder) route(template manifest.Route, before, path string, s fault.Spot) *manifest.Route {
	full := strings.Trim(before, "/") + "/" + strings.Trim(path, "/")
	if strings.Contains(full, "${") {
		value, ok := b.Resolve(full, "the path "+full, s)
		if !ok {
			return nil
		}
		full = fmt.Sprint(value)
	}
	r := template
	r.Path = "/" + strings.Trim(full, "/")
	vars, bad := placeholders(r.Path)
	if bad.reason != "" {
		problem := s.Problem("route-path", "the path %q %s", r.Path, bad.reason)
		problem.Hint, problem.Mend = bad.hint, bad.mend
		b.Report(problem)
		return nil
	}
	r.Vars = vars
	return &r
}

func varsOf(routes []*manifest.Route) [][]string {
	var list [][]string
	for _, r := range routes {
		list = append(list, r.Vars)
	}
	return list
}

// duplicateRoutes reports two routes with the same shape and method.
func (b *builder) duplicateRoutes() {
	seen := map[string]*manifest.Route{}
	for _, r := range b.out.Routes {
		methods := r.Methods
		if len(methods) == 0 {
			methods = manifest.Methods()
		}
		for _, method := range methods {
			key := method + " " + shape(r.Path)
			other, taken := seen[key]
			if !taken {
				seen[key] = r
				continue
			}
			b.Report(b.duplicateRoute(method, other, r))
			break
		}
	}
}

func (b *builder) duplicateRoute(method string, other, r *manifest.Route) fault.Diagnostic {
	here, there := b.out.Handlers[r.Handler].Name, b.out.Handlers[other.Handler].Name
	d := fault.Spot{Place: r.Place, Length: r.Width}.Problem("route-duplicate", "%s %s is mapped to both %s and %s", method, r.Path, there, here)
	if r.Path != other.Path {
		d.Why = fmt.Sprintf("%s and %s are the same path: the names of placeholders do not matter", other.Path, r.Path)
	}
	d.Hint = "change the path or the method of one of them"
	d.Notes = []fault.Note{{Place: other.Place, Text: there + " is mapped here"}}
	return d
}
