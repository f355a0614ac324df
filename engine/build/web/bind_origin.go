package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// paramType returns the declared type, or else the decorator's, or else that of the default value, or else text.
// It returns nil if it has reported a mistake.
func (b *builder) paramType(h parameters, p *source.Param, d *declared.Declaration, s fault.Spot) *schema.Type {
	if t := b.SchemaOf(d, fmt.Sprintf("the parameter %s of %s", p.Name, h.handler), s); t != nil {
		return t
	}
	file, written := h.owner.File, p.Type
	if written == nil {
		written = declared.OptionType(d.Options)
	}
	if ref, ok := d.Options["type"].(manifest.Ref); ok && written == nil {
		file, written = b.Project.File(ref.File), &source.Type{Kind: source.TypeName, Name: b.ClassName(ref), Pos: p.Pos}
	}
	if written == nil {
		if t := schema.FromDefault(p.DefaultAs, p.Default); p.HasDefault && t.Kind != schema.Untyped {
			return t
		}
		return &schema.Type{Kind: schema.String, Name: "string"}
	}
	t, problem := b.Types.Resolve(file, written)
	if problem != nil {
		b.Report(declared.Naming(fmt.Sprintf("the parameter %s of %s", p.Name, h.handler), *problem))
		return nil
	}
	return t
}

// isUntyped reports whether neither a type, nor the decorator, nor a default says what a parameter is.
func isUntyped(p *source.Param, d *declared.Declaration) bool {
	return p.Type == nil && d.Options["type"] == nil && d.Options["schema"] == nil &&
		(!p.HasDefault || schema.FromDefault(p.DefaultAs, p.Default).Kind == schema.Untyped)
}

func (b *builder) pathVariable(h parameters, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	out.Origin, out.Required = manifest.FromPath, !out.ScriptDefault && !out.Type.Nullable
	demand(out, d)
	if name := d.Options.Text("name"); name != "" {
		out.Key = name
	}
	b.textOnly(h, s, out, "@PathVariable")
	lacks := func(vars []string) bool { return !slices.Contains(vars, out.Key) }
	switch {
	case len(h.vars) == 0: // the mapping itself was refused
		return
	case !slices.ContainsFunc(h.vars, lacks), !out.Required && h.inAnyPath(out.Key):
		return
	}
	problem := s.Problem("param-path", "%s has a path variable %s, but its path has no {%s}", h.handler, out.Key, out.Key)
	if h.inAnyPath(out.Key) {
		problem = s.Problem("param-path", "%s has a path variable %s, but not all its paths have {%s}", h.handler, out.Key, out.Key)
		problem.Hint = "add it to the other paths, or give the parameter a default"
	} else {
		problem.Hint = fault.DidYouMean("{%s}", out.Key, slices.Concat(h.vars...),
			fmt.Sprintf("add {%s} to the path, or use @RequestParam", out.Key))
	}
	b.Report(problem)
}

func (b *builder) requestParam(h parameters, p *source.Param, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	if name := d.Options.Text("name"); name != "" {
		out.Key = name
	}
	origin, ok := paramSource(d.Options.Text("source"))
	if !ok {
		name := d.Options.Text("source")
		problem := s.Problem("param-source",
			"the source %q of the parameter %s of %s does not exist", name, out.Name, h.handler)
		problem.Meant("%q", name, paramSources(), "use one of "+strings.Join(paramSources(), ", "))
		b.Report(problem)
		return
	}
	out.Origin = origin
	b.defaultValue(h, d, s, out)
	out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable && !out.HasDefault
	demand(out, d)
	b.textOnly(h, s, out, "@RequestParam")
}

// demand applies a declaration that says whether the parameter is required, regardless of its type.
func demand(p *manifest.Param, d *declared.Declaration) {
	isRequired, message := d.Demands()
	if isRequired != nil {
		p.Required = *isRequired
	}
	p.RequiredMessage = message
}

// defaultValue casts the option to the parameter's type, like a value of a request. A value without a text form,
// such as a Date, is passed on as it is written.
func (b *builder) defaultValue(h parameters, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	out.Default, out.HasDefault = d.Options["defaultValue"]
	if out.Default == nil || out.Type.Kind == schema.Date {
		return
	}
	cast, ok := declared.CastProperty(out.Type, out.Type.OnWire(out.Default)) // Color.Green is the script's value for "Green"
	if !ok {
		problem := s.Problem("param-default", "the defaultValue of the parameter %s of %s is %s, which does not fit its type, %s",
			out.Name, h.handler, declared.Describe(out.Default), out.Type.Name)
		problem.Hint = "write a value of that type"
		b.Report(problem)
		return
	}
	out.Default = cast
	what := fmt.Sprintf("the defaultValue of the parameter %s of %s", out.Name, h.handler)
	if problem, broken := declared.BrokenBy(out.Type, cast, what, s); broken {
		b.Report(problem)
	}
}

func paramSources() []string { return []string{"request", "get", "post", "cookie", "header"} }

func paramSource(name string) (manifest.Origin, bool) {
	switch strings.ToLower(name) {
	case "", "request":
		return manifest.FromRequest, true
	case "get":
		return manifest.FromQuery, true
	case "post":
		return manifest.FromForm, true
	case "cookie":
		return manifest.FromCookie, true
	case "header":
		return manifest.FromHeader, true
	}
	return 0, false
}

// textOnly reports types that no text can be converted to. A path segment is a single value; values from elsewhere
// may repeat, and so may be lists.
func (b *builder) textOnly(h parameters, s fault.Spot, out *manifest.Param, decorator string) {
	t := out.Type
	if t.IsNested() && isField(out.Origin) {
		b.nestedParam(h, s, out)
		return
	}
	if isUpload(t) && out.Origin != manifest.FromQuery && isField(out.Origin) {
		return
	}
	if t.Kind.IsList() && out.Origin != manifest.FromPath && (t.Elem == nil || isText(t.Elem.Kind)) || isText(t.Kind) {
		return
	}
	d := s.Problem("param-type", "%s %s of %s is %s, which cannot be read from a string", decorator, out.Name, h.handler, fault.Article(t.Name))
	d.Hint = "use string, int, float, bool, Date or an enum; objects come in a query, a form or a @RequestBody"
	if isUpload(t) {
		d.Hint = "a file comes in a form: write @RequestParam, without a source or with \"post\""
	}
	b.Report(d)
}

// nestedParam completes the type of a parameter that takes the fields within a name: filter[status].
func (b *builder) nestedParam(h parameters, s fault.Spot, out *manifest.Param) {
	what := "the parameter " + out.Name + " of " + h.handler
	b.BodyType(out.Type, what, false, s)
	if !out.Type.Holds(func(t *schema.Type) bool { return t.Kind == schema.Host }) {
		return
	}
	d := s.Problem("param-type", "%s is %s, which holds files or beans", what, fault.Article(out.Type.Name))
	d.Hint = "an object with files comes in a @RequestBody"
	b.Report(d)
}

// isField reports whether the values of a parameter are fields, whose names may have brackets.
func isField(origin manifest.Origin) bool {
	return origin == manifest.FromRequest || origin == manifest.FromQuery || origin == manifest.FromForm
}

// isUpload reports whether the type is a file of a form, or a list of them.
func isUpload(t *schema.Type) bool {
	if t.Kind == schema.List && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == schema.Host && t.Name == schema.UploadedFile
}

// isStream reports whether the type is a body that is read while it arrives.
func isStream(t *schema.Type) bool { return t.Kind == schema.Host && t.Name == manifest.TypeStream }

// isText reports whether a text can be converted to the kind.
func isText(k schema.Kind) bool {
	switch k {
	case schema.String, schema.Int, schema.Float, schema.Bool, schema.Date, schema.Duration, schema.Size, schema.Enum, schema.Any, schema.Untyped:
		return true
	}
	return false
}

func (b *builder) requestBody(h parameters, p *source.Param, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	out.Origin = manifest.FromBody
	out.DisableParsing, _ = d.Options.Bool("disableParsing")
	out.Required = !p.HasDefault && !p.Optional && !out.Type.Nullable
	demand(out, d)
	b.unknownNames(h, d, s, out)
	if isStream(out.Type) {
		return
	}
	b.BodyType(out.Type, "the body of "+h.handler, out.DisableParsing, s)
}

// unknownNames applies what the declaration of a body says about names that nobody declared.
func (b *builder) unknownNames(h parameters, d *declared.Declaration, s fault.Spot, out *manifest.Param) {
	switch unknown := d.Options.Text("unknown"); unknown {
	case "":
	case "refuse":
		out.Unknown = manifest.UnknownRefused
	case "ignore":
		out.Unknown = manifest.UnknownIgnored
	default:
		problem := s.Problem("param-unknown", "the option unknown of the body of %s is %q", h.handler, unknown)
		problem.Meant("%q", unknown, []string{"refuse", "ignore"}, `write "refuse" or "ignore"`)
		b.Report(problem)
	}
}
