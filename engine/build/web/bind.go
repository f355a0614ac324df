package web

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// parameters holds the parameters of one handler with their decorators.
type parameters struct {
	owner    *declared.Owner
	handler  string // its name, for messages
	list     []*source.Param
	vars     [][]string                              // the placeholders of each of its paths; empty if the paths were refused
	on       func(param int) []*declared.Declaration // the decorators of a parameter
	spot     fault.Spot                              // of the mapping
	function bool                                    // an exported function
	entries  map[string]any                          // for an exported function: the option `params`
}

// bind makes the binding plan of a handler.
func (b *builder) bind(h parameters) []manifest.Param {
	list := make([]manifest.Param, len(h.list))
	bodies := 0
	for i, p := range h.list {
		list[i] = b.param(h, i, p)
		if list[i].Origin != manifest.FromBody {
			continue
		}
		if bodies++; bodies == 2 {
			b.Report(fault.Explain(h.owner.AtParam(p).Problem("param-body", "%s has several @RequestBody parameters", h.handler),
				"a request has only one body", "use one class that has the fields of both"))
		}
	}
	b.unusedEntries(h)
	return list
}

// param plans one parameter. A parameter that cannot be bound is reported, and has no type.
func (b *builder) param(h parameters, i int, p *source.Param) manifest.Param {
	s := h.owner.AtParam(p)
	out := manifest.Param{Name: p.Name, Key: p.Name, Doc: p.Doc, Place: s.Place, ScriptDefault: p.HasDefault, Origin: manifest.FromHost}
	if p.Rest {
		problem := s.Problem("param-rest", "%s has a rest parameter, ...%s", h.handler, p.Name)
		b.Report(fault.Explain(problem, "nothing in a request can be bound to it",
			fmt.Sprintf("declare a list: @RequestParam %s, of the type list<string>", p.Name)))
		return out
	}
	d, ok := b.binding(h, i, p, s)
	switch {
	case !ok:
	case d == nil:
		out.Type = b.hostParam(h, p, s)
	default:
		out.Untyped = isUntyped(p, d)
		if out.Type = b.ConstrainParam(b.paramType(h, p, d, s), h.owner, p, h.on(i), h.handler); out.Type != nil {
			b.plan(h, p, d, s, &out)
			out.AskSchema(d.Options["required"] != nil)
		}
	}
	out.Literal = b.Types.Default(h.owner.File, p.DefaultAs, p.Default)
	switch out.Default.(type) {
	case string, int64, float64, bool:
		out.Literal = out.Default
	}
	return out
}

func (b *builder) plan(h parameters, p *source.Param, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	switch d.Decorator {
	case "PathVariable":
		b.pathVariable(h, d, s, out)
	case "RequestParam":
		b.requestParam(h, p, d, s, out)
	case "RequestBody":
		b.requestBody(h, p, d, s, out)
	}
}

// binding returns the only decorator that says where a parameter comes from, or nil.
func (b *builder) binding(h parameters, i int, p *source.Param, s fault.Spot) (found *declared.Declaration, ok bool) {
	for _, d := range h.on(i) {
		switch {
		case declared.IsConstraint(d.Decorator):
			continue
		case !declared.BindsParam(d.Decorator):
			problem := s.Problem("param-decorator", "@%s is on a parameter of the handler %s", d.Decorator, h.handler)
			b.Report(fault.Explain(problem, "a handler's arguments come from the request",
				"inject into a field or the constructor; parameters of a handler can have @PathVariable, @RequestParam or @RequestBody"))
			return nil, false
		case found != nil:
			problem := s.Problem("param-decorator",
				"the parameter %s of %s has both @%s and @%s", p.Name, h.handler, d.Decorator, found.Decorator)
			b.Report(fault.Explain(problem, "a parameter has only one source", "remove one of them"))
			return nil, false
		}
		found = d
	}
	if found != nil && p.Name == "" && found.Options.Text("name") == "" && found.Decorator != "RequestBody" {
		problem := s.Problem("param-name", "a destructured parameter of %s has @%s", h.handler, found.Decorator)
		b.Report(fault.Explain(problem, "it has no name",
			fmt.Sprintf("name it: @%s(\"name\"), or give the parameter a name and destructure it in the body", found.Decorator)))
		return nil, false
	}
	return found, true
}

// fromEntries returns, for the parameters of a function, what decorators would say: an entry in `params`, or else
// @PathVariable for a name that is in the path.
func (h parameters) fromEntries(i int) []*declared.Declaration {
	name := h.list[i].Name
	if p, ok := h.entries[name].(declared.ParamDecorator); ok {
		return []*declared.Declaration{{Decorator: p.Decorator, Target: declared.OnParam, Param: i, Options: p.Options}}
	}
	if h.inAnyPath(name) {
		return []*declared.Declaration{{Decorator: "PathVariable", Target: declared.OnParam, Param: i}}
	}
	return nil
}

func (h parameters) inAnyPath(name string) bool {
	return slices.ContainsFunc(h.vars, func(list []string) bool { return slices.Contains(list, name) })
}

// unusedEntries reports names in `params` that are not parameters of the function, and checks the options of the
// others.
func (b *builder) unusedEntries(h parameters) {
	var names []string
	for _, p := range h.list {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(h.entries)) {
		p, _ := h.entries[name].(declared.ParamDecorator)
		b.CheckOptions(b.Decorators[p.Decorator], &declared.Declaration{Decorator: p.Decorator, Options: p.Options}, h.spot)
		if slices.Contains(names, name) {
			continue
		}
		d := h.spot.Problem("param-unknown", "params has %q, but %s has no such parameter", name, h.handler)
		d.Meant("%q", name, names, fmt.Sprintf("remove it, or add the parameter: (%s) => …", name))
		if near := fault.Nearest(name, names); near != "" {
			d.Mend = &fault.Mend{Old: name, New: near} // a key of params
		}
		b.Report(d)
	}
}

// hostParam accepts an undecorated parameter that the host supplies: by type, or by the names request and response
// in untyped JavaScript.
func (b *builder) hostParam(h parameters, p *source.Param, s fault.Spot) *schema.Type {
	if p.Type == nil {
		if name, ok := map[string]string{"request": manifest.TypeRequest, "response": manifest.TypeResponse}[p.Name]; ok {
			return &schema.Type{Kind: schema.Host, Name: name}
		}
	} else if t, d := b.Types.Resolve(h.owner.File, p.Type); d == nil && t.Kind == schema.Host && declared.SuppliedToHandlers(t.Name) {
		return t
	}
	b.undecorated(h, p, s)
	return nil
}

func (b *builder) undecorated(h parameters, p *source.Param, s fault.Spot) {
	name := p.Name
	if p.Destructured {
		name = "a destructured parameter"
	}
	d := s.Problem("param-undecorated", "nothing says where %s of %s comes from", name, h.handler)
	switch {
	case p.Destructured && h.function:
		d.Hint = "give the parameter a name, add it to params, and destructure it in the body"
	case p.Destructured:
		d.Hint = "write @RequestBody before it, or declare a parameter for each value: @RequestParam name"
	case h.function:
		d.Hint = fmt.Sprintf("add {%[1]s} to the path, or add it to params: { %[1]s: RequestParam() }", name)
	case h.inAnyPath(p.Name):
		d.Hint = fmt.Sprintf("write @PathVariable %s", name)
		if imports(h.owner.File, "PathVariable") {
			d.Mend = &fault.Mend{Line: s.Line, Col: s.Col, Old: name, New: "@PathVariable " + name}
		}
	default:
		d.Hint = "write @RequestParam, @PathVariable or @RequestBody before it, or give it the type HttpRequest or ResponseEntity"
	}
	b.Report(d)
}

// imports reports whether a file imports a name of "fwrun" as it is.
func imports(file *source.File, name string) bool {
	return slices.ContainsFunc(file.Imports, func(i source.Import) bool { return i.From == "fwrun" && i.Name == name && i.Local == name })
}
