package jsonschema_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// TestMistakes: the reasons and places of errors in documents.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type": "object"`, `#: line 1, column 18: unexpected end`},
		{``, `#: line 1, column 1: unexpected end`},
		{`[]`, `#: a schema must be an object, true or false`},
		{`{"type": "int"}`, `#/type: "int" is not a type; the types are string, number, integer, boolean, array, object, null`},
		{`{"type": []}`, `#/type: must be the name of a type, or a list of names`},
		{`{"type": {}}`, `#/type: must be the name of a type, or a list of names`},
		{`{"type": ["string", 1]}`, `#/type: must be the name of a type, or a list of names`},
		{`{"type": ["string", "text"]}`, `#/type: "text" is not a type; the types are string, number, integer, boolean, array, object, null`},
		{`{"enum": "a"}`, `#/enum: must be a list`},
		{`{"required": true}`, `#/required: must be a list`},
		{`{"required": ["a", 1]}`, `#/required/1: must be a string`},
		{`{"properties": []}`, `#/properties: must be an object`},
		{`{"properties": {"a/b~c": 1}}`, `#/properties/a~1b~0c: a schema must be an object, true or false`},
		{`{"patternProperties": []}`, `#/patternProperties: must be an object`},
		{`{"patternProperties": {"(?=a)": {}}}`, `#/patternProperties/(?=a): the pattern is invalid: lookahead (?=…) is not supported`},
		{`{"additionalProperties": "no"}`, `#/additionalProperties: a schema must be an object, true or false`},
		{`{"items": [{}]}`, `#/items: a schema must be an object, true or false`},
		{`{"items": null}`, `#/items: a schema must be an object, true or false`},
		{`{"prefixItems": {}}`, `#/prefixItems: must be a list`},
		{`{"anyOf": {}}`, `#/anyOf: must be a list of schemas`},
		{`{"anyOf": []}`, `#/anyOf: must be a list of schemas`},
		{`{"anyOf": [{}, {"items": {"type": "x"}}]}`, `#/anyOf/1/items/type: "x" is not a type; the types are string, number, ` +
			`integer, boolean, array, object, null`},
		{`{"minimum": "1"}`, `#/minimum: must be a number`},
		{`{"properties": {"a": {"maximum": null}}}`, `#/properties/a/maximum: must be a number`},
		{`{"$defs": []}`, `#/$defs: must be an object`},
		{`{"$defs": {"a": {"type": 1}}}`, `#/$defs/a/type: must be the name of a type, or a list of names`},
		{`{"$anchor": 1}`, `#/$anchor: must be a string`},
		{`{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}`, `#/$defs/b/$anchor: the anchor "x" is already used by #/$defs/a`},

		{`{"$ref": 1}`, `#/$ref: must be a string`},
		{`{"items": {"$ref": "#/$defs/a"}}`, `#/items/$ref: there is no schema at "#/$defs/a"`},
		{`{"items": {"$ref": "#/anyOf/01"}, "anyOf": [{}, {}]}`, `#/items/$ref: there is no schema at "#/anyOf/01"`},
		{`{"items": {"$ref": "#/anyOf/2"}, "anyOf": [{}, {}]}`, `#/items/$ref: there is no schema at "#/anyOf/2"`},
		{`{"items": {"$ref": "#/anyOf/-"}, "anyOf": [{}, {}]}`, `#/items/$ref: there is no schema at "#/anyOf/-"`},
		{`{"items": {"$ref": "#/type/x"}, "type": "array"}`, `#/items/$ref: there is no schema at "#/type/x"`},
		{`{"items": {"$ref": "#/type"}, "type": "array"}`, `#/items/$ref: there is no schema at "#/type"`},
		{`{"items": {"$ref": "#/$defs/%zz"}}`, `#/items/$ref: there is no schema at "#/$defs/%zz"`},
		{`{"items": {"$ref": "#a"}, "enum": [{"$anchor": "a"}]}`, `#/items/$ref: there is no schema at "#a"`},
		{`{"$ref": "other.json#/a"}`, `#/$ref: "other.json#/a" refers to another document`},
		{
			`{"$id": "https://example.com/a", "items": {"$ref": "https://example.com/ab"}}`,
			`#/items/$ref: "https://example.com/ab" refers to another document`,
		},
		{
			`{"properties": {"a": {"$id": "a", "items": {"$ref": "#/$defs/x"}, "$defs": {"x": true}}}}`,
			`#/properties/a/items/$ref: depends on the $id of #/properties/a; references within it are not supported`,
		},
		{
			`{"$ref": "#/$defs/a/$defs/b", "$defs": {"a": {"$id": "a", "$defs": {"b": {"$ref": "#"}}}}}`,
			`#/$defs/a/$defs/b/$ref: depends on the $id of #/$defs/a; references within it are not supported`,
		},
		{`{"$ref": "#x", "$defs": {"a": {"$id": "a", "$anchor": "x"}}}`, `#/$ref: there is no schema at "#x"`},

		{`{"$ref": "#"}`, `#: the schema refers to itself for the same value`},
		{`{"anyOf": [{"type": "null"}, {"$ref": "#"}]}`, `#: the schema refers to itself for the same value`},
		{
			`{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}}`,
			`#/$defs/a: the schema refers to itself for the same value`,
		},
		{
			// The way into the cycle goes into a value, the cycle itself does not.
			`{"$defs": {"a": {"items": {"$ref": "#/$defs/b"}, "$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/c"}, "c": {"$ref": "#/$defs/b"}}}`,
			`#/$defs/b: the schema refers to itself for the same value`,
		},
	} {
		_, err := jsonschema.Compile([]byte(c.schema))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n got %v\nwant %s", c.schema, err, c.want)
		}
		if bad, ok := errors.AsType[*jsonschema.Mistake](err); !ok || !strings.HasPrefix(bad.Pointer, "#") {
			t.Errorf("%s: %T", c.schema, err)
		}
	}
}

// TestAnchors: an anchor counts wherever a schema may be, and nowhere else.
func TestAnchors(t *testing.T) {
	const anchored = `{"$anchor": "x", "type": "string"}`
	for _, form := range []struct {
		keywords string
		as       string
	}{
		{"items additionalProperties contains not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema", anchored},
		{"anyOf allOf oneOf prefixItems", "[true, " + anchored + "]"},
		{"properties patternProperties dependentSchemas $defs definitions", `{"a": ` + anchored + `}`},
	} {
		for _, keyword := range strings.Fields(form.keywords) {
			s := compile(t, `{"properties": {"p": {"$ref": "#x"}, "q": {"`+keyword+`": `+form.as+`}}}`)
			if got := rendered(t, s, `{"p": 1}`); len(got) != 1 || got[0] != "p: expected string" {
				t.Errorf("%s: %q", keyword, got)
			}
		}
	}
	for _, keyword := range []string{"const", "default", "enum", "examples", "x-more"} {
		if _, err := jsonschema.Compile([]byte(`{"items": {"$ref": "#x"}, "` + keyword + `": [` + anchored + `]}`)); err == nil {
			t.Errorf("%s: found", keyword)
		}
	}
}

// TestReferences: references are followed. The cases of the suite are not repeated.
func TestReferences(t *testing.T) {
	for _, c := range []struct{ schema, fits, not string }{
		{`{"properties": {"a": {"$ref": ""}}, "additionalProperties": false}`, `{"a": {"a": {}}}`, `{"a": {"b": 1}}`},
		{`{"$id": "https://example.com/a", "items": {"$ref": "https://example.com/a#/$defs/x"}, "$defs": {"x": {"type": "string"}}}`, `["a"]`, `[1]`},
		{
			`{"$id": "https://example.com/a#", "items": {"$ref": "https://example.com/a#x"}, "$defs": {"x": {"$anchor": "x", "type": "string"}}}`, `["a"]`,
			`[1]`,
		},
		{`{"items": {"$ref": "#x"}, "not": {"if": {"$dynamicAnchor": "x", "type": "string"}}}`, `["a"]`, `[1]`},
		{`{"items": {"$ref": "#/definitions/a%20b"}, "definitions": {"a b": {"type": "string"}}}`, `["a"]`, `[1]`},
		{`{"items": {"$ref": "#/$defs/~01"}, "$defs": {"~1": {"type": "string"}, "/": {"type": "integer"}}}`, `["a"]`, `[1]`},
		{`{"items": {"$ref": "#/x-more/0/any"}, "x-more": [{"any": {"type": "string"}}]}`, `["a"]`, `[1]`},
		{`{"items": {"$ref": "#/anyOf/1"}, "anyOf": [{"type": "array"}, {"type": "string"}]}`, `["a"]`, `[1]`},
		{`{"items": {"$ref": "#/$defs/a/$defs/b"}, "$defs": {"a": {"$id": "a", "$defs": {"b": {"type": "string"}}}}}`, `["a"]`, `[1]`},
		// A cycle that goes into the value, through two definitions and keywords beside references.
		{
			`{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"b": {"$ref": "#/$defs/b"}}, "required": ["b"]}, "b": {"$ref": "#/$defs/c", "minimum": 1},
				"c": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/a"}]}}}`, `{"b": {"b": {"b": 1}}}`, `{"b": {"b": {"b": 0}}}`,
		},
		// An unknown keyword has no meaning here, whatever its value is.
		{`{"properties": {"type": {"type": "string"}, "$ref": {"const": 1}}, "format": 5, "allOf": 7, "not": {"type": 1}}`, `{"type": "a"}`, `{"type": 1}`},
		{`{"type": "string", "type": "integer"}`, `1`, `"a"`},
		{`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$comment": "x", "typ\u0065": "string"}`, `"a"`, `1`},
	} {
		s := compile(t, c.schema)
		if got := rendered(t, s, c.fits); got != nil {
			t.Errorf("%s: %s: %q", c.schema, c.fits, got)
		}
		if rendered(t, s, c.not) == nil {
			t.Errorf("%s: %s fits", c.schema, c.not)
		}
	}
}
