package manifest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// handlerSource is what the parameters of one handler are read from.
type handlerSource struct {
	owner      *declared
	name       string
	params     []*source.Param
	vars       [][]string // the placeholders of each of its paths
	decorators func(param int) []*Declaration
	place      fault.Place
	function   bool
	entries    any // function style: the option `params`
}

// functionDecorators gives a function's parameters what decorators would say: a name
// that stands in the path is a path variable, any other needs an entry in `params`.
func functionDecorators(params []*source.Param, mapping *Declaration, vars [][]string) func(int) []*Declaration {
	entries, _ := mapping.Options["params"].(map[string]any)
	return func(i int) []*Declaration {
		name := params[i].Name
		if p, ok := entries[name].(ParamDecorator); ok {
			return []*Declaration{{Decorator: p.Decorator, Target: OnParam, Param: i, Options: p.Options}}
		}
		if inAnyPath(vars, name) {
			return []*Declaration{{Decorator: "PathVariable", Target: OnParam, Param: i}}
		}
		return nil
	}
}

func inAnyPath(vars [][]string, name string) bool {
	return slices.ContainsFunc(vars, func(list []string) bool { return slices.Contains(list, name) })
}

// params makes the binding plan of a handler.
func (b *builder) params(h handlerSource) []Param {
	list := make([]Param, len(h.params))
	bodies := 0
	for i, p := range h.params {
		list[i] = b.param(h, i, p)
		if list[i].Origin == FromBody {
			bodies++
		}
	}
	if bodies > 1 {
		b.report(fault.Diagnostic{Code: "param-body", Place: h.place,
			Message: h.name + " has several @RequestBody parameters; a request has one body"})
	}
	b.unusedEntries(h)
	return list
}

// unusedEntries reports names in `params` that are no parameters of the function.
func (b *builder) unusedEntries(h handlerSource) {
	entries, _ := h.entries.(map[string]any)
	var names []string
	for _, p := range h.params {
		names = append(names, p.Name)
	}
	for name := range entries {
		if slices.Contains(names, name) {
			continue
		}
		d := fault.Diagnostic{Code: "param-unknown", Place: h.place,
			Message: fmt.Sprintf("params names %q, and %s has no such parameter", name, h.name)}
		if near := fault.Nearest(name, names); near != "" {
			d.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		b.report(d)
	}
}

func (b *builder) param(h handlerSource, i int, p *source.Param) Param {
	out := Param{Name: p.Name, Key: p.Name, Doc: p.Doc, Place: at(h.owner.ref.File, p.Pos), ScriptDefault: p.HasDefault}
	if p.Rest {
		b.report(fault.Diagnostic{Code: "param-rest", Place: out.Place, Message: fmt.Sprintf("%s has a rest parameter, which nothing can be bound to", h.name)})
		return out
	}
	decorator, ok := b.binding(h, i, p, &out)
	if !ok {
		return out
	}
	if decorator == nil {
		out.Origin = FromHost
		b.hostParam(h, p, &out)
		return out
	}
	out.Type = b.paramType(h, p, decorator, &out)
	if out.Type == nil {
		return out
	}
	switch decorator.Decorator {
	case "PathVariable":
		b.pathVariable(h, decorator, &out)
	case "RequestParam":
		b.requestParam(h, p, decorator, &out)
	case "RequestBody":
		b.requestBody(h, p, decorator, &out)
	}
	return out
}

// binding picks the one decorator that says where a parameter comes from.
func (b *builder) binding(h handlerSource, i int, p *source.Param, out *Param) (*Declaration, bool) {
	var found *Declaration
	for _, d := range h.decorators(i) {
		if d.Decorator != "PathVariable" && d.Decorator != "RequestParam" && d.Decorator != "RequestBody" {
			b.report(fault.Diagnostic{Code: "param-decorator", Place: out.Place,
				Message: fmt.Sprintf("@%s on a parameter of the handler %s has no effect", d.Decorator, h.name),
				Hint:    "inject into a field or the constructor; handler parameters take @PathVariable, @RequestParam or @RequestBody"})
			return nil, false
		}
		if found != nil {
			b.report(fault.Diagnostic{Code: "param-decorator", Place: out.Place,
				Message: fmt.Sprintf("the parameter %s of %s carries both @%s and @%s", p.Name, h.name, found.Decorator, d.Decorator)})
			return nil, false
		}
		found = d
	}
	if found != nil && p.Name == "" && found.Options.text("name") == "" && found.Decorator != "RequestBody" {
		b.report(fault.Diagnostic{Code: "param-name", Place: out.Place,
			Message: fmt.Sprintf("a destructured parameter of %s has no name to bind by", h.name),
			Hint:    fmt.Sprintf("name it: @%s(\"name\")", found.Decorator)})
		return nil, false
	}
	return found, true
}

// hostParam accepts an undecorated parameter that the host supplies: by type, or by the
// names request and response in untyped JavaScript.
func (b *builder) hostParam(h handlerSource, p *source.Param, out *Param) {
	if p.Type != nil {
		t, d := b.Types.Resolve(h.owner.file, p.Type)
		if d == nil && t.Kind == schema.Host && suppliedToHandlers(t.Name) {
			out.Type = t
			return
		}
	} else if p.Name == "request" || p.Name == "response" {
		out.Type = &schema.Type{Kind: schema.Host, Name: map[string]string{"request": "HttpRequest", "response": "ResponseEntity"}[p.Name]}
		return
	}
	b.report(undecorated(h, p, out.Place))
}

func suppliedToHandlers(name string) bool {
	return name == "HttpRequest" || name == "ResponseEntity"
}

func undecorated(h handlerSource, p *source.Param, place fault.Place) fault.Diagnostic {
	name := p.Name
	if name == "" {
		name = "a destructured parameter"
	}
	d := fault.Diagnostic{Code: "param-undecorated", Place: place,
		Message: fmt.Sprintf("nothing says where %s of %s comes from", name, h.name)}
	switch {
	case h.function:
		d.Hint = fmt.Sprintf("put {%s} into the path, or add it to params: { %s: RequestParam() }", name, name)
	case inAnyPath(h.vars, p.Name):
		d.Hint = fmt.Sprintf("write @PathVariable %s", name)
	default:
		d.Hint = fmt.Sprintf("write @RequestParam, @PathVariable or @RequestBody before it, or give it the type HttpRequest")
	}
	return d
}

// paramType is the written type, else the decorator's, else that of the default value,
// else text.
func (b *builder) paramType(h handlerSource, p *source.Param, d *Declaration, out *Param) *schema.Type {
	written := p.Type
	if text := d.Options.text("type"); written == nil && text != "" {
		written = schema.ParseType(text)
	}
	if written == nil {
		if ref, ok := d.Options["type"].(Ref); ok {
			written = &source.Type{Kind: source.TypeName, Name: ref.Export, Pos: p.Pos}
			return b.resolve(b.Project.File(ref.File), written, h, out)
		}
		if p.HasDefault {
			if t := schema.FromDefault(p.DefaultAs, p.Default); t.Kind != schema.Untyped {
				return t
			}
		}
		return &schema.Type{Kind: schema.String, Name: "string"}
	}
	return b.resolve(h.owner.file, written, h, out)
}

func (b *builder) resolve(file *source.File, written *source.Type, h handlerSource, out *Param) *schema.Type {
	t, d := b.Types.Resolve(file, written)
	if d != nil {
		problem := *d
		problem.Message = fmt.Sprintf("the parameter %s of %s: %s", out.Name, h.name, d.Message)
		b.report(problem)
		return nil
	}
	return t
}

func (b *builder) pathVariable(h handlerSource, d *Declaration, out *Param) {
	out.Origin, out.Required = FromPath, !out.ScriptDefault && !out.Type.Nullable
	if name := d.Options.text("name"); name != "" {
		out.Key = name
	}
	b.scalarOnly(h, out, "@PathVariable")
	if len(h.vars) == 0 {
		return // the mapping itself was refused
	}
	everywhere := !slices.ContainsFunc(h.vars, func(list []string) bool { return !slices.Contains(list, out.Key) })
	if everywhere || !out.Required && inAnyPath(h.vars, out.Key) {
		return
	}
	problem := fault.Diagnostic{Code: "param-path", Place: out.Place,
		Message: fmt.Sprintf("%s has a path variable %s, and its path has no {%s}", h.name, out.Key, out.Key)}
	if near := fault.Nearest(out.Key, slices.Concat(h.vars...)); near != "" {
		problem.Hint = fmt.Sprintf("did you mean {%s}?", near)
	} else {
		problem.Hint = fmt.Sprintf("put {%s} into the path, or bind it with @RequestParam", out.Key)
	}
	b.report(problem)
}

func (b *builder) requestParam(h handlerSource, p *source.Param, d *Declaration, out *Param) {
	if name := d.Options.text("name"); name != "" {
		out.Key = name
	}
	origin, ok := paramSource(d.Options.text("source"))
	if !ok {
		b.report(fault.Diagnostic{Code: "param-source", Place: out.Place,
			Message: fmt.Sprintf("the source %q of the parameter %s does not exist", d.Options.text("source"), out.Name),
			Hint:    "it is one of request, get, post, cookie, header"})
		return
	}
	out.Origin = origin
	out.Default, out.HasDefault = d.Options["defaultValue"]
	out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable && !out.HasDefault
	if required, given := d.Options.flag("required"); given {
		out.Required = required
	}
	b.scalarOnly(h, out, "@RequestParam")
}

func paramSource(name string) (Origin, bool) {
	switch strings.ToLower(name) {
	case "", "request":
		return FromRequest, true
	case "get":
		return FromQuery, true
	case "post":
		return FromForm, true
	case "cookie":
		return FromCookie, true
	case "header":
		return FromHeader, true
	}
	return 0, false
}

// scalarOnly reports types that no text can become. A path segment is one value; the
// others may repeat, and so may be lists.
func (b *builder) scalarOnly(h handlerSource, out *Param, decorator string) {
	t := out.Type
	switch t.Kind {
	case schema.List, schema.StringList, schema.IntegerList, schema.FloatList:
		if out.Origin != FromPath && (t.Elem == nil || isScalar(t.Elem.Kind)) {
			return
		}
	default:
		if isScalar(t.Kind) {
			return
		}
	}
	b.report(fault.Diagnostic{Code: "param-type", Place: out.Place,
		Message: fmt.Sprintf("%s %s of %s is a %s, which a text cannot become", decorator, out.Name, h.name, t.Name),
		Hint:    "use string, int, float, bool, Date or an enum; objects come in a @RequestBody"})
}

func isScalar(k schema.Kind) bool {
	switch k {
	case schema.String, schema.Int, schema.Float, schema.Bool, schema.Date, schema.Enum, schema.Any, schema.Untyped:
		return true
	}
	return false
}

func (b *builder) requestBody(h handlerSource, p *source.Param, d *Declaration, out *Param) {
	out.Origin = FromBody
	for _, problem := range b.Types.Complete(out.Type) {
		b.report(problem)
	}
	b.makeable(out)
	out.DisableParsing, _ = d.Options.flag("disableParsing")
	out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable
	switch {
	case out.Type.Kind == schema.Object && out.Type.Class.Abstract:
		b.report(fault.Diagnostic{Code: "param-abstract", Place: out.Place,
			Message: fmt.Sprintf("the body of %s is a %s, which is abstract", h.name, out.Type.Name),
			Hint:    "name a concrete class"})
	case out.Type.Kind == schema.Host, out.Type.Kind == schema.Void:
		b.report(fault.Diagnostic{Code: "param-type", Place: out.Place,
			Message: fmt.Sprintf("the body of %s cannot be a %s", h.name, out.Type.Name),
			Hint:    "name a class, a list of one, or string for the raw text"})
	}
}

// makeable reports classes that binding could not make an instance of. One whose
// constructor wants arguments may still be made of a raw body, or refuse it with 400,
// so that is a warning.
func (b *builder) makeable(out *Param) {
	for _, problem := range schema.CheckMakeable(out.Type) {
		if out.Type.Class != nil && out.Type.Class.RequiredArgs > 0 && problem.Place == out.Type.Class.Place {
			if out.Type.Class.OneText {
				continue
			}
			problem.Severity = fault.Warning
		}
		b.report(problem)
	}
}
