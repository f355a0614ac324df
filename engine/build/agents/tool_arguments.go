package agents

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// serviceParams plans the parameters of a method that agents call: those that are injected, and the arguments.
func (r *toolReader) serviceParams(o *offered) []manifest.Param {
	list := make([]manifest.Param, len(o.m.Params))
	for i, p := range o.m.Params {
		list[i] = r.serviceParam(o, i, p)
	}
	return list
}

func (r *toolReader) serviceParam(o *offered, i int, p *source.Param) manifest.Param {
	s, on := o.owner.AtParam(p), o.owner.OnParam(o.m.Name, i)
	out := manifest.Param{
		Name: p.Name, Key: p.Name, Doc: p.Doc, Place: s.Place, ScriptDefault: p.HasDefault, Origin: manifest.FromHost,
		Literal: r.Types.Default(o.owner.File, p.DefaultAs, p.Default),
	}
	switch name := r.injected(o.owner, p); {
	case p.Rest:
		r.Report(fault.Explain(s.Problem("tool-argument", "%s has a rest parameter, ...%s", r.what, p.Name),
			"agents pass arguments by name", fmt.Sprintf("declare a list: %s, of the type list<string>", p.Name)))
		return out
	case name == manifest.TypeResponse:
		r.Report(fault.Explain(s.Problem("tool-argument", "%s has a parameter of the type ResponseEntity", r.what),
			"a method of a service has no HTTP response", "return the result, and throw an HttpRestException for a failure"))
		return out
	case name != "":
		out.Type = &schema.Type{Kind: schema.Host, Name: name}
		return out
	case p.Name == "":
		r.Report(fault.Explain(s.Problem("tool-argument", "%s has a destructured parameter", r.what),
			"agents pass arguments by name", "give it a name, and destructure it in the body"))
		return out
	}
	for _, d := range on {
		if !declared.IsConstraint(d.Decorator) {
			r.Report(fault.Explain(s.Problem("tool-argument", "@%s is on a parameter of %s", d.Shown(), r.what),
				"agents pass its arguments by the names of the parameters", "remove it"))
		}
	}
	out.Origin = manifest.FromArguments
	if r.tool.Schema != nil {
		out.Type = &schema.Type{Kind: schema.Any, Name: "any"}
		return out
	}
	out.Type, out.Untyped = r.serviceType(o.owner, p)
	out.Type = r.ConstrainParam(out.Type, o.owner, p, on, r.what)
	if out.Type != nil {
		out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable
		out.AskSchema(false)
	}
	return out
}

// injected returns the host type of a parameter that is not an argument.
func (b *builder) injected(owner *declared.Owner, p *source.Param) string {
	if p.Type == nil {
		return map[string]string{"request": manifest.TypeRequest, "response": manifest.TypeResponse}[p.Name]
	}
	t, problem := b.Types.Resolve(owner.File, p.Type)
	if problem == nil && t.Kind == schema.Host {
		switch t.Name {
		case manifest.TypeRequest, manifest.TypeResponse, manifest.TypeToolContext:
			return t.Name
		}
	}
	return ""
}

// serviceType returns the declared type, or else that of the default value.
func (r *toolReader) serviceType(owner *declared.Owner, p *source.Param) (t *schema.Type, untyped bool) {
	if p.Type == nil {
		if t = schema.FromDefault(p.DefaultAs, p.Default); p.HasDefault && t.Kind != schema.Untyped {
			return t, false
		}
		return &schema.Type{Kind: schema.Any, Name: "any"}, true
	}
	t, problem := r.Types.Resolve(owner.File, p.Type)
	if problem != nil {
		r.Report(declared.Naming(fmt.Sprintf("the parameter %s of %s", p.Name, r.what), *problem))
		return nil, false
	}
	return t, false
}

// arguments lists the arguments of the tool, and makes their schema.
func (r *toolReader) arguments() {
	names := map[string]bool{}
	for i := range r.h.Params {
		p := &r.h.Params[i]
		name := p.Key
		switch p.Origin {
		case manifest.FromHost, manifest.FromHeader, manifest.FromCookie:
			continue
		case manifest.FromBody:
			name = p.Name
		}
		if names[name] {
			r.wrong("tool-argument", "agents pass arguments by name", "give one of them another name", "%s has two arguments %q", r.what, name)
		}
		names[name] = true
		r.tool.Arguments = append(r.tool.Arguments, manifest.Argument{Name: name, Param: i})
	}
	for _, a := range r.tool.Arguments {
		r.bindable(a)
	}
	if r.tool.Schema != nil {
		r.schemaInput()
		return
	}
	if given, ok := r.d.Options["inputSchema"].(declared.JSON); ok {
		r.givenInput(given)
		return
	}
	fine := true
	for _, a := range r.tool.Arguments {
		fine = r.describable(a) && fine
	}
	if !fine {
		return
	}
	options := schema.DocumentOptions{ClosedShapes: true, Closed: r.Agents.Closed, InlineRefs: r.Agents.InlineRefs}
	r.tool.Input = r.derivedInput(options)
	if slices.ContainsFunc(r.h.Params, func(p manifest.Param) bool { return p.Type != nil && p.Type.Standard != nil }) {
		options.Open = true
		r.tool.Checked = r.derivedInput(options)
	}
}

// schemaInput takes what the schema of all arguments says of itself.
func (r *toolReader) schemaInput() {
	s := schema.NewSchemas(schema.DocumentOptions{InlineRefs: r.Agents.InlineRefs})
	root := s.Root(schema.StandardType(r.tool.Schema))
	switch kind := r.tool.Schema.Read.Kind(); kind {
	case "object":
	case "":
		root = append(schema.Node{{Key: "type", Value: "object"}}, root...)
	default:
		r.wrong("schema-use", "agents pass arguments by name", "write an object: z.object({ … })",
			"the schema of %s describes %s", r.what, fault.Article(kind))
	}
	r.tool.Input, _ = s.Document(root).MarshalJSON() // never fails
	r.tool.Checked = []byte(`{"type":"object"}`)
}

// derivedInput derives the schema from the types.
func (r *toolReader) derivedInput(options schema.DocumentOptions) []byte {
	s := schema.NewSchemas(options)
	properties, required := schema.Node{}, []string{}
	for _, a := range r.tool.Arguments {
		p := &r.h.Params[a.Param]
		node := s.Of(r.givenType(p))
		if p.Required && isRepeated(p) && node.Get("minItems") == nil {
			node = node.Set("minItems", int64(1)) // an empty list cannot be sent in a query
		}
		if p.Origin == manifest.FromPath && p.Type.Kind == schema.Int && node.Get("minimum") == nil && node.Get("exclusiveMinimum") == nil {
			node = node.Set("minimum", int64(0)) // integers in paths are identifiers
		}
		node = schema.DescribeUse(node, p.Type, p.Doc)
		if p.Literal != nil && (p.ScriptDefault || p.HasDefault) {
			node = node.Set("default", p.Type.OnWire(p.Literal))
		}
		properties = append(properties, schema.Member{Key: a.Name, Value: node})
		if p.Required && !(options.Open && p.Asks) {
			required = append(required, a.Name)
		}
	}
	root := schema.Node{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}
	if len(required) > 0 {
		root = append(root, schema.Member{Key: "required", Value: required})
	}
	root = append(root, schema.Member{Key: "additionalProperties", Value: false})
	text, _ := s.Document(root).MarshalJSON() // never fails
	return text
}

// givenType returns the type of the argument for a parameter: a body that is not parsed is a text.
func (r *toolReader) givenType(p *manifest.Param) *schema.Type {
	if r.isRaw(p) {
		return &schema.Type{Kind: schema.String, Name: "string"}
	}
	return p.Type
}

// isRepeated reports whether the parameter is a list that is sent as one field for each item.
func isRepeated(p *manifest.Param) bool {
	if p.Origin != manifest.FromRequest && p.Origin != manifest.FromQuery && p.Origin != manifest.FromForm {
		return false
	}
	return p.Type.Kind.IsList()
}
