package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// handlers finds every handler, with its parameters and the routes that lead to it.
func (b *builder) handlers() {
	for _, bean := range b.out.Beans {
		if bean.Stereotype == RestController {
			b.controller(bean)
		}
	}
	for _, owner := range b.ordered {
		if owner.function != nil && b.scans(owner) {
			b.functionHandler(owner)
		}
	}
	b.duplicateRoutes()
}

// controller reads the mapped methods of a class and of its base classes; a method
// that the class writes again hides the base's.
func (b *builder) controller(bean *Bean) {
	chain := b.chain(b.classes[bean.Class])
	var prefix *Declaration
	for _, owner := range chain {
		if prefix = owner.find("RequestMapping"); prefix != nil {
			break
		}
	}
	seen := map[string]bool{}
	for _, owner := range chain {
		for _, d := range owner.members {
			method := owner.member(d.Member)
			if !isMapping(d) || method == nil || seen[d.Member] {
				continue
			}
			if problem := unmappable(owner, method, d); problem != "" {
				b.report(fault.Diagnostic{Code: "route-target", Place: b.placeOf(owner, d), Message: problem})
				continue
			}
			b.method(bean, owner, method, d, prefix)
		}
		for _, m := range owner.class.Members {
			seen[m.Name] = true
		}
	}
}

func isMapping(d *Declaration) bool {
	return d.Target != OnParam && strings.HasSuffix(d.Decorator, "Mapping")
}

func unmappable(owner *declared, m *source.Member, d *Declaration) string {
	name := owner.name() + "." + m.Name
	switch {
	case m.Kind != source.Method:
		return fmt.Sprintf("@%s stands on %s, which is not a method", d.Decorator, name)
	case m.Abstract:
		return fmt.Sprintf("@%s stands on %s, which is abstract", d.Decorator, name)
	case m.Access == source.Private || m.Access == source.Protected || m.Access == source.HashPrivate:
		return fmt.Sprintf("@%s stands on %s, which is not public", d.Decorator, name)
	case m.Generator:
		return fmt.Sprintf("@%s stands on %s, which is a generator", d.Decorator, name)
	}
	return ""
}

func (b *builder) method(bean *Bean, owner *declared, m *source.Member, d, prefix *Declaration) {
	h := &Handler{
		Index: len(b.out.Handlers), Name: bean.TypeName + "." + m.Name, Bean: bean.Index, Owner: bean.Class, Method: m.Name,
		Async: m.Async, Wrapped: b.foreign(owner.file, m.Decorators), Doc: m.Doc, Place: at(owner.ref.File, m.Pos),
	}
	b.out.Handlers = append(b.out.Handlers, h)
	place := b.placeOf(owner, d)
	routes := b.routes(h, d, prefix, place)
	h.Params = b.params(handlerSource{
		owner: owner, name: h.Name, params: m.Params, vars: varsOf(routes),
		decorators: func(i int) []*Declaration { return owner.onParam(m.Name, i) },
		place:      place,
	})
}

func (b *builder) functionHandler(owner *declared) {
	f := owner.function
	for _, d := range owner.own {
		if !isMapping(d) {
			continue
		}
		h := &Handler{
			Index: len(b.out.Handlers), Name: owner.name(), Bean: -1, Owner: owner.ref,
			Async: f.Async, Wrapped: b.foreign(owner.file, f.Wrappers), Doc: f.Doc, Place: at(owner.ref.File, f.Pos),
		}
		b.out.Handlers = append(b.out.Handlers, h)
		place := b.placeOf(owner, d)
		routes := b.routes(h, d, nil, place)
		h.Params = b.params(handlerSource{
			owner: owner, name: h.Name, params: f.Params, vars: varsOf(routes),
			decorators: functionDecorators(f.Params, d, varsOf(routes)), place: place, function: true, entries: d.Options["params"],
		})
	}
}

// routes makes one route for each path of a mapping, under each path of the class.
func (b *builder) routes(h *Handler, d, prefix *Declaration, place fault.Place) []*Route {
	prefixes := []string{""}
	template := Route{Name: d.Options.text("name"), Handler: h.Index, Place: place}
	template.Methods = b.methods(d, place)
	template.Consumes, template.Produces = d.Options.texts("consumes"), d.Options.texts("produces")
	if prefix != nil {
		if p := prefix.Options.texts("path"); len(p) > 0 {
			prefixes = p
		}
		inherit(&template.Consumes, prefix.Options.texts("consumes"))
		inherit(&template.Produces, prefix.Options.texts("produces"))
		if len(template.Methods) == 0 && d.Decorator == "RequestMapping" {
			template.Methods = b.methods(prefix, place)
		}
	}
	b.checkMediaTypes(template.Consumes, "consumes", place)
	b.checkMediaTypes(template.Produces, "produces", place)
	paths := d.Options.texts("path")
	if len(paths) == 0 {
		if prefix == nil {
			b.report(fault.Diagnostic{
				Code: "route-path", Place: place, Message: fmt.Sprintf("@%s on %s has no path", d.Decorator, h.Name),
				Hint: fmt.Sprintf("@%s(\"/hello\")", d.Decorator),
			})
			return nil
		}
		paths = []string{""}
	}
	var list []*Route
	for _, before := range prefixes {
		for _, path := range paths {
			if r := b.route(template, before, path, place); r != nil {
				list = append(list, r)
			}
		}
	}
	b.out.Routes = append(b.out.Routes, list...)
	return list
}

func inherit(own *[]string, class []string) {
	if len(*own) == 0 {
		*own = class
	}
}

func (b *builder) methods(d *Declaration, place fault.Place) []string {
	for _, s := range Shortcuts() {
		if s.Decorator == d.Decorator {
			return []string{s.Method}
		}
	}
	var list []string
	for _, name := range d.Options.texts("method") {
		upper := strings.ToUpper(name)
		if !slices.Contains(Methods(), upper) {
			b.report(fault.Diagnostic{
				Code: "route-method", Place: place, Message: fmt.Sprintf("%q is not an HTTP method", name),
				Hint: "use RequestMethod.GET and so on: " + strings.Join(Methods(), ", "),
			})
			continue
		}
		if !slices.Contains(list, upper) {
			list = append(list, upper)
		}
	}
	return list
}

func (b *builder) checkMediaTypes(types []string, option string, place fault.Place) {
	for _, t := range types {
		kind, sub, ok := strings.Cut(t, "/")
		if !ok || kind == "" || sub == "" || strings.ContainsAny(t, " ,") && !strings.Contains(t, ";") {
			b.report(fault.Diagnostic{
				Code: "route-media-type", Place: place, Message: fmt.Sprintf("%q in %s is not a media type", t, option),
				Hint: "write it like \"application/json\"",
			})
		}
	}
}

func (b *builder) route(template Route, before, path string, place fault.Place) *Route {
	full := strings.TrimRight("/"+strings.Trim(before, "/"), "/") + "/" + strings.Trim(path, "/")
	if strings.Contains(full, "${") {
		value, _, problem := b.Expand(full, place)
		if problem != nil {
			b.report(*problem)
			return nil
		}
		full = "/" + strings.Trim(fmt.Sprint(value), "/")
	}
	r := template
	r.Path = "/" + strings.Trim(full, "/")
	vars, problem := placeholders(r.Path)
	if problem != "" {
		b.report(fault.Diagnostic{Code: "route-path", Place: place, Message: fmt.Sprintf("the path %q %s", r.Path, problem),
			Hint: "a placeholder is a whole segment, such as /users/{id}; {path:*} at the end takes the rest"})
		return nil
	}
	r.Vars = vars
	return &r
}

// placeholders lists the names in a path, and says what is wrong with it.
func placeholders(path string) (names []string, problem string) {
	segments := strings.Split(path[1:], "/")
	for i, segment := range segments {
		if !strings.ContainsAny(segment, "{}") {
			if segment == "." || segment == ".." || segment == "" && path != "/" {
				return nil, "has an empty or dotted segment"
			}
			if strings.ContainsAny(segment, "?#") {
				return nil, "contains ? or #"
			}
			continue
		}
		name, isVar := strings.CutPrefix(segment, "{")
		name, closed := strings.CutSuffix(name, "}")
		if !isVar || !closed || strings.ContainsAny(name, "{}") {
			return nil, fmt.Sprintf("has a placeholder that is not a whole segment: %q", segment)
		}
		name, rest, catchAll := strings.Cut(name, ":")
		if catchAll && (rest != "*" || i != len(segments)-1) {
			return nil, fmt.Sprintf("has a placeholder with a pattern: %q", segment)
		}
		if !isName(name) {
			return nil, fmt.Sprintf("has a placeholder without a proper name: %q", segment)
		}
		if slices.Contains(names, name) {
			return nil, fmt.Sprintf("names {%s} twice", name)
		}
		names = append(names, name)
	}
	return names, ""
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

func varsOf(routes []*Route) [][]string {
	var list [][]string
	for _, r := range routes {
		list = append(list, r.Vars)
	}
	return list
}

// duplicateRoutes reports two routes of one shape and method.
func (b *builder) duplicateRoutes() {
	seen := map[string]*Route{}
	for _, r := range b.out.Routes {
		methods := r.Methods
		if len(methods) == 0 {
			methods = Methods()
		}
		for _, method := range methods {
			key := method + " " + shape(r.Path)
			other, taken := seen[key]
			if !taken {
				seen[key] = r
				continue
			}
			b.report(fault.Diagnostic{
				Code: "route-duplicate", Place: r.Place,
				Message: fmt.Sprintf("%s %s is answered by both %s and %s", method, r.Path,
					b.out.Handlers[other.Handler].Name, b.out.Handlers[r.Handler].Name),
				Hint:  "change one path or method; placeholders of different names are the same path",
				Notes: []fault.Note{{Place: other.Place, Text: fmt.Sprintf("%s is mapped here", b.out.Handlers[other.Handler].Name)}},
			})
			break
		}
	}
}

// shape is a path with its placeholders' names left out.
func shape(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		switch {
		case strings.HasSuffix(s, ":*}"):
			segments[i] = "{*}"
		case strings.HasPrefix(s, "{"):
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}
