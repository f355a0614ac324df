package jsonschema_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// TestMended: what is optional and null is left out, and JSON in a text is taken out of it, where the schema takes neither.
func TestMended(t *testing.T) {
	s, err := jsonschema.Compile([]byte(`{"type":"object","required":["id"],"properties":{
		"id":{"type":"integer"},"limit":{"type":"integer"},"note":{"type":["string","null"]},"any":{},"open":{"type":"boolean"},
		"filter":{"$ref":"#/$defs/Filter"},"lines":{"type":"array","items":{"$ref":"#/$defs/Filter"}},
		"counts":{"type":"object","additionalProperties":{"type":"integer"}},
		"shape":{"anyOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Square"}]}},
		"$defs":{"Filter":{"type":"object","properties":{"query":{"type":"string"},"max":{"type":"integer"},"in":{"$ref":"#/$defs/Filter"}}},
			"Circle":{"type":"object","required":["kind"],"properties":{"kind":{"const":"circle"},"radius":{"type":"number"}}},
			"Square":{"type":"object","required":["kind"],"properties":{"kind":{"const":"square"},"side":{"type":"number"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, nulls, texts string }{
		{`{"id":1,"limit":null}`, `{"id":1}`, `{"id":1}`},
		{`{"limit":null,"id":1,"open":null}`, `{"id":1}`, `{"id":1}`},
		{` { "limit" : null , "open" : null } `, ` {   } `, ` {   } `},
		{`{"id":null,"note":null,"any":null,"other":null}`, "", ""},
		{
			`{"id":1,"filter":{"max":null,"in":{"query":null}},"lines":[{"max":null},{"max":1}]}`, `{"id":1,"filter":{"in":{}},"lines":[{},{"max":1}]}`,
			`{"id":1,"filter":{"in":{}},"lines":[{},{"max":1}]}`,
		},
		{`{"counts":{"a":null}}`, "", ""},
		{`{"shape":{"kind":"square","side":null}}`, `{"shape":{"kind":"square"}}`, `{"shape":{"kind":"square"}}`},
		{`{"shape":{"kind":"circle","side":null},"limit":null}`, `{"shape":{"kind":"circle","side":null}}`, `{"shape":{"kind":"circle","side":null}}`},
		{`{"filter":"{\"query\":\"a\\nb\",\"max\":null}"}`, "", `{"filter":{"query":"a\nb"}}`},
		{
			`{"lines":" [\"{}\"] ","id":"7","open":"true","shape":"{\"kind\":\"circle\"}"}`, "",
			`{"lines":[{}],"id":7,"open":true,"shape":{"kind":"circle"}}`,
		},
		{`{"filter":"{},\"id\":2","lines":"[","id":"1.5","note":"{}","any":"{}"}`, "", ""},
		{`"{\"id\":1}"`, "", `{"id":1}`},
		{`{"id":1,"id":null}`, "", ""},
	} {
		for i, want := range []string{c.nulls, c.texts} {
			if want == "" {
				want = c.text
			}
			if got := s.Mended(c.text, i == 1); got != want {
				t.Errorf("%s becomes %s, want %s", c.text, got, want)
			}
		}
	}
}
