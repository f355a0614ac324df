package openapi

import (
	"cmp"
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// Options say what the manifest does not know. The zero value works.
type Options struct {
	Title       string // of the application; "Application" if it is empty
	Version     string // of the application; "0.0.0" if it is empty
	Description string
	ContextPath string   // in front of every path
	Servers     []string // the URLs of the application; its context path if there are none, so that it is where the document is

	Closed bool // names in bodies that nobody declared are refused, unless a handler ignores them

	// Schemes are the ways in which clients say who they are.
	Schemes []Scheme
	// Guard says who may call a route with a method; everybody if it is nil.
	Guard func(r *manifest.Route, method string) Guard
}

// writer makes one document.
type writer struct {
	m          *manifest.Manifest
	options    Options
	components *schema.Components
	operations []*operation

	problem   string            // the name of the schema of problems; empty before one is referred to
	failures  map[int]bool      // the statuses of shared responses that are referred to
	ownErrors bool              // the application answers errors itself
	tags      map[string]tagged // by name
	inUse     map[string]bool   // the security schemes that are demanded
}

// Document returns the OpenAPI 3.1 document of the routes of an application.
func Document(m *manifest.Manifest, o Options) schema.Node {
	w := &writer{
		m: m, options: o, failures: map[int]bool{}, ownErrors: m.ErrorController >= 0, tags: map[string]tagged{}, inUse: map[string]bool{},
	}
	w.operations = operationsOf(m)
	w.components = schema.NewComponents(w.types())
	paths := w.paths()
	document := schema.Node{
		{Key: "openapi", Value: "3.1.0"},
		{Key: "info", Value: w.info()},
		{Key: "servers", Value: o.servers()},
		{Key: "security", Value: []any{}}, // operations say themselves who may call them
	}
	if tags := w.tagList(); len(tags) > 0 {
		document = append(document, schema.Member{Key: "tags", Value: tags})
	}
	document = append(document, schema.Member{Key: "paths", Value: paths})
	if components := w.shared(); len(components) > 0 {
		document = append(document, schema.Member{Key: "components", Value: components})
	}
	return asMarkdown(document)
}

func (o *Options) servers() (list []any) {
	for _, url := range o.Servers {
		list = append(list, schema.Node{{Key: "url", Value: url}})
	}
	if list == nil {
		list = append(list, schema.Node{{Key: "url", Value: cmp.Or(o.ContextPath, "/")}})
	}
	return list
}

func (w *writer) info() schema.Node {
	info := schema.Node{
		{Key: "title", Value: cmp.Or(w.options.Title, "Application")},
		{Key: "version", Value: cmp.Or(w.options.Version, "0.0.0")},
	}
	if w.options.Description != "" {
		info = append(info, schema.Member{Key: "description", Value: w.options.Description})
	}
	return info
}

// shared returns what operations refer to.
func (w *writer) shared() schema.Node {
	var out schema.Node
	responses := w.failureResponses() // refers to the schema of problems
	schemas := w.components.All()
	if w.problem != "" {
		schemas = append(schemas, schema.Member{Key: w.problem, Value: problemSchema()})
		slices.SortFunc(schemas, func(a, b schema.Member) int { return cmp.Compare(a.Key, b.Key) })
	}
	if len(schemas) > 0 {
		out = append(out, schema.Member{Key: "schemas", Value: schemas})
	}
	if len(responses) > 0 {
		out = append(out, schema.Member{Key: "responses", Value: responses})
	}
	if schemes := w.schemes(); len(schemes) > 0 {
		out = append(out, schema.Member{Key: "securitySchemes", Value: schemes})
	}
	return out
}

// types lists the types of parameters and answers, and apart from them those of bodies without names that nobody declared.
func (w *writer) types() (types, closed []*schema.Type) {
	add := func(t *schema.Type) {
		if t != nil {
			types = append(types, t)
		}
	}
	seen := map[*manifest.Handler]bool{}
	for _, o := range w.operations {
		if seen[o.handler] {
			continue
		}
		seen[o.handler] = true
		body := bodyOf(o.handler)
		for i := range o.handler.Params {
			if p := &o.handler.Params[i]; p == body.whole && w.isClosed(&body) || p.Origin != manifest.FromBody && p.Type.IsNested() {
				closed = append(closed, p.Type)
			} else {
				add(p.Type)
			}
		}
		add(o.handler.Answers())
		for _, a := range o.said.Answers {
			add(a.Type)
		}
	}
	for _, a := range w.m.Errors {
		add(a.Type)
	}
	return types, closed
}
