package jsonschema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// rendered checks a document and returns the problems as callers show them.
func rendered(t testing.TB, s *jsonschema.Schema, document string) []string {
	t.Helper()
	if bad := schema.CheckJSON([]byte(document), schema.Limits{}); bad != nil {
		t.Fatalf("%s: %v", document, bad)
	}
	var texts []string
	for _, p := range s.Check(gjson.Parse(document)) {
		texts = append(texts, p.Render("arguments"))
	}
	return texts
}

func object(properties string, more ...string) string {
	return `{"type": "object", "properties": {` + properties + `}` + strings.Join(append([]string{""}, more...), ", ") + `}`
}

// address is a schema for references.
const address = `"$defs": {"Address": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}`

// TestProblems: the texts and paths of problems.
func TestProblems(t *testing.T) {
	long := strings.Repeat("k", 100)
	for _, c := range []struct {
		name, schema, document string
		want                   []string
	}{
		{"fits", object(`"a": {"type": "integer"}`, `"required": ["a"]`), ` {"a": 2.0, "b": null} `, nil},
		{
			"missing", object(``, `"required": ["x", "y z", ""]`), `{}`,
			[]string{"x: is required", `arguments["y z"]: is required`, `arguments[""]: is required`},
		},
		{"type", object(`"x": {"type": "integer"}`), `{"x": "1"}`, []string{"x: expected integer"}},
		{"fraction", object(`"x": {"type": "integer"}`), `{"x": 1.5}`, []string{"x: expected integer"}},
		{"two types", object(`"x": {"type": ["integer", "null"]}`), `{"x": "1"}`, []string{"x: expected integer or null"}},
		{"three types", `{"type": ["array", "integer", "null"]}`, `true`, []string{"arguments: expected array, integer or null"}},
		{"root", `{"type": "object"}`, `[]`, []string{"arguments: expected object"}},
		{"item of the root", `{"items": {"type": "string"}}`, `["a", 1]`, []string{"arguments[1]: expected string"}},
		{"odd name at the root", object(`"a b": {"type": "string"}`), `{"a b": 1}`, []string{`arguments["a b"]: expected string`}},
		{"unknown", object(``, `"additionalProperties": false`), `{"y": 1}`, []string{`arguments: unknown property "y"`}},
		{
			"unknown below", object(`"o": {"type": "object", "additionalProperties": false}`), `{"o": {"a\"b": 1}}`,
			[]string{`o: unknown property "a\"b"`},
		},
		{
			"long name", object(``, `"additionalProperties": false`), `{"` + long + `": 1}`,
			[]string{`arguments: unknown property "` + long[:64] + `"`},
		},
		{
			"long name in a path", `{"additionalProperties": {"type": "string"}}`, `{"` + long + `": 1}`,
			[]string{`arguments["` + long[:64] + `"]: expected string`},
		},
		{"name with a control", object(``, `"additionalProperties": false`), `{"\u001b[31m": 1}`, []string{`arguments: unknown property "\x1b[31m"`}},
		{
			"path", object(`"order": {"properties": {"lines": {"items": {"properties": {"quantity": {"type": "integer"}}}}}}`),
			`{"order": {"lines": [{"quantity": 1}, {"quantity": "x"}]}}`,
			[]string{"order.lines[1].quantity: expected integer"},
		},
		{"enum", object(`"x": {"enum": ["a", "b"]}`), `{"x": "c"}`, []string{`x: must be one of "a", "b"`}},
		{"enum of one", object(`"x": {"enum": ["a"]}`), `{"x": "c"}`, []string{`x: must be "a"`}},
		{"enum of none", object(`"x": {"enum": []}`), `{"x": "c"}`, []string{`x: is not allowed`}},
		{"mixed enum", `{"enum": [1, 2.50, null, true, {"a" : [ ]}]}`, `"c"`, []string{`arguments: must be one of 1, 2.50, null, true, {"a":[]}`}},
		{"type before enum", `{"type": "string", "enum": ["a"]}`, `1`, []string{"arguments: expected string"}},
		{"const", object(`"x": {"const": "a"}`), `{"x": "b"}`, []string{`x: must be "a"`}},
		{"minimum", object(`"x": {"minimum": 0}`), `{"x": -1}`, []string{"x: must be >= 0"}},
		{"maximum", object(`"x": {"maximum": 9}`), `{"x": 9.000001}`, []string{"x: must be <= 9"}},
		{"bounds are for numbers", object(`"x": {"minimum": 1, "maximum": 0}`), `{"x": "a"}`, nil},
		{"false", object(`"x": false`), `{"x": 1}`, []string{"x: is not allowed"}},
		{"items false", object(`"x": {"items": false}`), `{"x": [1]}`, []string{"x[0]: is not allowed"}},
		{"additional items", `{"prefixItems": [{}], "items": {"type": "string"}}`, `[1, 2]`, []string{"arguments[1]: expected string"}},
		{
			"additional property", `{"additionalProperties": {"type": "string"}, "properties": {"a": true}, "patternProperties": {"^\\u0062+$": {}}}`,
			`{"a": 1, "bb": 2, "bc": 3}`,
			[]string{"bc: expected string"},
		},
		{
			"nullable reference", object(`"a": {"anyOf": [{"$ref": "#/$defs/Address"}, {"type": "null"}]}`, address), `{"a": {}}`,
			[]string{"a.city: is required"},
		},
		{
			"nullable reference, another type", object(`"a": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Address"}]}`, address), `{"a": 1}`,
			[]string{"a: expected object"},
		},
		{"nullable reference, null", object(`"a": {"anyOf": [{"$ref": "#/$defs/Address"}, {"type": "null"}]}`, address), `{"a": null}`, nil},
		{
			"one alternative by type", object(`"a": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Address"}]}`, address), `{"a": {"city": 1}}`,
			[]string{"a.city: expected string"},
		},
		{
			"no alternative by type", object(`"a": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Address"}]}`, address), `{"a": 1}`,
			[]string{"a: expected string or object"},
		},
		{
			"no alternative of many", `{"anyOf": [{"type": "integer"}, {"type": ["number", "null"]}, {"enum": ["a"]}, {"enum": [true, 1]}]}`, `[]`,
			[]string{"arguments: expected number, null, string or boolean"},
		},
		{"a fraction among alternatives", `{"anyOf": [{"const": 1.5}, {"type": "object"}]}`, `"a"`, []string{"arguments: expected number or object"}},
		{
			"several alternatives by type", `{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`, `{}`,
			[]string{"arguments: matches none of the alternatives"},
		},
		{"no alternatives", `{"anyOf": [false, false]}`, `{}`, []string{"arguments: is not allowed"}},
		{"only null", `{"anyOf": [{"type": "null"}]}`, `{}`, []string{"arguments: expected null"}},
		{
			"alternatives that list values", `{"anyOf": [{"type": "string", "const": "a"}, {"enum": ["b", 1]}, {"type": "null"}]}`, `"c"`,
			[]string{`arguments: must be one of "a", "b", 1, null`},
		},
		{
			"alternatives that list values, another type", `{"anyOf": [{"const": "a"}, {"const": "b"}]}`, `1`,
			[]string{`arguments: must be one of "a", "b"`},
		},
		{
			"keywords beside a reference", `{"$ref": "#/$defs/Address", "required": ["zip"], ` + address + `}`, `{"city": 1}`,
			[]string{"city: expected string", "zip: is required"},
		},
		{"told once", `{"$ref": "#/$defs/Address", "required": ["city"], ` + address + `}`, `{}`, []string{"city: is required"}},
		{
			"in the order of the text", `{"properties": {"b": {"type": "string"}}, "anyOf": [{"properties": {"a": {"type": ` +
				`"string"}, "c": {"type": "string"}}}]}`,
			`{"a": 1, "b": 1, "c": 1}`,
			[]string{"a: expected string", "b: expected string", "c: expected string"},
		},
		{"required is not listed", `{"required": ["a"], "additionalProperties": {"type": "string"}}`, `{"a": 1}`, []string{"a: expected string"}},
		{"required is not known", `{"required": ["a"], "additionalProperties": false}`, `{"a": 1}`, []string{`arguments: unknown property "a"`}},
		{"required twice", `{"required": ["a", "b", "a"]}`, `{"a": 1}`, []string{"b: is required"}},
		{
			"alternatives in alternatives", `{"anyOf": [{"anyOf": [{"type": "string"}, {"type": "integer"}]}, {"$ref": ` +
				`"#/$defs/Address", "type": "object"}], ` + address + `}`,
			`true`,
			[]string{"arguments: expected string, integer or object"},
		},
		{
			"alternatives that list values of one kind", `{"anyOf": [{"enum": ["a"]}, {"type": "integer"}]}`, `true`,
			[]string{"arguments: expected string or integer"},
		},
		{"a value that counts no more", object(`"a": {"type": "string"}`), `{"a": 1, "b": 1, "\u0061": "x"}`, nil},
		{"the value that counts", object(`"a": {"type": "string"}`), `{"a": "x", "a": 1}`, []string{"a: expected string"}},
		{"values that count no more in a constant", `{"const": {"a": 1}}`, `{"a": 2, "a": 1.0}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rendered(t, compile(t, c.schema), c.document); !slices.Equal(got, c.want) {
				t.Errorf("%s\n%s\n got %q\nwant %q", c.schema, c.document, got, c.want)
			}
		})
	}
}

// TestNoValueIsRepeated: problems reach logs and language models, and values may be secret.
func TestNoValueIsRepeated(t *testing.T) {
	const secret = "hunter2"
	s := compile(t, `{"additionalProperties": {"anyOf": [{"const": 1}, {"type": "object", "additionalProperties": {"enum": ["a"], "maximum": 1}}]}}`)
	for _, document := range []string{`{"a": "%s"}`, `{"a": {"b": "%s"}}`, `{"a": ["%s"]}`, `{"a": {"b": {"%[1]s": "%[1]s"}}}`} {
		document = fmt.Sprintf(document, secret)
		got := rendered(t, s, document)
		if len(got) == 0 || strings.Contains(fmt.Sprint(got), secret) {
			t.Errorf("%s: %q", document, got)
		}
	}
}

func TestProblemsAreBounded(t *testing.T) {
	s := compile(t, `{"items": {"type": "string"}}`)
	got := rendered(t, s, "["+strings.Repeat("1, ", 1000)+"1]")
	if len(got) != 10 || got[9] != "arguments[9]: expected string" {
		t.Errorf("%d problems: %q", len(got), got)
	}
	// A value that is overridden by a later one does not count against the limit of problems.
	s = compile(t, `{"properties": {"a": {"items": {"type": "string"}}, "b": {"type": "string"}}}`)
	got = rendered(t, s, `{"a": [`+strings.Repeat("1, ", 1000)+`1], "a": [], "b": 1}`)
	if !slices.Equal(got, []string{"b: expected string"}) {
		t.Errorf("%q", got)
	}
}

// TestTextsAreBounded: a schema may list more values than are shown.
func TestTextsAreBounded(t *testing.T) {
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprintf("%q", fmt.Sprint("v", i))
	}
	long := `"` + strings.Repeat("ü", 100) + `"`
	for _, c := range []struct{ schema, want string }{
		{`{"enum": [` + strings.Join(many, ", ") + `]}`, "must be one of " + strings.Join(many[:20], ", ") + ", …"},
		{`{"const": ` + long + `}`, `must be "` + strings.Repeat("ü", 31) + "…"},
		{
			`{"enum": [` + strings.Repeat(long+", ", 30) + `1]}`,
			"must be one of " + strings.Repeat(`"`+strings.Repeat("ü", 31)+"…, ", 6) + "…",
		},
		{`{"minimum": 1` + strings.Repeat("0", 1000) + `}`, "must be >= 1" + strings.Repeat("0", 63) + "…"},
	} {
		s := compile(t, c.schema)
		if got := s.Check(gjson.Parse("0")); len(got) != 1 || got[0].Text != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestMissingDocument(t *testing.T) {
	got := compile(t, `true`).Check(gjson.Result{})
	if len(got) != 1 || got[0].Render("arguments") != "arguments: is required" {
		t.Errorf("%q", got)
	}
}

// TestManyMembers: more required members than there are bits in a word, and names that have to be looked up.
func TestManyMembers(t *testing.T) {
	for _, n := range []int{63, 64, 65, 128, 129, 1000} {
		var names, types, document []string
		for i := range n {
			name := fmt.Sprintf("%q", fmt.Sprint("name", i))
			names = append(names, name)
			types = append(types, name+`: {"type": "integer"}`)
			document = append(document, fmt.Sprintf("%s: %d", name, i))
		}
		s := compile(t, object(strings.Join(types, ", "), `"required": [`+strings.Join(names, ", ")+`]`, `"additionalProperties": false`))
		slices.Reverse(document)
		if got := rendered(t, s, `{`+strings.Join(document, ", ")+`}`); got != nil {
			t.Errorf("%d: %q", n, got)
		}
		document[0], document[n/2] = document[1], document[1]
		want := []string{fmt.Sprintf("name%d: is required", n-1-n/2), fmt.Sprintf("name%d: is required", n-1)}
		if got := rendered(t, s, `{`+strings.Join(document, ", ")+`}`); !slices.Equal(got, want) {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestNothingIsAllocated: a document that fits needs no allocation.
func TestNothingIsAllocated(t *testing.T) {
	deep := strings.Repeat(`{"next": `, 100) + `null` + strings.Repeat(`}`, 100)
	for _, c := range []struct{ schema, document string }{
		{orderSchema, orderDocument},
		{`{"anyOf": [{"type": "object", "additionalProperties": {"$ref": "#"}}, {"type": "null"}]}`, deep},
		{`{"items": {"enum": ["a", 1, 12345678901234567, true, null]}}`, `["a", 1, 12345678901234567, true, null]`},
		{`{"items": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}}`, `[{"a": 1}, {"b": 1}, {"a": "x\ny"}]`},
		{`{"patternProperties": {"^x-": {}}, "additionalProperties": false}`, `{"x-a": 1}`},
		{`{"items": {"minimum": -1.5e3, "maximum": 1e20}}`, `[-1500, 12345678901234567890, 0.0001, 1e5]`},
	} {
		s, document := compile(t, c.schema), gjson.Parse(c.document)
		if n := testing.AllocsPerRun(100, func() {
			if s.Check(document) != nil {
				t.Error(s.Check(document))
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.schema, n)
		}
	}
}
