package compare

import (
	"maps"
	"net/textproto"
	"slices"
)

// parameter is a parameter with its name and source.
type parameter struct {
	node
	in, name string
}

// ignoredHeaders are parameters that OpenAPI says mean nothing: other members of the document are about them.
var ignoredHeaders = map[string]bool{"Accept": true, "Content-Type": true, "Authorization": true}

// parametersOf returns the parameters by source and name. Those of the operation replace those of its path.
// Variables of the path have their position as key, so that their names can be changed.
func (d *document) parametersOf(o operation) map[string]parameter {
	found, positions := map[string]parameter{}, map[string]string{}
	for i, name := range variable.FindAllString(o.path, -1) {
		positions[name[1:len(name)-1]] = itoa(i)
	}
	for _, list := range []node{o.item.get("parameters"), o.get("parameters")} {
		for _, item := range list.items() {
			p := d.resolve(item)
			one := parameter{p, p.get("in").text(), p.get("name").text()}
			key := one.name
			switch one.in {
			case "header":
				if key = textproto.CanonicalMIMEHeaderKey(key); ignoredHeaders[key] {
					continue
				}
			case "path":
				key = positions[key]
			}
			found[one.in+" "+key] = one
		}
	}
	return found
}

// sources name the places of parameters.
var sources = map[string]string{"query": "query parameter", "header": "header", "cookie": "cookie", "path": "path variable"}

// String names the parameter.
func (p parameter) String() string {
	source := sources[p.in]
	if source == "" {
		source = "parameter"
	}
	return source + " " + clean(p.name)
}

func (p parameter) required() bool { return p.in == "path" || p.get("required").is() }

// parameters compares the parameters of two operations.
func (s *scan) parameters(o, n operation) {
	old, changed := s.before.parametersOf(o), s.after.parametersOf(n)
	for _, key := range slices.Sorted(maps.Keys(old)) {
		was := old[key]
		part := s.in(was.String())
		if now, has := changed[key]; has {
			part.parameter(was, now)
			continue
		}
		part.note(narrowed, "", was.at, "parameter-removed", "does not exist any more")
	}
	for _, key := range missing(changed, old) {
		now := changed[key]
		part := s.in(now.String())
		if now.required() {
			part.note(narrowed, "", now.at, "parameter-added", "is new and required")
		} else {
			part.note(0, "", now.at, "parameter-added", "is new")
		}
	}
}

func (s *scan) parameter(old, now parameter) {
	switch {
	case !old.required() && now.required():
		s.note(narrowed, "", now.at, "parameter-required", "is required now")
	case old.required() && !now.required():
		s.note(widened, "", now.at, "parameter-optional", "is optional now")
	}
	if old.name != now.name && old.in == "path" {
		s.note(0, "", now.at, "parameter-renamed", "is called "+clean(now.name)+" now")
	}
	if was, is := old.style(), now.style(); was != is {
		s.note(narrowed, "", now.at, "parameter-style-changed", "was written in the style "+was+" and is in the style "+is)
	}
	switch {
	case old.has("content") || now.has("content"):
		s.content(old.node, now.node)
	default:
		s.schemas(schema{old.get("schema")}, schema{now.get("schema")}, "")
	}
}

// style returns how values are written, with what OpenAPI takes where nothing is said.
func (p parameter) style() string {
	style := p.get("style").text()
	if style == "" {
		style = "simple"
		if p.in == "query" || p.in == "cookie" {
			style = "form"
		}
	}
	explode := style == "form"
	if p.has("explode") {
		explode = p.get("explode").is()
	}
	if explode {
		style += ", exploded"
	}
	return clean(style)
}
