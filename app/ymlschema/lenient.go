package ymlschema

import (
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// lenient returns the schema of a value in JSON for what may be written in its place in YAML: a placeholder, a number in
// quotes, a number for a text, a list as a text with commas. Nothing is required, since another source may set it.
func lenient(node schema.Node) schema.Node {
	about, value := apart(node)
	switch kind := typeOf(value); {
	case about.Get("examples") != nil: // only durations and sizes have any, which are written for people
		return append(about, quantity(about.Get("examples"))...)
	case value.Get("$ref") != nil:
		return append(about, schema.Member{Key: "allOf", Value: []any{reference(strings.TrimPrefix(value.Get("$ref").(string), "#/$defs/"))}})
	case value.Get("anyOf") != nil:
		return append(about, alternatives(value)...)
	case value.Get("enum") != nil, kind == "string" && isConstrained(value):
		return append(about, orPlaceholder(value)...)
	case kind == "object":
		return append(about, openObject(value)...)
	case kind == "array":
		return append(about, listOf(value)...)
	case kind == "integer":
		return append(append(about, textual("a whole number", wholeText, kind)...), limits(value)...)
	case kind == "number":
		return append(append(about, textual("a number", numberText, kind)...), limits(value)...)
	case kind == "boolean":
		return append(about, bounded(textual("true or false", boolText, kind, "integer"), "0", "1")...)
	case kind == "string":
		return append(about, schema.Member{Key: "type", Value: scalars()})
	default:
		return about
	}
}

// apart parts what a schema says for people from what it demands.
func apart(node schema.Node) (about, value schema.Node) {
	about = schema.Node{}
	for _, m := range node {
		switch m.Key {
		case "description", "default", "examples":
			about = append(about, m)
		case "not", "format", "contentEncoding":
			// null means not set, and a date may be written as YAML has it.
		default:
			value = append(value, m)
		}
	}
	return about, value
}

// typeOf returns the type that is not null; "" if there are several, or none.
func typeOf(node schema.Node) string {
	switch t := node.Get("type").(type) {
	case string:
		return t
	case []string:
		return t[0]
	default:
		return ""
	}
}

// quantity returns the schema of a duration or a size, known by its example. Their bounds are checked when they are read.
func quantity(examples any) schema.Node {
	kind := config.TypeSize
	if list, is := examples.([]string); is && strings.HasSuffix(list[0], "s") {
		kind = config.TypeDuration
	}
	return ofType(config.Key{Type: kind})
}

// isConstrained reports whether a schema demands more than a type.
func isConstrained(node schema.Node) bool {
	for _, m := range node {
		if m.Key != "type" {
			return true
		}
	}
	return false
}

func reference(name string) schema.Node {
	return schema.Node{{Key: "$ref", Value: "#/definitions/" + name}}
}

// orPlaceholder allows a placeholder in the place of a value.
func orPlaceholder(value schema.Node) schema.Node {
	return schema.Node{{Key: "anyOf", Value: []any{value, reference(placeholderName)}}}
}

func alternatives(value schema.Node) schema.Node {
	list := []any{}
	for _, one := range value.Get("anyOf").([]any) {
		if one := one.(schema.Node); typeOf(one) != "null" { // which the others take, too
			list = append(list, lenient(one))
		}
	}
	return schema.Node{{Key: "anyOf", Value: append(list, reference(placeholderName))}}
}

// openObject returns the schema of a section whose other keys are free, with names in every spelling.
func openObject(value schema.Node) schema.Node {
	node := sectionType()
	properties, patterns := schema.Node{}, schema.Node{}
	known, _ := value.Get("properties").(schema.Node)
	for _, m := range known {
		one := lenient(m.Value.(schema.Node))
		properties = append(properties, schema.Member{Key: m.Key, Value: one})
		if pattern := otherSpellings(m.Key); pattern != "" {
			patterns = append(patterns, schema.Member{Key: pattern, Value: one})
		}
	}
	if len(known) > 0 {
		node = append(node, schema.Member{Key: "properties", Value: properties}, schema.Member{Key: "patternProperties", Value: patterns})
	}
	if each, is := value.Get("additionalProperties").(schema.Node); is {
		node = append(node, schema.Member{Key: "additionalProperties", Value: lenient(each)})
	}
	return node
}

// listOf returns the schema of a list, or of a text with commas, whose items nobody checks here.
func listOf(value schema.Node) schema.Node {
	node := schema.Node{{Key: "type", Value: append([]string{"array"}, scalars()...)}}
	if item, is := value.Get("items").(schema.Node); is && (typeOf(item) == "object" || item.Get("$ref") != nil) {
		node = textual("a list", "", "array") // no text is one of these
	}
	for _, m := range value {
		switch m.Key {
		case "type":
		case "items":
			node = append(node, schema.Member{Key: "items", Value: lenient(m.Value.(schema.Node))})
		default:
			node = append(node, m) // minItems and the like say nothing of texts
		}
	}
	return node
}

// limits returns the bounds of a number, which say nothing of texts.
func limits(value schema.Node) (list schema.Node) {
	for _, m := range value {
		if m.Key != "type" {
			list = append(list, m)
		}
	}
	return list
}
