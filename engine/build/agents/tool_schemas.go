package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/jsonschema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// givenInput reads the declared schema, and compares it with the arguments.
func (r *toolReader) givenInput(text declared.JSON) {
	const code = "tool-input-schema"
	document := r.givenSchema(code, "inputSchema", text)
	if document == nil {
		return
	}
	root := gjson.ParseBytes(document)
	var names []string
	for _, a := range r.tool.Arguments {
		names = append(names, a.Name)
		if !root.Get("properties." + escaped(a.Name)).Exists() {
			r.wrong(code, "its properties must be the arguments of the tool", fmt.Sprintf("add %q to its properties", a.Name),
				"inputSchema of %s lacks the argument %s", r.what, a.Name)
		} else if r.h.Params[a.Param].Required && !slices.ContainsFunc(root.Get("required").Array(), func(v gjson.Result) bool { return v.Str == a.Name }) {
			r.wrong(code, "every argument without a default is required", fmt.Sprintf("add %q to required, or give the parameter a default", a.Name),
				"inputSchema of %s does not require the argument %s", r.what, a.Name)
		}
	}
	root.Get("required").ForEach(func(_, name gjson.Result) bool {
		if !slices.Contains(names, name.Str) {
			r.wrong(code, "no call could provide it", fault.DidYouMean("%q", name.Str, names, "remove it, or add the parameter"),
				"inputSchema of %s requires %q, which is not an argument of the tool", r.what, name.Str)
		}
		return true
	})
	root.Get("properties").ForEach(func(key, _ gjson.Result) bool {
		if !slices.Contains(names, key.String()) {
			r.wrong(code, "its properties must be the arguments of the tool",
				fault.DidYouMean("%q", key.String(), names, "remove it, or add the parameter"),
				"inputSchema of %s has a property %q, which is not an argument of the tool", r.what, key.String())
		}
		return true
	})
	r.headers(document)
	r.tool.Input = document
}

// escaped returns a gjson path that consists of one name.
func escaped(name string) string {
	var b strings.Builder
	for _, c := range name {
		if c < 128 && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// givenSchema reads a schema that is declared as an option; it returns nil if it has reported a mistake.
func (r *toolReader) givenSchema(code, option string, text declared.JSON) []byte {
	if kind := gjson.Get(string(text), "type"); kind.Str != "object" {
		r.wrong(code, "arguments and structured results must be objects", fmt.Sprintf("write %s: { type: \"object\", properties: { … } }", option),
			"%s of %s is not of type object at its top level", option, r.what)
		return nil
	}
	if _, err := jsonschema.Compile([]byte(text)); err != nil {
		r.wrong(code, "", "correct it; it must be valid JSON Schema 2020-12", "%s of %s is not a valid schema: %s", option, r.what, err)
		return nil
	}
	return []byte(text)
}

// results decides in which form agents get the result, and makes its schema.
func (r *toolReader) results() {
	t := r.h.Result
	given, hasSchema := r.d.Options["outputSchema"].(declared.JSON)
	typ := r.d.Options["outputType"]
	switch {
	case hasSchema && typ != nil:
		r.wrong("tool-output", "both describe the result", "remove one of them", "%s has both outputSchema and outputType", r.what)
	case hasSchema:
		r.tool.Output = r.givenSchema("tool-output-schema", "outputSchema", given)
		if r.tool.Result = formOf(t); r.tool.Result == manifest.ResultText {
			r.tool.Result = manifest.ResultAny
		} else {
			r.tool.Type = t
		}
	case typ != nil && !isResponseOrOpen(t):
		r.wrong("tool-output", "the result has a type already", "remove outputType or the declared type",
			"%s returns %s, but has an outputType too", r.what, fault.Article(t.Name))
	case typ != nil:
		if t = r.outputType(typ); t != nil {
			r.derivedOutput(t)
		}
	case r.isMisread():
		r.misreadResult()
	case r.tool.REST != nil && t.Kind == schema.Bytes: // their Content-Type says what they are
	case r.tool.REST != nil && t.Kind == schema.Host && t.Name == manifest.TypeResponse && t.Elem != nil:
		r.entityOutput(t.Elem)
		return
	default:
		r.derivedOutput(t)
	}
	r.carried()
}

// entityOutput derives the schema of T in ResponseEntity<T>, unless that is sent in a form of its own.
func (r *toolReader) entityOutput(t *schema.Type) {
	if t.Kind == schema.Bytes {
		return
	}
	if r.derivedOutput(t); !r.isCarried() {
		r.tool.Result, r.tool.Type, r.tool.Output = manifest.ResultText, nil, nil
	}
}

// isMisread reports whether there is a problem with the declared type of the result.
func (r *toolReader) isMisread() bool {
	_, is := r.Misread[r.h]
	return is
}

// misreadResult reports a result that has no schema for agents although its type is declared.
func (r *toolReader) misreadResult() {
	bad := r.Misread[r.h]
	isWarned := func(d fault.Diagnostic) bool {
		return d.Place == bad.Place && d.Code == bad.Code && d.Severity == fault.Warning
	}
	r.Problems = slices.DeleteFunc(r.Problems, isWarned)
	bad.Severity = fault.Err
	bad.Notes = append(bad.Notes, fault.Note{Place: r.spot.Place, Text: "agents are told the type of the result; " +
		"outputType or outputSchema can replace it"})
	r.Report(bad)
}

// carried reports an endpoint whose answers cannot have the form that its schema promises.
func (r *toolReader) carried() {
	if !r.isCarried() {
		r.wrong("tool-produces", "a result with a schema is sent as JSON", `add "application/json" to produces, or remove the type of the result`,
			"the endpoint of %s produces %s only, but its result has a schema", r.what, strings.Join(r.tool.REST.Produces, ", "))
	}
}

func (r *toolReader) isCarried() bool {
	if r.tool.REST == nil || r.tool.Output == nil || len(r.tool.REST.Produces) == 0 {
		return true
	}
	isText := false
	if t := r.tool.Type; r.tool.Result == manifest.ResultScalar && t != nil {
		switch t.Kind {
		case schema.String, schema.Int, schema.Float, schema.Bool, schema.Enum:
			isText = true
		}
	}
	carries := func(media string) bool {
		isJSON := isJSONMedia(media) || strings.HasPrefix(media, "*/*") || strings.HasPrefix(media, "application/*")
		return isJSON || isText && !strings.HasPrefix(media, "image/") && !strings.HasPrefix(media, "audio/")
	}
	return slices.ContainsFunc(r.tool.REST.Produces, carries)
}

// isResponseOrOpen reports whether an outputType may describe the result.
func isResponseOrOpen(t *schema.Type) bool {
	return isOpen(t) || t.Kind == schema.Void || t.Kind == schema.Host
}

func (r *toolReader) outputType(option any) *schema.Type {
	file, written := r.owner.File, (*source.Type)(nil)
	switch v := option.(type) {
	case string:
		if written = schema.ParseType(v); written.Kind == source.TypeOther {
			r.wrong("tool-output", "", "write a type as in a comment: \"list<User>\", or the class itself", "the outputType of %s, %q, is not a type", r.what,
				fault.Shortened(v, longestShown))
			return nil
		}
	case manifest.Ref:
		file, written = r.Project.File(v.File), &source.Type{Kind: source.TypeName, Name: r.ClassName(v)}
	}
	t, problem := r.Types.Result(file, written)
	switch {
	case problem == nil && !isOpen(t):
		return t
	case problem == nil:
		r.wrong("tool-output", "a client could not check a result with it", "name a class, or remove outputType", "the outputType of %s allows any value",
			r.what)
		return nil
	}
	bad := declared.Naming("the outputType of "+r.what, *problem)
	bad.Place, bad.Length = r.spot.Place, r.spot.Length
	r.Report(bad)
	return nil
}

// formOf returns the form in which agents get a value of the type.
func formOf(t *schema.Type) manifest.ResultForm {
	if isOpen(t) {
		return manifest.ResultText
	}
	switch t.Kind {
	case schema.Void, schema.Host:
		return manifest.ResultText
	case schema.Object, schema.Shape, schema.Map:
		return manifest.ResultObject
	default:
		if t.Kind.IsList() {
			return manifest.ResultList
		}
		return manifest.ResultScalar
	}
}

// derivedOutput derives the schema of a result from its type. An object or list that may be null has no schema,
// because a result that is null has no structured content.
func (r *toolReader) derivedOutput(t *schema.Type) {
	if r.tool.Result = formOf(t); r.tool.Result == manifest.ResultText || !r.hasSchema(t) {
		return
	}
	r.tool.Type = t
	s := schema.NewSchemas(schema.DocumentOptions{InlineRefs: r.Agents.InlineRefs, Open: true}) // a result with more than the schema says is sent, too
	var root schema.Node
	switch r.tool.Result {
	case manifest.ResultObject:
		if t.Nullable {
			return
		}
		root = s.Root(t)
	case manifest.ResultList:
		if t.Nullable {
			return
		}
		root = wrapped("items", s.Of(t))
	default:
		root = wrapped("result", s.Of(t))
	}
	r.tool.Output, _ = s.Document(root).MarshalJSON() // never fails
}

func wrapped(name string, node schema.Node) schema.Node {
	return schema.Node{
		{Key: "type", Value: "object"},
		{Key: "properties", Value: schema.Node{{Key: name, Value: node}}},
		{Key: "required", Value: []string{name}},
	}
}

// hasSchema resolves a type, and warns of parts that no schema can describe.
func (r *toolReader) hasSchema(t *schema.Type) bool {
	found := r.Types.Complete(t)
	for _, problem := range found {
		if problem.Code != schema.CodeUnknown {
			problem.Severity = fault.Warning
		}
		r.Report(problem)
	}
	if classDepth(t, map[any]bool{}, 0) > deepest {
		r.Report(fault.Explain(r.spot.Problem("tool-depth", "the result of the tool %s has nested classes, more than %d levels deep", r.what, deepest),
			"deep structures are hard for a model to read", "return less, with identifiers for the rest"))
		return false
	}
	return len(found) == 0
}
