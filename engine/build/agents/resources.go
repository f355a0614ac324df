package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// findResources finds the methods whose results agents can read by a URI.
func (b *builder) findResources() {
	for _, o := range b.offeredBy(declared.McpResource) {
		if !o.callable("resource-target") {
			continue
		}
		if !o.ofService() {
			o.wrong("resource-class", "resources are methods of a @Service or a @Component", fmt.Sprintf("move %s into a @Service", o.m.Name),
				"@McpResource is on %s, a method of a @%s", o.what(), o.bean.Stereotype)
			continue
		}
		b.resource(o)
	}
}

func (b *builder) resource(o *offered) {
	one := &manifest.Resource{
		URI: o.d.Options.Text("uri"), Name: derivedName(o.bean.TypeName, o.m.Name), Title: o.d.Options.Text("title"),
		Description: cmp.Or(o.d.Options.Text("description"), o.m.Doc.Summary), MimeType: o.d.Options.Text("mimeType"),
		List: -1, Place: o.owner.At(o.m).Place,
	}
	if name, given := o.d.Options["name"].(string); given {
		one.Name = name
	}
	if one.Name == "" {
		o.wrong("resource-name", "clients show resources by name", `write one, such as name: "order", or remove the option`,
			"the name of the resource %s is empty", o.what())
	}
	vars, why, hint := placeholdersOfURI(one.URI)
	if why != "" {
		o.wrong("resource-uri", "", hint, "the URI %q of %s %s", fault.Shortened(one.URI, longestShown), o.what(), why)
		return
	}
	one.Vars = vars
	h := o.handlerOf(nil)
	h.Params = o.resourceParams(vars)
	if one.Handler = h.Index; one.MimeType == "" {
		one.MimeType, one.Untyped = "application/json", isOpen(h.Result)
		switch h.Result.Kind {
		case schema.String:
			one.MimeType = "text/plain"
		case schema.Bytes:
			one.MimeType = "application/octet-stream"
		}
	}
	if name := o.d.Options.Text("listMethod"); name != "" || o.d.Options["listMethod"] != nil {
		one.List = o.listMethod(name)
	}
	b.resources = append(b.resources, entry{one.Name, one.Handler, o.spot})
	b.uris = append(b.uris, entry{shapeOfURI(one.URI), one.Handler, o.spot})
	b.out.Resources = append(b.out.Resources, one)
}

// placeholdersOfURI lists the names in a template. Each placeholder matches a segment, or a part of one.
func placeholdersOfURI(uri string) (names []string, why, hint string) {
	scheme, _, found := strings.Cut(uri, ":")
	if !found || !isScheme(scheme) {
		return nil, "has no scheme", `write one in front; it can be one of your own, as in "orders://{id}"`
	}
	for rest := uri; ; {
		before, behind, found := strings.Cut(rest, "{")
		if strings.ContainsAny(before, "} \t\r\n") {
			return nil, "contains a space, or a brace that is not part of a placeholder", "write a placeholder as {name}"
		}
		if !found {
			return names, "", ""
		}
		name, after, closed := strings.Cut(behind, "}")
		switch {
		case !closed || !manifest.IsName(name):
			return nil, "has a placeholder with an invalid name", "write {name}, with the name of the parameter"
		case slices.Contains(names, name):
			return nil, fmt.Sprintf("contains {%s} twice", name), "give each placeholder a different name"
		case strings.HasPrefix(after, "{"):
			return nil, "has two placeholders with nothing between them", "put something between them, such as a slash"
		}
		names, rest = append(names, name), after
	}
}

func isScheme(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)) {
			return false
		}
	}
	return s != ""
}

// shapeOfURI returns a URI without the names of its placeholders.
func shapeOfURI(uri string) string {
	var b strings.Builder
	for {
		before, behind, found := strings.Cut(uri, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, uri, _ = strings.Cut(behind, "}")
		b.WriteString("{}")
	}
}

// resourceParams plans the parameters: one for each placeholder, and those that are injected.
func (o *offered) resourceParams(vars []string) []manifest.Param {
	list := make([]manifest.Param, len(o.m.Params))
	var taken []string
	for i, p := range o.m.Params {
		list[i] = o.agentParam(p)
		taken = append(taken, p.Name)
		switch {
		case list[i].Origin != manifest.FromArguments:
			continue
		case !slices.Contains(vars, p.Name):
			o.wrong("resource-uri", "each parameter gets the value of the placeholder with its name",
				fault.DidYouMean("{%s}", p.Name, vars, fmt.Sprintf("put {%s} into the URI, or remove the parameter", p.Name)),
				"%s has a parameter %s, but its URI has no {%s}", o.what(), p.Name, p.Name)
			continue
		}
		list[i].Type, list[i].Required = o.placeholderType(p), true
	}
	for _, name := range vars {
		if !slices.Contains(taken, name) {
			o.wrong("resource-uri", "the value of each placeholder goes to the parameter with its name",
				fault.DidYouMean("%s", name, taken, fmt.Sprintf("add a parameter %s", name)),
				"the URI of %s has {%s}, but there is no parameter with that name", o.what(), name)
		}
	}
	return list
}

// agentParam begins the plan of a parameter: it is injected, or it is an argument whose type is not decided yet.
func (o *offered) agentParam(p *source.Param) manifest.Param {
	out := manifest.Param{
		Name: p.Name, Key: p.Name, Doc: p.Doc, Place: o.owner.AtParam(p).Place, ScriptDefault: p.HasDefault,
		Origin: manifest.FromArguments,
	}
	name := o.injected(o.owner, p)
	switch {
	case name == manifest.TypeRequest:
		out.Origin, out.Type = manifest.FromHost, &schema.Type{Kind: schema.Host, Name: name}
	case name != "", p.Rest, p.Name == "":
		out.Origin = manifest.FromHost
		o.notGiven(p, name)
	}
	return out
}

// notGiven reports a parameter for which there is no value.
func (o *offered) notGiven(p *source.Param, hostType string) {
	what, hint := "a destructured parameter", "give it a name, and destructure it in the body"
	switch {
	case p.Rest:
		what, hint = "a rest parameter, ..."+p.Name, "declare the parameters one by one"
	case hostType != "":
		what, hint = "a parameter of the type "+hostType, "declare an HttpRequest, or no parameter"
	}
	o.Report(fault.Explain(o.owner.AtParam(p).Problem("agent-argument", "%s has %s", o.what(), what),
		"its parameters can be strings, found by their names, and the HttpRequest", hint))
}

// placeholderType returns the type of a parameter whose value is a part of the URI.
func (o *offered) placeholderType(p *source.Param) *schema.Type {
	t := o.typeOf(p)
	switch {
	case t == nil:
	case t.Kind == schema.String, t.Kind == schema.Int, t.Kind == schema.Float, t.Kind == schema.Bool:
	default:
		o.Report(fault.Explain(o.owner.AtParam(p).Problem("resource-uri", "the parameter %s of %s is %s", p.Name, o.what(), fault.Article(t.Name)),
			"the value of a placeholder is part of a URI", "use string, int, float or bool"))
	}
	return t
}

// typeOf resolves the type of a parameter; an untyped parameter is a text.
func (o *offered) typeOf(p *source.Param) *schema.Type {
	if p.Type == nil {
		if t := schema.FromDefault(p.DefaultAs, p.Default); p.HasDefault && t.Kind != schema.Untyped {
			return t
		}
		return &schema.Type{Kind: schema.String, Name: "string"}
	}
	t, problem := o.Types.Resolve(o.owner.File, p.Type)
	if problem != nil {
		o.Report(declared.Naming(fmt.Sprintf("the parameter %s of %s", p.Name, o.what()), *problem))
		return nil
	}
	return t
}

// listMethod makes the handler that lists the URIs of a template.
func (o *offered) listMethod(name string) int {
	const code = "resource-list"
	for _, link := range o.Chain(o.Classes[o.bean.Class]) {
		m := link.Member(name)
		if m == nil {
			continue
		}
		inner := &offered{o.builder, o.d, o.bean, link, m, o.spot}
		if m.Kind != source.Method || m.Access != source.Public || m.Abstract || m.Generator {
			o.wrong(code, "the application calls it from outside the class", "make it a public method that returns a list",
				"the listMethod %s of %s is not a public method", name, o.what())
			return -1
		}
		var params []manifest.Param
		for _, p := range m.Params {
			one := inner.agentParam(p)
			if one.Origin == manifest.FromArguments && !p.HasDefault && !p.Optional {
				o.wrong(code, "it is called with the request only", "remove the parameter", "the listMethod %s of %s needs the argument %s",
					name, o.what(), p.Name)
				return -1
			}
			one.Type = cmp.Or(one.Type, &schema.Type{Kind: schema.Any, Name: "any"})
			params = append(params, one)
		}
		return inner.handlerOf(params).Index
	}
	what := "does not exist"
	if slices.ContainsFunc(o.Classes[o.bean.Class].Class.Members, func(m *source.Member) bool { return m.Static && m.Name == name }) {
		what = "is static"
	}
	o.wrong(code, "it returns the entries that clients list", fmt.Sprintf("write %s() { return [{ uri: …, name: … }]; }", cmp.Or(name, "list")),
		"the listMethod %q of %s %s", name, o.what(), what)
	return -1
}
