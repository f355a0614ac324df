package jsonschema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
)

// blowUps are schemas for which a naive walk takes time exponential to the depth of a document: each level is
// checked twice for each check of the level around it.
var blowUps = []struct{ name, schema, level, core string }{
	{
		"alternatives that never fit", `{"anyOf": [{"items": {"$ref": "#"}, "type": "array"}, {"items": {"$ref": "#"}, "type": ` +
			`["array", "null"]}, {"const": 1}]}`,
		`[`, `2`,
	},
	{
		"reference beside members", `{"$ref": "#/$defs/a", "items": {"$ref": "#"}, "$defs": {"a": {"items": {"$ref": "#"}}}}`,
		`[`, `2`,
	},
	{
		"members of objects", `{"anyOf": [{"additionalProperties": {"$ref": "#"}, "required": ["b"]}, {"additionalProperties": ` +
			`{"$ref": "#"}, "required": ["c"]}]}`,
		`{"a":`, `2`,
	},
}

func nested(level string, depth int, core string) string {
	closing := strings.Repeat("}", depth)
	if level == "[" {
		closing = strings.Repeat("]", depth)
	}
	return strings.Repeat(level, depth) + core + closing
}

// TestBlowUp: such documents are given up after the number of steps that their size allows.
func TestBlowUp(t *testing.T) {
	for _, c := range blowUps {
		for _, depth := range []int{5, 40, 127} {
			for _, core := range []string{c.core, `"` + strings.Repeat("x", 100_000) + `"`, strings.Repeat(" ", 100_000) + "2", strings.Repeat("9", 100_000)} {
				document := nested(c.level, depth, core)
				problems, steps, budget := compile(t, c.schema).CheckCounted(gjson.Parse(document))
				complex := len(problems) == 1 && problems[0].Render("arguments") == "arguments: is too complex"
				if complex != (depth > 5) {
					t.Errorf("%s, %d levels: %v", c.name, depth, problems)
				}
				// On return, each level is charged for what was read of it.
				if steps > budget+schema.DefaultDepth*(1+len(document)/64) {
					t.Errorf("%s, %d levels: %d steps, the budget is %d", c.name, depth, steps, budget)
				}
			}
		}
	}
}

// TestLargeDocuments: large documents take no more than a few steps for each value, in proportion to the
// schema's keywords for it; the budget does not stop a document that is merely large.
func TestLargeDocuments(t *testing.T) {
	const size = 1 << 18
	for _, c := range []struct{ name, schema, document string }{
		{"items", `{"items": {"type": "integer", "minimum": 0}}`, "[" + strings.Repeat("1,", size) + "1]"},
		{
			"items of many alternatives", `{"items": {"anyOf": [` + strings.Repeat(`{"const": 1}, `, 25) + `{"const": 2}]}}`,
			"[" + strings.Repeat("2,", size) + "2]",
		},
		{"members", `{"additionalProperties": {"type": "integer"}}`, "{" + strings.Repeat(`"a":1,`, size) + `"b":1}`},
		{
			"members with patterns", `{"patternProperties": {"^b": {}, "c$": {}}, "additionalProperties": {"type": "integer"}}`,
			"{" + strings.Repeat(`"a":1,`, size) + `"b":1}`,
		},
		{"members that count no more", `{"additionalProperties": {"type": "integer"}}`, "{" + strings.Repeat(`"a":"x",`, size) + `"a":1}`},
		{"enumerated object", `{"items": {"enum": [{"a": 1}]}}`, "[" + strings.Repeat(`{"a":1},`, size) + `{"a":1}]`},
		{"depth", `{"items": {"$ref": "#"}}`, nested("[", schema.DefaultDepth, strings.Repeat(" ", size))},
		{
			"depth and nullable references", `{"anyOf": [{"type": "object", "additionalProperties": {"$ref": "#"}}, {"type": "null"}]}`,
			nested(`{"a":`, schema.DefaultDepth, "null"),
		},
		{"depth of a constant", `{"const": ` + nested("[", 120, "1") + `}`, nested("[", 120, "1.0"+strings.Repeat(" ", size))},
		{"digits", `{"type": "integer", "minimum": 5, "maximum": 1e999999}`, "7" + strings.Repeat("1", size)},
		{"exponent", `{"type": "integer", "minimum": 5}`, "1e" + strings.Repeat("7", size)},
		{"backslashes", `{"items": {"const": "` + strings.Repeat(`\\`, size) + `"}}`, `["` + strings.Repeat(`\\`, size) + `"]`},
	} {
		problems, steps, budget := compile(t, c.schema).CheckCounted(gjson.Parse(c.document))
		if problems != nil {
			t.Errorf("%s: %v after %d steps of %d", c.name, problems, steps, budget)
		}
		if max := 16 * (len(c.document) + 1<<12); steps > max {
			t.Errorf("%s: %d steps for %d bytes", c.name, steps, len(c.document))
		}
	}
}

// TestWorkIsCounted: steps measure time, so all work that takes time is counted.
func TestWorkIsCounted(t *testing.T) {
	const size = 64 << 10
	spaces, digits := strings.Repeat(" ", size), strings.Repeat("1", size)
	for _, c := range []struct {
		name, schema, document string
		least                  int
	}{
		{"a number of another type", `{"type": "string"}`, digits, size / 64},
		{"a number", `{"minimum": 1}`, digits, 2 * size / 64},
		{"a text", `{"const": "a"}`, `"` + digits + `"`, size / 64},
		{"a name", `{"additionalProperties": false}`, `{"` + digits + `": 1}`, size / 64},
		{"a name and patterns", `{"patternProperties": {"a": true, "b": true}, "additionalProperties": false}`, `{"` + digits + `": 1}`, 2 * size},
		{"white space in lists", `{"items": {"type": "string"}}`, `["a", ` + spaces + `"a"]`, size / 64},
		{"white space in objects", `{"required": ["a"]}`, `{"a": ` + spaces + `1}`, size / 64},
		{"white space in constants", `{"const": [1, {"a": 1}]}`, `[1, {` + spaces + `"a": 1}]`, 2 * size / 64},
		{"what is not looked into", `{"type": "object"}`, `{"a": [` + spaces + `]}`, size / 64},
		{
			"what counts no more", `{"properties": {"a": {"items": {"type": "string"}}}}`, "{" + strings.Repeat(`"a": [1, 2, 3, 4], `, 1000) + `"a": []}`,
			1000 * 4 * 8,
		},
		{"the search for what counts", `{"properties": {"a": {"type": "string"}}}`, `{"a": 1, ` + strings.Repeat(`"b": 1, `, 1000) + `"c": 1}`, 2 * 1000},
		{"objects in constants", `{"const": [{"a": 1}]}`, "[" + strings.Repeat(`{"b": 1}, `, 1000) + `1]`, 1000 * 8},
	} {
		if _, steps, _ := compile(t, c.schema).CheckCounted(gjson.Parse(c.document)); steps < c.least {
			t.Errorf("%s: %d steps, want at least %d", c.name, steps, c.least)
		}
	}
}

// TestTooDeep: a document whose depth was not checked is given up, not followed.
func TestTooDeep(t *testing.T) {
	for _, c := range []struct{ schema, document string }{
		{`{"items": {"$ref": "#"}}`, nested("[", schema.DefaultDepth+1, "")},
		{`{"additionalProperties": {"$ref": "#"}}`, nested(`{"a":`, 100_000, "1")},
		{`{"const": []}`, nested("[", 100_000, "")},
		{`{"const": {}}`, nested(`{"a":`, 100_000, "1")},
	} {
		problems := compile(t, c.schema).Check(gjson.Parse(c.document))
		if len(problems) != 1 || problems[0].Text != "is too complex" {
			t.Errorf("%s: %v", c.schema, problems)
		}
	}
	// Parts that the schema does not check may be of any depth.
	for _, unread := range []string{`true`, `{"properties": {"b": {}}}`, `{"type": "object"}`} {
		if problems := compile(t, unread).Check(gjson.Parse(nested(`{"a":`, 100_000, "1"))); problems != nil {
			t.Errorf("%s: %v", unread, problems)
		}
	}
}

// TestChainOfReferences: each schema refers to the next, a few thousand times.
func TestChainOfReferences(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/0", "$defs": {`)
	for i := range 5000 {
		fmt.Fprintf(&b, `"%d": {"$ref": "#/$defs/%d"}, `, i, i+1)
	}
	b.WriteString(`"5000": {"type": "string"}}}`)
	if got := rendered(t, compile(t, b.String()), `1`); len(got) != 1 || got[0] != "arguments: expected string" {
		t.Errorf("%q", got)
	}
}
