package compare_test

import (
	"slices"
	"testing"

	"github.com/fwrun/fwrun/openapi/compare"
)

// TestSchemas holds what a change of a schema means to those who send it and to those who get it.
func TestSchemas(t *testing.T) {
	user := func(properties, rest string) string {
		return `{"type": "object", "properties": {` + properties + `}` + rest + `}`
	}
	hold(t, slices.Concat(
		both("another type", `{"type": "string"}`, `{"type": "integer"}`,
			[]string{"! the type was string and is integer"}, []string{"! the type was string and is integer"}),
		both("a wider type", `{"type": "integer"}`, `{"type": "number"}`,
			[]string{"the type was integer and is number"}, []string{"! the type was integer and is number"}),
		both("null", `{"type": "string"}`, `{"type": ["string", "null"]}`,
			[]string{"can be null now"}, []string{"! can be null now"}),
		both("no null", `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, `{"type": "string"}`,
			[]string{"! cannot be null any more"}, []string{"cannot be null any more"}),
		both("anything", `{"type": "string"}`, `{}`,
			[]string{"the type was string and is anything"}, []string{"! the type was string and is anything"}),
		both("not anything", `true`, `{"type": "string"}`,
			[]string{"! the type was anything and is string"}, []string{"the type was anything and is string"}),
		both("values", `{"enum": ["a", "b"]}`, `{"type": "string", "enum": ["b", "c"]}`,
			[]string{`! no longer a possible value: "a"`, `a possible value now: "c"`},
			[]string{`no longer a possible value: "a"`, `! a possible value now: "c"`}),
		both("values are listed", `{"type": "string"}`, `{"type": "string", "enum": ["b", "c"]}`,
			[]string{`! only these values are possible now: "b", "c"`}, []string{`only these values are possible now: "b", "c"`}),
		both("values are free", `{"type": "string", "enum": ["b", "c"]}`, `{"type": "string"}`,
			[]string{`any value is possible now, not only "b", "c"`}, []string{`! any value is possible now, not only "b", "c"`}),
		both("limits", `{"type": "integer", "minimum": 1, "maximum": 10}`, `{"type": "integer", "minimum": 0, "exclusiveMaximum": 10}`,
			[]string{"! maximum was 10 and is 10, itself excluded", "minimum was 1 and is 0"},
			[]string{"maximum was 10 and is 10, itself excluded", "! minimum was 1 and is 0"}),
		both("large limits", `{"type": "integer", "maximum": 9223372036854775807}`, `{"type": "integer", "maximum": 9223372036854775806}`,
			[]string{"! maximum was 9223372036854775807 and is 9223372036854775806"}, []string{"maximum was 9223372036854775807 and is 9223372036854775806"}),
		both("lengths", `{"type": "string", "minLength": 0}`, `{"type": "string", "maxLength": 5}`,
			[]string{"! maxLength is 5 now"}, []string{"maxLength is 5 now"}),
		both("keywords of other types", `{"type": "string", "minimum": 3}`, `{"type": "string", "maxItems": 5}`, nil, nil),
		both("a pattern", `{"type": "string", "pattern": "^a"}`, `{"type": "string", "pattern": "^b"}`,
			[]string{`! pattern was "^a" and is "^b"`}, []string{`! pattern was "^a" and is "^b"`}),
		both("a format", `{"type": "integer", "format": "int32"}`, `{"type": "integer", "format": "int64"}`,
			[]string{`format was "int32" and is "int64"`}, []string{`! format was "int32" and is "int64"`}),
		both("items", `{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "integer"}}`,
			[]string{"! [] | the type was string and is integer"}, []string{"! [] | the type was string and is integer"}),
		both("a tuple", `{"type": "array", "prefixItems": [{"type": "string"}]}`, `{"type": "array", "prefixItems": [{"type": "integer"}]}`,
			[]string{"! [0] | the type was string and is integer"}, []string{"! [0] | the type was string and is integer"}),
		both("unique", `{"type": "array"}`, `{"type": "array", "uniqueItems": true}`,
			[]string{"! uniqueItems is true now"}, []string{"uniqueItems is true now"}),

		both("a field is gone", user(`"a": {"type": "string"}, "b": {}`, ""), user(`"b": {}`, ""),
			[]string{"! field a | does not exist any more"}, []string{"! field a | does not exist any more"}),
		both("a field is new", user(`"b": {}`, ""), user(`"a": {}, "b": {}`, ""),
			[]string{"field a | is new"}, []string{"field a | is new"}),
		both("a required field is new", user(`"b": {}`, ""), user(`"a": {}, "b": {}`, `, "required": ["a"]`),
			[]string{"! field a | is new and required"}, []string{"field a | is new"}),
		both("a field is required now", user(`"a": {}`, ""), user(`"a": {}`, `, "required": ["a"]`),
			[]string{"! field a | is required now"}, []string{"field a | is required now"}),
		both("a field is optional now", user(`"a": {}`, `, "required": ["a"]`), user(`"a": {}`, ""),
			[]string{"field a | may be absent now"}, []string{"! field a | may be absent now"}),
		both("a field of a field", user(`"a": `+user(`"b": {"type": "array", "items": `+user(`"c": {"type": "string"}`, "")+`}`, ""), ""),
			user(`"a": `+user(`"b": {"type": "array", "items": `+user(`"c": {"type": "boolean"}`, "")+`}`, ""), ""),
			[]string{"! field a.b[].c | the type was string and is boolean"}, []string{"! field a.b[].c | the type was string and is boolean"}),
		both("read only", user(`"a": {}`, ""), user(`"a": {}, "b": {"readOnly": true}`, `, "required": ["b"]`),
			nil, []string{"field b | is new"}),
		both("write only now", user(`"a": {}`, ""), user(`"a": {"writeOnly": true}`, ""),
			nil, []string{"! field a | does not exist any more"}),
		both("closed", user("", ""), user("", `, "additionalProperties": false`),
			[]string{"! fields that are not listed are not allowed any more"}, []string{"fields that are not listed are not allowed any more"}),
		both("opened", user("", `, "unevaluatedProperties": false`), user("", `, "additionalProperties": {}`),
			[]string{"fields that are not listed are allowed now"}, []string{"fields that are not listed are allowed now"}),
		both("values of a map", user("", `, "additionalProperties": {"type": "string"}`), user("", `, "additionalProperties": {"type": "integer"}`),
			[]string{"! field * | the type was string and is integer"}, []string{"! field * | the type was string and is integer"}),
		both("values of a map are free", user("", `, "additionalProperties": {"type": "string"}`), user("", ""),
			[]string{"field * | the type was string and is anything"}, []string{"! field * | the type was string and is anything"}),
		both("a key of a map", user(`"a": {"type": "string"}`, `, "additionalProperties": {"type": "string"}`),
			user("", `, "additionalProperties": {"type": "string"}`),
			nil, nil),

		both("a branch more", `{"anyOf": [{"type": "string"}, {"type": "integer"}]}`, `{"oneOf": [{"type": "integer"}, {"type": `+
			`"boolean"}, {"type": "string"}]}`,
			[]string{"one of the alternatives now: boolean"}, []string{"! one of the alternatives now: boolean"}),
		both("a branch less", `{"type": ["string", "integer", "null"]}`, `{"type": ["string", "null"]}`,
			[]string{"! no longer one of the alternatives: integer"}, []string{"no longer one of the alternatives: integer"}),
		both("a branch differs", `{"anyOf": [`+user(`"a": {"type": "string"}`, `, "title": "A"`)+`, `+user(`"b": {}`, `, "title": "B"`)+`]}`,
			`{"anyOf": [`+user(`"b": {}`, `, "title": "B"`)+`, `+user(`"a": {"type": "integer"}`, `, "title": "A"`)+`]}`,
			[]string{"! field a | the type was string and is integer"}, []string{"! field a | the type was string and is integer"}),
		both("a branch of anything", `{"type": "string"}`, `{"anyOf": [{"type": "string"}, {}]}`,
			[]string{"can be null now", "one of the alternatives now: anything"}, []string{"! can be null now", "! one of the alternatives now: anything"}),
		both("a default", `{"type": "integer", "default": 1}`, `{"type": "integer", "default": 2}`,
			[]string{"the default was 1 and is 2"}, nil),
		both("hostile texts", `{"enum": ["a\u001b[31m\nb"]}`, `{"enum": ["c"]}`,
			[]string{`! no longer a possible value: "a\u001b[31m\nb"`, `a possible value now: "c"`},
			[]string{`no longer a possible value: "a\u001b[31m\nb"`, `! a possible value now: "c"`}),
	))
}

// TestSameMeaning: what accepts the same gives no change, however it is written.
func TestSameMeaning(t *testing.T) {
	var all []difference
	for name, pair := range map[string][2]string{
		"null":   {`{"type": ["string", "null"]}`, `{"oneOf": [{"type": "null"}, {"type": "string"}]}`},
		"types":  {`{"type": ["string", "integer"]}`, `{"anyOf": [{"type": "integer"}, {"type": "string"}]}`},
		"const":  {`{"const": 1}`, `{"type": "integer", "enum": [1.0]}`},
		"values": {`{"oneOf": [{"const": "a"}, {"const": "b", "description": "B"}]}`, `{"enum": ["b", "a"]}`},
		"truth":  {`{"type": "boolean"}`, `{"enum": [true, false]}`},
		"allOf":  {`{"allOf": [{"type": "string"}, {"minLength": 1}]}`, `{"type": "string", "minLength": 1}`},
		"fields of allOf": {
			`{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"properties": {"a": {"maxLength": 4}, "b": {}}}]}`,
			`{"type": "object", "properties": {"a": {"type": "string", "maxLength": 4}, "b": true}}`,
		},
		"texts":   {`{"type": "string", "title": "A", "example": "x", "x-a": 1}`, `{"type": "string", "description": "B", "deprecated": true}`},
		"numbers": {`{"type": "number", "minimum": 10, "multipleOf": 0.10}`, `{"type": "number", "minimum": 1e1, "multipleOf": 0.1}`},
		"fields in an order": {
			`{"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}`,
			`{"type": "object", "properties": {"b": {}, "a": {}}, "required": ["b", "a"]}`,
		},
		"bytes": {`{"type": "string", "contentMediaType": "application/octet-stream"}`, `{"type": "string", "format": "binary"}`},
	} {
		all = append(all, both(name, pair[0], pair[1], nil, nil)...)
	}
	hold(t, all)
}

// TestVersions: the words of 3.0 and those of 3.1 are understood as such.
func TestVersions(t *testing.T) {
	const modern = `{"openapi": "3.1.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {
		"type": "object", "properties": {
			"text": {"type": ["string", "null"]}, "number": {"type": "number", "exclusiveMinimum": 0}, "kind": {"const": "a"},
			"other": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}, "file": {"type": "string", "contentEncoding": "base64"},
			"own": {"$ref": "#/components/schemas/A", "description": "A", "maxProperties": 3}
		}
	}}}}}}}, "components": {"schemas": {"A": {"type": "object"}}}}`
	const legacy = `{"openapi": "3.0.3", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {
		"type": "object", "properties": {
			"text": {"type": "string", "nullable": true}, "number": {"type": "number", "minimum": 0, "exclusiveMinimum": true}, "kind": {"enum": ["a"]},
			"other": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/B"}]}, "file": {"type": "string", "format": "byte"},
			"own": {"allOf": [{"$ref": "#/components/schemas/B"}], "maxProperties": 3}
		}
	}}}}}}}, "components": {"schemas": {"B": {"type": "object"}}}}`
	hold(t, []difference{{"from 3.1 to 3.0", modern, legacy, nil}, {"from 3.0 to 3.1", legacy, modern, nil}})
}

// TestRecursion: schemas that contain themselves are compared once.
func TestRecursion(t *testing.T) {
	tree := func(schemas string) string {
		return documentOf(`"requestBody": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/Tree"}}}}`, `"schemas": {`+schemas+`}`)
	}
	list := func(leaf string) string {
		return tree(`"Tree": {"type": "object", "properties": {"left": {"anyOf": [{"$ref": "#/components/schemas/Tree"}, {"type": ` +
			`"null"}]}, "value": {"type": "` + leaf + `"}}}`)
	}
	union := func(leaf string) string {
		return tree(`"Tree": {"anyOf": [{"$ref": "#/components/schemas/Tree"}, {"$ref": "#/components/schemas/Node"},
				{"$ref": "#/components/schemas/Leaf"}]},
			"Leaf": {"type": "object", "properties": {"value": {"type": "` + leaf + `"}}},
			"Node": {"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}, "right": {"$ref": "#/components/schemas/Tree"}}}`)
	}
	hold(t, []difference{
		{"a tree", list("string"), list("integer"), []string{"! the body, field value: the type was string and is integer"}},
		{"a union", union("string"), union("integer"), []string{"! the body, field value: the type was string and is integer"}},
		{
			"nothing but itself", tree(`"Tree": {"$ref": "#/components/schemas/Tree"}`), tree(`"Tree": {"allOf": [{"$ref": "#/components/schemas/Tree"}]}`),
			nil,
		},
		{"no end", tree(`"Tree": {"$ref": "#/components/schemas/A"}, "A": {"$ref": "#/components/schemas/Tree"}`), tree(`"Tree": {}`), nil},
		{"elsewhere", tree(`"Tree": {"$ref": "other.json#/Tree"}`), tree(`"Tree": {"$ref": "other.json#/Bush"}`), []string{
			`! the body: $ref was "other.json#/Tree" and is "other.json#/Bush"`,
		}},
	})
}

// TestPointers: changes are where a reader looks for them.
func TestPointers(t *testing.T) {
	old := documentOf(`"parameters": [{"in": "query", "name": "q", "schema": {"type": "integer", "maximum": 9}}, {"in": "query", "name": "r", `+
		`"schema": {"$ref": "#/components/schemas/R"}}], "responses": {"200": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/U"}}}}}`,
		`"schemas": {"R": {"type": "integer"}, "U": {"type": "object", "properties": {"a/b": {"type": "string"}, "c": {}}}}`)
	changed := documentOf(`"parameters": [{"in": "query", "name": "q", "schema": {"type": "integer", "maximum": 8}}, {"in": "query", "name": "r", `+
		`"schema": {"$ref": "#/components/schemas/R"}}], "responses": {"200": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/V"}}}}}`,
		`"schemas": {"R": {"type": "string"}, "V": {"type": "object", "properties": {"a/b": {"type": "integer"}}}}`)
	found, err := compare.Documents([]byte(old), []byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	var pointers []string
	for _, c := range found {
		pointers = append(pointers, c.Pointer)
	}
	want := []string{
		"#/paths/~1users~1{id}/get/parameters/0/schema/maximum",
		"#/components/schemas/R/type",
		"#/components/schemas/U/properties/c",
		"#/components/schemas/V/properties/a~1b/type",
	}
	if !slices.Equal(pointers, want) || !compare.Breaks(found) {
		t.Errorf("%q, want %q", pointers, want)
	}
}
