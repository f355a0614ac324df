package older

import (
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// known are the keywords that 3.0 has with the meaning that they have in 3.1.
var known = map[string]bool{
	"title": true, "description": true, "default": true, "deprecated": true, "readOnly": true, "writeOnly": true, "example": true,
	"externalDocs": true, "xml": true, "discriminator": true, "format": true, "pattern": true, "multipleOf": true,
	"minimum": true, "maximum": true, "minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"minProperties": true, "maxProperties": true,
}

// schema changes a schema.
func (c *converter) schema(value any) (any, bool) { return c.schemaOf(value), true }

func (c *converter) schemaOf(value any) schema.Node {
	n, is := value.(schema.Node)
	switch {
	case value == false:
		return nothing()
	case !is:
		return schema.Node{}
	}
	reference, is := n.Get("$ref").(string)
	if !is {
		return c.written(n)
	}
	target := schema.Node{{Key: "$ref", Value: strings.ReplaceAll(reference, "/$defs/", "/x-defs/")}}
	beside := c.written(without(n, "$ref"))
	if len(beside) == 0 {
		return target
	}
	parts, _ := beside.Get("allOf").([]any)
	if len(parts) > 0 {
		return beside.Set("allOf", append([]any{target}, parts...))
	}
	return append(schema.Node{{Key: "allOf", Value: []any{target}}}, beside...)
}

// nothing returns a schema that accepts no value.
func nothing() schema.Node { return schema.Node{{Key: "not", Value: schema.Node{}}} }

func without(n schema.Node, keyword string) schema.Node {
	out := make(schema.Node, 0, len(n))
	for _, m := range n {
		if m.Key != keyword {
			out = append(out, m)
		}
	}
	return out
}

// written changes a schema that is not a reference.
func (c *converter) written(n schema.Node) schema.Node {
	b := &builder{converter: c, from: n}
	for _, m := range n {
		b.keyword(m.Key, m.Value)
	}
	b.finish()
	return b.out
}

// builder makes one schema.
type builder struct {
	*converter
	from, out schema.Node
	null      bool // it accepts null, which is still to be said
}

func (b *builder) set(keyword string, value any) { b.out = b.out.Set(keyword, value) }

// keyword changes one member of the schema.
func (b *builder) keyword(name string, value any) {
	switch name {
	case "type":
		b.types(value)
	case "enum":
		b.values(value)
	case "const":
		b.values([]any{value})
	case "allOf":
		for _, part := range items(value) {
			b.also(b.schemaOf(part))
		}
	case "anyOf", "oneOf":
		b.union(name, value)
	case "not":
		b.set(name, b.schemaOf(value))
	case "properties":
		b.set(name, b.named(value))
	case "$defs":
		b.set("x-defs", b.named(value)) // references lead there
	case "required":
		if list := items(value); len(list) > 0 {
			b.set(name, list)
		}
	case "items", "prefixItems":
		b.items()
	case "additionalProperties", "patternProperties":
		b.additional()
	case "examples":
		if list := items(value); len(list) > 0 && b.from.Get("example") == nil {
			b.set("example", list[0])
		}
	case "exclusiveMinimum", "exclusiveMaximum":
		b.exclusive(name, value)
	case "contentEncoding", "contentMediaType":
		b.content()
	default:
		if (known[name] || strings.HasPrefix(name, "x-")) && b.out.Get(name) == nil {
			b.set(name, value)
		}
	}
}

// named changes the schemas of an object, whatever their names.
func (b *builder) named(value any) schema.Node {
	n, _ := value.(schema.Node)
	out := make(schema.Node, len(n))
	for i, m := range n {
		out[i] = schema.Member{Key: m.Key, Value: b.schemaOf(m.Value)}
	}
	return out
}

// items returns a list as such.
func items(value any) []any {
	switch list := value.(type) {
	case []any:
		return list
	case []string:
		all := make([]any, len(list))
		for i, text := range list {
			all[i] = text
		}
		return all
	}
	return nil
}
