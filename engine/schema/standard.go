package schema

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Standard is a schema of zod, valibot, arktype or any other library with the interface Standard Schema. Its value is in each VM, where the
// engine finds it by the index.
type Standard struct {
	Index int
	Name  string // that it is exported under; may be empty

	Read    Description // what it takes
	Written Description // what it makes of that

	InResults bool // results have its type, too
}

// Description is the JSON Schema in which a schema describes itself. One that cannot describes any value.
type Description struct {
	Problem string // why there is none; empty if there is one

	root  Node
	defs  Node
	loops bool // it refers to itself
}

// NoDescription is the problem of a schema of a library that knows no JSON Schema.
const NoDescription = "it has no ~standard.jsonSchema"

// ReadDescription reads a JSON Schema of the edition 2020-12.
func ReadDescription(document []byte) Description {
	root, isObject := Plain(gjson.ParseBytes(document)).(Node)
	if !isObject {
		return Description{Problem: "it is not an object"}
	}
	var d Description
	for _, m := range root {
		switch m.Key {
		case "$schema", "$id":
		case "$defs":
			d.defs, _ = m.Value.(Node)
		default:
			d.root = append(d.root, m)
		}
	}
	eachRef(root, func(ref string) string {
		d.loops = d.loops || strings.HasPrefix(ref, "#") && !strings.HasPrefix(ref, "#/$defs/")
		return ref
	})
	return d
}

// Kind returns the type of the values that are described, such as "object"; empty if there is not one.
func (d *Description) Kind() string {
	kind, _ := d.root.Get("type").(string)
	return kind
}

// HasDefault reports whether a value that was not sent has a default.
func (d *Description) HasDefault() bool { return d.root.Get("default") != nil }

// differs reports whether the schema describes what it takes otherwise than what it makes of that.
func (s *Standard) differs() bool {
	text := func(d *Description) string { return string(append(d.root, Member{"$defs", d.defs}).appendJSON(nil)) }
	return s.InResults && text(&s.Read) != text(&s.Written)
}

// StandardType returns the type of the values of a schema.
func StandardType(s *Standard) *Type {
	name := s.Name
	if name == "" {
		name = "Schema"
	}
	return &Type{Kind: Any, Name: name, Standard: s}
}

// description returns what the document under construction says of a schema.
func (s *Schemas) description(t *Type) *Description {
	if s.written {
		return &t.Standard.Written
	}
	return &t.Standard.Read
}

// isRecursive reports whether a type contains itself.
func (s *Schemas) isRecursive(t *Type, key any) bool {
	return s.recursive[key] || t.Standard != nil && !s.options.Open && s.description(t).loops
}

// standard writes out how a schema describes itself. Its definitions become those of the document.
func (s *Schemas) standard(t *Type) Node {
	d := s.description(t)
	if s.options.Open || d.root == nil {
		return Node{}
	}
	names, known := s.hoisted[d]
	if !known {
		names = map[string]string{}
		s.hoisted[d] = names
		for _, m := range d.defs {
			names[m.Key] = s.freeName(definitionName(&Type{Name: t.Name + strings.TrimLeft(m.Key, "_")}))
		}
	}
	moved := func(ref string) string {
		name, rest, _ := strings.Cut(strings.TrimPrefix(ref, "#/$defs/"), "/")
		switch to, isDefined := names[name]; {
		case !strings.HasPrefix(ref, "#"):
			return ref
		case !strings.HasPrefix(ref, "#/$defs/"):
			return s.refer(t, wholeOf(t)) + strings.TrimPrefix(ref, "#")
		case isDefined && rest != "":
			return s.prefix() + to + "/" + rest
		case isDefined:
			return s.prefix() + to
		}
		return ref
	}
	if !known {
		for _, m := range d.defs {
			s.defs = append(s.defs, Member{names[m.Key], eachRef(m.Value, moved)})
		}
	}
	root, _ := eachRef(d.root, moved).(Node)
	return root
}

func (s *Schemas) prefix() string {
	if s.open != nil {
		return "#/components/schemas/"
	}
	return "#/$defs/"
}

// eachRef returns a copy of a schema with its references replaced. Values that it lists are no schemas.
func eachRef(value any, replaced func(ref string) string) any {
	switch v := value.(type) {
	case Node:
		node := make(Node, len(v))
		for i, m := range v {
			switch ref, isText := m.Value.(string); {
			case m.Key == "$ref" && isText:
				m.Value = replaced(ref)
			case m.Key != "default" && m.Key != "const" && m.Key != "enum" && m.Key != "examples":
				m.Value = eachRef(m.Value, replaced)
			}
			node[i] = m
		}
		return node
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = eachRef(item, replaced)
		}
		return list
	}
	return value
}
