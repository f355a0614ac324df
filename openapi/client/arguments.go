package client

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// arguments are the members of an operation's first argument: its parameters, and the body.
type arguments struct {
	types      *types
	parameters []argument
	body       *body
	media      string // of the body
	bodyType   string
}

// argument is a parameter, by the name that it has in a call.
type argument struct {
	parameter
	as string
}

// places are where parameters are sent, in the order in which they get their names.
var places = []string{"path", "query", "header", "cookie"}

// argumentsOf returns what an operation takes. Parameters with the same name get names by their places: id and idInQuery.
func argumentsOf(d *spec, types *types, o found) (*arguments, error) {
	a := &arguments{types: types}
	list, err := parametersOf(d, o)
	if err != nil {
		return nil, err
	}
	var used namer
	if o.Body != nil {
		body, err := find("requestBodies", d.Components.RequestBodies, *o.Body, func(b body) string { return b.Ref })
		if err != nil {
			return nil, err
		}
		a.body, a.media = &body, preferred(body.Content, inBodies)
		a.bodyType = types.bodyType(a.media, body.Content[a.media].Schema)
		used.used = append(used.used, "body")
	}
	for _, p := range list {
		as := p.Name
		if slices.Contains(used.used, as) || as == "__proto__" {
			as += "In" + strings.ToUpper(p.In[:1]) + p.In[1:]
		}
		a.parameters = append(a.parameters, argument{p, used.name(as)})
	}
	return a, nil
}

var placeholder = regexp.MustCompile(`\{([^{}]+)\}`)

// parametersOf returns the parameters of an operation and its path, sorted by place and name.
func parametersOf(d *spec, o found) ([]parameter, error) {
	byName := map[string]parameter{}
	for _, m := range placeholder.FindAllStringSubmatch(o.path, -1) { // a path without a value leads nowhere
		byName["path "+m[1]] = parameter{Name: m[1], In: "path", Required: true, Schema: &schema{Type: names{"string"}}}
	}
	for _, p := range slices.Concat(o.shared, o.Parameters) {
		p, err := find("parameters", d.Components.Parameters, p, func(p parameter) string { return p.Ref })
		if err != nil {
			return nil, err
		}
		if slices.Contains(places, p.In) {
			byName[p.In+" "+p.Name] = p
		}
	}
	list := slices.Collect(maps.Values(byName))
	slices.SortFunc(list, func(a, b parameter) int {
		return cmp.Or(cmp.Compare(slices.Index(places, a.In), slices.Index(places, b.In)), strings.Compare(a.Name, b.Name))
	})
	return list, nil
}

// text returns the type of the argument, and whether it may be left out.
func (a *arguments) text() (args string, optional bool) {
	optional = true
	var lines []string
	for _, p := range a.parameters {
		required := p.Required || p.In == "path" && !p.Rest
		optional = optional && !required
		lines = append(lines, a.types.member(p.as, p.schema(), required, about(p.Deprecated, p.Description)))
	}
	if a.body != nil {
		optional = optional && !a.body.Required
		mark, or := "", ""
		if !a.body.Required {
			mark, or = "?", " | undefined"
		}
		lines = append(lines, comment("  ", about(false, a.body.Description)...)+"  body"+mark+": "+indented(a.bodyType, "  ")+or+";\n")
	}
	switch {
	case len(lines) == 0:
		return "", true
	case len(lines) == 1 && strings.Count(lines[0], "\n") == 1: // on one line
		return "{ " + strings.TrimSuffix(strings.TrimSpace(lines[0]), ";") + " }", optional
	}
	return "{\n" + strings.Join(lines, "") + "}", optional
}

// schema returns the schema of a parameter, which may be that of its content.
func (p parameter) schema() *schema {
	for _, m := range p.Content {
		return m.Schema
	}
	return p.Schema
}

// call writes the members parameters and body of the description for the runtime.
func (a *arguments) call() string {
	var out strings.Builder
	if len(a.parameters) > 0 {
		var list []string
		for _, p := range a.parameters {
			list = append(list, p.call())
		}
		fmt.Fprintf(&out, "parameters: [%s], ", strings.Join(list, ", "))
	}
	if a.body != nil {
		fmt.Fprintf(&out, "body: [%s], ", bodyCall(a.media))
	}
	return out.String()
}

func (p argument) call() string {
	parts := []string{quote(p.as), quote(p.In)}
	if style := p.style(); style != "" || p.as != p.Name {
		parts = append(parts, quote(style))
	}
	if p.as != p.Name {
		parts = append(parts, quote(p.Name))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// style returns how the runtime writes the parameter.
func (p parameter) style() string {
	switch {
	case p.Rest:
		return "rest"
	case p.Content != nil:
		return "json"
	case p.In != "query":
		return ""
	case p.Style == "deepObject":
		return "deep"
	case p.Explode != nil && !*p.Explode:
		return "joined"
	}
	return ""
}
