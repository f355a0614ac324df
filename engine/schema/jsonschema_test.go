package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fwrun/fwrun/engine/schema"
)

// oracle compiles a document with an independent library, formats included.
func oracle(t *testing.T, document []byte) func(text string) error {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(document)))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("https://example.com/schema.json", parsed); err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	compiled, err := compiler.Compile("https://example.com/schema.json")
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return func(text string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return compiled.Validate(value)
	}
}

// TestConstraintsInJSONSchema: the schema accepts and refuses the same values as binding.
func TestConstraintsInJSONSchema(t *testing.T) {
	for _, c := range constraintCases() {
		t.Run(c.name, func(t *testing.T) {
			document := schema.JSONSchema(constrained(t, c.typ, c.rules...), schema.DocumentOptions{})
			if string(document) != c.document {
				t.Errorf("%s\nwant\n%s", document, c.document)
			}
			validate := oracle(t, document)
			for _, text := range c.takes {
				if err := validate(text); (err != nil) != slices.Contains(c.strict, text) {
					t.Errorf("%s is taken by binding: %v", text, err)
				}
			}
			for _, text := range c.refuses {
				if err := validate(text); (err == nil) != slices.Contains(c.loose, text) {
					t.Errorf("%s is refused by binding: %v", text, err)
				}
			}
		})
	}
}

// samples are values of every kind in JSON.
var samples = []string{
	"null", "true", "false", "0", "1", "-1", "1.5", "1e2", `""`, `"a"`, `"1"`, `"red"`, `"2026-01-31T12:00:00Z"`, `"YWJj"`,
	"[]", "[1]", "[1.5]", `["a"]`, "[null]", "{}", `{"a": 1}`, `{"a": "b"}`, `{"id": 1}`, `{"id": 1, "name": "x"}`,
	`{"id": 1, "name": null}`, `{"id": "1"}`, `{"id": 1, "more": true}`, `{"next": {"id": 1}, "id": 2}`, `{"next": {}, "id": 2}`,
}

// TestJSONSchemaOfTypes compares the schema with binding for every kind of type.
func TestJSONSchemaOfTypes(t *testing.T) {
	item := classOf("Item", required("id", intType), optional("name", nullable(stringType)))
	node := classOf("Node", required("id", intType))
	node.Class.Fields = append(node.Class.Fields, optional("next", nullable(node)))
	tree := &schema.Type{Kind: schema.Map, Name: "Tree"}
	tree.Elem = nullable(tree)
	tree.Elem.Elem = tree.Elem
	other := classOf("Item", required("next", nullable(item)))
	other.Class.Summary = "Another."
	for _, c := range []struct {
		name     string
		typ      *schema.Type
		document string
		differ   []string // samples on which schema and binding differ; see docs/guide/validation.md
	}{
		{"string", stringType, `{"type":"string"}`, nil},
		{"int", intType, `{"type":"integer"}`, []string{"1e2"}},
		{"float", floatType, `{"type":"number"}`, nil},
		{"bool", boolType, `{"type":"boolean"}`, nil},
		{"nullable", nullable(intType), `{"type":["integer","null"]}`, []string{"1e2"}},
		{"date", dateType, `{"type":"string","format":"date-time"}`, nil},
		{"bytes", bytesType, `{"type":"string","contentEncoding":"base64"}`, []string{`"a"`, `"1"`, `"2026-01-31T12:00:00Z"`}},
		{"any", anyType, `{}`, nil},
		{"enum", colourType, `{"type":"string","enum":["red","green"]}`, nil},
		{"mixed enum", levelType, `{"enum":[1,2.5,true,"off"]}`, nil},
		{"nullable enum", nullable(colourType), `{"type":["string","null"],"enum":["red","green",null]}`, nil},
		{"list", listOf(floatType), `{"type":"array","items":{"type":"number"}}`, nil},
		{"list of anything", listOf(nil), `{"type":"array"}`, nil},
		{"StringList", kind(schema.StringList), `{"type":"array","items":{"type":"string"}}`, []string{"[1]", "[1.5]"}},
		{"IntegerList", kind(schema.IntegerList), `{"type":"array","items":{"type":"integer"}}`, nil},
		{"FloatList", kind(schema.FloatList), `{"type":"array","items":{"type":"number"}}`, nil},
		{"map", mapOf(intType), `{"type":"object","additionalProperties":{"type":"integer"}}`, nil},
		{
			"shape", shapeOf(required("id", intType), optional("name", stringType)),
			`{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id"]}`,
			[]string{`{"id": 1, "name": null}`}, // null counts as not sent
		},
		{
			"class", item,
			`{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":["string","null"]}},"required":["id"]}`, nil,
		},
		{
			"list of a class", listOf(nullable(item)),
			`{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/Item"},{"type":"null"}]},"$defs":{"Item":{"type":"object",` +
				`"properties":{"id":{"type":"integer"},"name":{"type":["string","null"]}},"required":["id"]}}}`, nil,
		},
		{
			"a class that contains itself", node,
			`{"type":"object","$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"id":{"type":"integer"},` +
				`"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["id"]}}}`, nil,
		},
		{
			"a map that contains itself", tree,
			`{"type":"object","$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object","additionalProperties":` +
				`{"anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]}}}}`, nil,
		},
		{
			"two classes of one name", shapeOf(optional("a", item), optional("b", listOf(other)), optional("c", item)),
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/Item"},"b":{"type":"array","items":{"$ref":"#/$defs/Item2"}},` +
				`"c":{"$ref":"#/$defs/Item"}},"$defs":{"Item":{"type":"object","properties":{"id":{"type":"integer"},` +
				`"name":{"type":["string","null"]}},"required":["id"]},"Item2":{"description":"Another.","type":"object",` +
				`"properties":{"next":{"anyOf":[{"$ref":"#/$defs/Item"},{"type":"null"}]}},"required":["next"]}}}`,
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			document := schema.JSONSchema(c.typ, schema.DocumentOptions{})
			if string(document) != c.document {
				t.Errorf("%s\nwant\n%s", document, c.document)
			}
			validate := oracle(t, document)
			for _, text := range samples {
				_, found, err := bindJSON(c.typ, text)
				if err != nil {
					t.Fatal(text, err)
				}
				refused := validate(text)
				if (len(found) > 0) != (refused != nil) != slices.Contains(c.differ, text) {
					t.Errorf("%s: binding says %v, the schema %v", text, found, refused)
				}
			}
		})
	}
}

func TestJSONDocumentOptions(t *testing.T) {
	item := classOf("Item", required("id", intType))
	order := classOf("Order", required("first", item), required("rest", listOf(item)))
	order.Class.Fields[0].Doc, order.Class.Fields[1].Doc = "The first.", "The others."
	count := &schema.Field{Name: "n", JSON: "n", Type: constrained(t, intType, rule("Min", "value", int64(1))), Default: int64(1)}
	when := &schema.Field{Name: "at", JSON: "at", Type: constrained(t, dateType, rule("Past")), Doc: "When it was."}
	order.Class.Fields = append(order.Class.Fields, count, when)
	closed := `"required":["id"],"additionalProperties":false}`
	inline := `{"type":"object","properties":{"id":{"type":"integer"}},` + closed
	for _, c := range []struct {
		options schema.DocumentOptions
		want    string
	}{
		{
			schema.DocumentOptions{Closed: true, InlineRefs: true},
			`{"type":"object","properties":{"first":{"description":"The first.",` + inline[1:] + `,"rest":{"description":"The others.",` +
				`"type":"array","items":` + inline + `},"n":{"type":"integer","minimum":1,"default":1},` +
				`"at":{"description":"When it was. A date in the past.","type":"string","format":"date-time"}},` +
				`"required":["first","rest"],"additionalProperties":false}`,
		},
		{
			schema.DocumentOptions{Closed: true, Dialect: true},
			`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"first":{"description":"The first.",` +
				`"$ref":"#/$defs/Item"},"rest":{"description":"The others.","type":"array","items":{"$ref":"#/$defs/Item"}},` +
				`"n":{"type":"integer","minimum":1,"default":1},` +
				`"at":{"description":"When it was. A date in the past.","type":"string","format":"date-time"}},` +
				`"required":["first","rest"],"additionalProperties":false,"$defs":{"Item":` + inline + `}}`,
		},
	} {
		document := schema.JSONSchema(order, c.options)
		if string(document) != c.want {
			t.Errorf("%s\nwant\n%s", document, c.want)
		}
		validate := oracle(t, document)
		if err := validate(`{"first": {"id": 1}, "rest": [{"id": 2}]}`); err != nil {
			t.Error(err)
		}
		if err := validate(`{"first": {"id": 1, "more": 1}, "rest": []}`); err == nil {
			t.Error("a closed object took an unknown member")
		}
	}
}

// TestSchemasShareDefinitions: a document that the caller assembles.
func TestSchemasShareDefinitions(t *testing.T) {
	item := classOf("Item", required("id", intType))
	s := schema.NewSchemas(schema.DocumentOptions{})
	document := schema.Node{
		{"type", "object"},
		{"properties", schema.Node{{"a", s.Of(item)}, {"b", s.Property(required("b", listOf(item)))}}},
		{"$defs", s.Definitions()},
	}
	text, err := document.MarshalJSON()
	want := `{"type":"object","properties":{"a":{"$ref":"#/$defs/Item"},"b":{"type":"array","items":{"$ref":"#/$defs/Item"}}},` +
		`"$defs":{"Item":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}}}`
	if err != nil || string(text) != want {
		t.Errorf("%s %v, want %s", text, err, want)
	}
	if validate := oracle(t, text); validate(`{"a": {"id": 1}}`) != nil || validate(`{"a": {"id": "1"}}`) == nil {
		t.Error("the references do not resolve")
	}
}
