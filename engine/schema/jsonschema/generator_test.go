package jsonschema_test

import (
	"fmt"
	"strings"
)

// generator makes schemas and documents out of bytes. Once the bytes are used up, it makes the simplest of
// each.
type generator struct{ data []byte }

// There are only a few names and values, so that schemas and documents have them in common, but in all
// notations.
var (
	keys   = []string{`"a"`, `"b"`, `"c"`, `"\u0061"`, `"a/b~c%"`, `"\u0062"`, `""`, `"é"`, `"\u00e9"`, `"$ref"`}
	values = []string{
		`null`, `true`, `false`, `"a"`, `"\u0061"`, `""`, `"b\n"`, `"😀"`, `"\ud83d\ude00"`, `"\ud83d"`, `[]`, `{}`,
		`0`, `-0.0`, `1`, `1.0`, `-1`, `10e-1`, `1.5`, `15e-1`, `2`, `100`, `1e2`, `9007199254740993`, `9007199254740992.0`,
		`12345678901234567890`, `1234567890123456789e1`, `1e-30`, `0.1`, `0.10`, `-1.5`, `1e30`, `1000000000000000000000000000000`,
	}
	bounds   = []string{`0`, `1`, `1.0`, `-1`, `1.5`, `15e-1`, `2`, `1e2`, `99.999`, `9007199254740993`, `12345678901234567890`, `-1e-30`, `1e30`}
	types    = []string{`"object"`, `"array"`, `"integer"`, `"string"`, `"number"`, `"boolean"`, `"null"`}
	targets  = []string{`"#/$defs/a"`, `"#/$defs/a~1b~0c%25"`, `"#x"`, `"#/%24defs/a"`, `"#"`}
	keywords = []string{
		"type", "properties", "items", "anyOf", "$ref", "additionalProperties", "required", "enum", "const", "minimum", "maximum",
		"type", "properties", "items", "anyOf", "patternProperties", "prefixItems",
	}
)

// pick returns a number below n.
func (g *generator) pick(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

func (g *generator) oneOf(texts []string) string { return texts[g.pick(len(texts))] }

// join joins some texts, each only once.
func (g *generator) join(least, most int, item func() string) string {
	var items []string
	seen := map[string]bool{}
	for range least + g.pick(most-least+1) {
		if text := item(); !seen[text] {
			seen[text] = true
			items = append(items, text)
		}
	}
	return strings.Join(items, ", ")
}

// document makes a schema with definitions.
func (g *generator) document() string {
	defs := fmt.Sprintf(`"$defs": {"a": %s, "a/b~c%%": %s, "x": %s}`, g.schema(1), g.schema(1), g.object(1, `"$anchor": "x"`))
	return g.object(0, defs)
}

func (g *generator) schema(depth int) string {
	if g.pick(10) == 9 {
		return []string{`true`, `false`}[g.pick(2)]
	}
	return g.object(depth, "")
}

// object makes a schema of up to three keywords and more.
func (g *generator) object(depth int, more string) string {
	taken := map[string]bool{}
	var members []string
	for range g.pick(4) {
		if keyword := g.oneOf(keywords); !taken[keyword] && (depth < 4 || keyword == "type") {
			taken[keyword] = true
			members = append(members, fmt.Sprintf("%q: %s", keyword, g.keyword(keyword, depth+1)))
		}
	}
	if more != "" {
		members = append(members, more)
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func (g *generator) keyword(name string, depth int) string {
	schema := func() string { return g.schema(depth) }
	value := func() string { return g.value(2) }
	switch name {
	case "type":
		return "[" + g.join(1, 4, func() string { return g.oneOf(types) }) + "]"
	case "enum":
		return "[" + g.join(1, 5, value) + "]"
	case "const":
		return value()
	case "minimum", "maximum":
		return g.oneOf(bounds)
	case "required":
		return "[" + g.join(0, 2, func() string { return g.oneOf(keys[:3]) }) + "]"
	case "properties":
		return "{" + g.join(0, 3, func() string { return g.oneOf(keys) + ": " + schema() }) + "}"
	case "patternProperties":
		return "{" + g.join(1, 2, func() string { return g.oneOf([]string{`"^a"`, `"é"`, `"^.?$"`}) + ": true" }) + "}"
	case "anyOf":
		list := schema()
		for range g.pick(3) {
			list += ", " + schema()
		}
		return "[" + list + "]"
	case "prefixItems":
		return "[true]"
	case "$ref":
		return g.oneOf(targets)
	default:
		return schema()
	}
}

// value makes a document. Names may be repeated in it.
func (g *generator) value(depth int) string {
	inner := func() string { return g.value(depth + 1) }
	switch kind := g.pick(6); {
	case kind < 2 && depth < 4:
		return "{" + g.join(0, 4, func() string { return g.oneOf(keys) + ": " + inner() }) + "}"
	case kind == 2 && depth < 4:
		return "[" + g.join(0, 4, inner) + "]"
	default:
		return g.oneOf(values)
	}
}
