package older

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// types writes the types. 3.0 has one, so that several become alternatives.
func (b *builder) types(value any) {
	var names []any
	for _, name := range append(items(value), scalar(value)...) {
		if name == "null" {
			b.null = true
		} else {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 1:
		b.set("type", names[0])
	case len(names) > 1:
		var alternatives []any
		for _, name := range names {
			one := schema.Node{{Key: "type", Value: name}}
			if name == "array" {
				one = append(one, schema.Member{Key: "items", Value: b.itemsOf()})
			}
			alternatives = append(alternatives, one)
		}
		b.alternatives("anyOf", alternatives)
	case b.null: // and nothing else
		b.values([]any{nil})
	}
}

func scalar(value any) []any {
	if name, is := value.(string); is {
		return []any{name}
	}
	return nil
}

// values writes the values that are possible.
func (b *builder) values(value any) {
	list := items(value)
	if len(list) == 0 {
		b.set("not", schema.Node{})
		return
	}
	if has, is := b.out.Get("enum").([]any); is { // enum and const
		list = slices.DeleteFunc(slices.Clone(list), func(value any) bool {
			return !slices.ContainsFunc(has, func(other any) bool { return same(value, other) })
		})
	}
	b.set("enum", list)
}

// same reports whether two values have the same JSON.
func same(a, b any) bool {
	first, _ := schema.Node{{Value: a}}.MarshalJSON() // never fails
	second, _ := schema.Node{{Value: b}}.MarshalJSON()
	return string(first) == string(second)
}

// union writes alternatives, null apart. One that is left with nothing else is not an alternative.
func (b *builder) union(keyword string, value any) {
	var rest []any
	for _, item := range items(value) {
		n, _ := item.(schema.Node)
		if onlyNull(n) {
			b.null = true
		} else {
			rest = append(rest, b.schemaOf(item))
		}
	}
	switch {
	case len(rest) == 0 && b.null:
		b.values([]any{nil})
	case len(rest) == 1:
		b.also(rest[0])
	default:
		b.alternatives(keyword, rest)
	}
}

// onlyNull reports whether a schema accepts null and nothing else.
func onlyNull(n schema.Node) bool {
	types, values := items(n.Get("type")), items(n.Get("enum"))
	return n.Get("type") == "null" || len(types) == 1 && types[0] == "null" || len(values) == 1 && values[0] == nil || has(n, "const") &&
		n.Get("const") == nil
}

func has(n schema.Node, keyword string) bool {
	return slices.ContainsFunc(n, func(m schema.Member) bool { return m.Key == keyword })
}

// alternatives writes a union beside one that may be there.
func (b *builder) alternatives(keyword string, list []any) {
	if b.out.Get(keyword) == nil {
		b.set(keyword, list)
	} else {
		b.also(schema.Node{{Key: keyword, Value: list}})
	}
}

// also adds a schema that has to hold, too.
func (b *builder) also(part any) {
	parts, _ := b.out.Get("allOf").([]any)
	b.set("allOf", append(parts, part))
}

// finish says that the schema accepts null, where 3.0 lets it be said: beside a type.
func (b *builder) finish() {
	b.unwrap()
	if b.out.Get("type") == "array" && b.out.Get("items") == nil { // 3.0 wants it
		b.set("items", schema.Node{})
	}
	if b.null {
		b.out = b.nullable(b.out)
	}
}

// unwrap takes the only part of allOf for the schema itself, where nothing is beside it and it is not a reference.
func (b *builder) unwrap() {
	parts, _ := b.out.Get("allOf").([]any)
	if len(b.out) != 1 || len(parts) != 1 || len(items(b.from.Get("allOf"))) > 0 {
		return
	}
	if part, _ := parts[0].(schema.Node); part.Get("$ref") == nil {
		b.out = part
	} else if !b.null {
		b.out = part
	}
}

// nullable returns the schema with null.
func (c *converter) nullable(n schema.Node) schema.Node {
	if list, is := n.Get("enum").([]any); is && !slices.ContainsFunc(list, func(value any) bool { return value == nil }) {
		n = n.Set("enum", append(slices.Clip(list), nil))
	}
	if n.Get("type") == nil {
		kinds := c.typesOf(n, 0)
		switch {
		case len(kinds) == 0: // any, null among them
			return n
		case len(kinds) > 1:
			return withNull(n)
		case c.refersToValues(n):
			if parts := items(n.Get("allOf")); len(n) == 1 && len(parts) == 1 {
				n, _ = parts[0].(schema.Node)
			}
			return withNull(n)
		case n.Get("$ref") != nil:
			n = schema.Node{{Key: "allOf", Value: []any{n}}}
		}
		n = append(schema.Node{{Key: "type", Value: kinds[0]}}, n...)
		if kinds[0] == "array" && n.Get("items") == nil {
			n = n.Set("items", schema.Node{})
		}
	}
	return n.Set("nullable", true)
}

// refersToValues reports whether a schema refers to one that lists its values, of which null is none whatever stands beside the reference.
func (c *converter) refersToValues(n schema.Node) bool {
	for _, item := range items(n.Get("allOf")) {
		if part, _ := item.(schema.Node); c.refersToValues(part) {
			return true
		}
	}
	reference, _ := n.Get("$ref").(string)
	target, _ := c.find(reference).(schema.Node)
	return target.Get("enum") != nil
}

// withNull returns the schema with null as one more alternative.
func withNull(n schema.Node) schema.Node {
	null := schema.Node{{Key: "type", Value: "object"}, {Key: "nullable", Value: true}, {Key: "enum", Value: []any{nil}}}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if list, is := n.Get(keyword).([]any); is && n.Get("allOf") == nil && n.Get("enum") == nil {
			return n.Set(keyword, append(slices.Clip(list), null))
		}
	}
	return schema.Node{{Key: "anyOf", Value: []any{n, null}}}
}

// maxReferences bounds the references that lead from one to the next.
const maxReferences = 16

// typesOf returns the types that a schema has by what it lists and refers to, without null; none if it may be
// of any type.
func (c *converter) typesOf(n schema.Node, depth int) (kinds []string) {
	if depth > maxReferences {
		return nil
	}
	for _, name := range append(items(n.Get("type")), scalar(n.Get("type"))...) {
		if text, is := name.(string); is && text != "null" {
			kinds = append(kinds, text)
		}
	}
	if len(kinds) > 0 {
		return kinds
	}
	if reference, is := n.Get("$ref").(string); is {
		target, _ := c.find(strings.ReplaceAll(reference, "/x-defs/", "/$defs/")).(schema.Node)
		return c.typesOf(target, depth+1)
	}
	for _, item := range items(n.Get("allOf")) {
		part, _ := item.(schema.Node)
		if kinds := c.typesOf(part, depth+1); len(kinds) > 0 {
			return kinds
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if kinds := c.typesOfAny(items(n.Get(keyword)), depth); len(kinds) > 0 {
			return kinds
		}
	}
	return typesOfValues(n)
}

// typesOfAny returns the types of alternatives; none if one of them may be of any type.
func (c *converter) typesOfAny(list []any, depth int) (kinds []string) {
	for _, item := range list {
		part, _ := item.(schema.Node)
		if onlyNull(part) {
			continue
		}
		of := c.typesOf(part, depth+1)
		if len(of) == 0 {
			return nil
		}
		kinds = append(kinds, of...)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

func typesOfValues(n schema.Node) (kinds []string) {
	values := items(n.Get("enum"))
	if has(n, "const") {
		values = append(slices.Clip(values), n.Get("const"))
	}
	for _, value := range values {
		if kind := typeOfValue(value); kind != "" {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

func typeOfValue(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64:
		return "integer"
	case float64:
		return "number"
	case schema.Node:
		return "object"
	case []any, []string:
		return "array"
	}
	return ""
}
