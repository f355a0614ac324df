package jsonschema_test

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// orderSchema is the schema of a tool with ten arguments, as package schema writes it.
const orderSchema = `{"type": "object", "properties": {
	"id": {"type": "integer", "minimum": 1},
	"customer": {"$ref": "#/$defs/Customer"},
	"shipping": {"anyOf": [{"$ref": "#/$defs/Address"}, {"type": "null"}]},
	"lines": {"type": "array", "items": {"type": "string"}},
	"state": {"type": "string", "enum": ["open", "paid", "sent"]},
	"total": {"type": "number", "minimum": 0, "maximum": 1000000},
	"gift": {"type": "boolean"},
	"note": {"type": ["string", "null"]},
	"currency": {"const": "EUR"},
	"priority": {"type": "integer", "minimum": 0, "maximum": 9}
}, "required": ["id", "customer", "lines", "state", "total"], "additionalProperties": false, "$defs": {
	"Customer": {"type": "object", "properties": {"name": {"type": "string"}, "email": {"type": "string"}},
		"required": ["name"], "additionalProperties": false},
	"Address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}, "zip": {"type": "integer"}},
		"required": ["street", "city"], "additionalProperties": false}
}}`

const orderDocument = `{"id": 42, "customer": {"name": "Ada Lovelace", "email": "ada@example.com"},
	"shipping": {"street": "12 St James's Square", "city": "London", "zip": 1234}, "lines": ["tea", "milk", "scones"],
	"state": "paid", "total": 12.5, "gift": false, "note": null, "currency": "EUR", "priority": 3}`

func BenchmarkCheck(b *testing.B) {
	s := compile(b, orderSchema)
	b.SetBytes(int64(len(orderDocument)))
	b.ReportAllocs()
	for b.Loop() {
		if problems := s.Check(gjson.Parse(orderDocument)); problems != nil {
			b.Fatal(problems)
		}
	}
}

// BenchmarkCheckProblems measures a document with problems.
func BenchmarkCheckProblems(b *testing.B) {
	s := compile(b, orderSchema)
	document := strings.NewReplacer(`"paid"`, `"lost"`, `1234`, `"x"`, `12.5`, `-1`).Replace(orderDocument)
	b.ReportAllocs()
	for b.Loop() {
		if problems := s.Check(gjson.Parse(document)); len(problems) != 3 {
			b.Fatal(problems)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonschema.Compile([]byte(orderSchema)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSanthosh is BenchmarkCheck with github.com/santhosh-tekuri/jsonschema, which checks the decoded
// document.
func BenchmarkSanthosh(b *testing.B) {
	s := compileOracle(b, orderSchema)
	b.ReportAllocs()
	for b.Loop() {
		value, err := santhosh.UnmarshalJSON(strings.NewReader(orderDocument))
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Validate(value); err != nil {
			b.Fatal(err)
		}
	}
}

func compile(t testing.TB, document string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.Compile([]byte(document))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return s
}

// compileOracle compiles a document with an independent library.
func compileOracle(t testing.TB, document string) *santhosh.Schema {
	t.Helper()
	parsed, err := santhosh.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	c := santhosh.NewCompiler()
	c.DefaultDraft(santhosh.Draft2020)
	if err := c.AddResource("https://example.com/schema.json", parsed); err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	compiled, err := c.Compile("https://example.com/schema.json")
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return compiled
}

func judge(t testing.TB, s *santhosh.Schema, document string) error {
	t.Helper()
	value, err := santhosh.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return s.Validate(value)
}

// BenchmarkTooComplex measures the longest time that a document of a megabyte can take with any schema.
func BenchmarkTooComplex(b *testing.B) {
	for _, c := range blowUps {
		for _, core := range []struct{ name, text string }{
			{"texts", `"` + strings.Repeat("x", 1<<20) + `"`},
			{"values", "[" + strings.Repeat("2,", 1<<19) + "2]"},
		} {
			s, document := compile(b, c.schema), gjson.Parse(nested(c.level, 100, core.text))
			b.Run(c.name+" of "+core.name, func(b *testing.B) {
				for b.Loop() {
					if problems := s.Check(document); len(problems) != 1 || problems[0].Text != "is too complex" {
						b.Fatal(problems)
					}
				}
			})
		}
	}
}
