package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

// described returns a schema that describes what it takes and makes by documents.
func described(name, read, written string) *Type {
	return StandardType(&Standard{Name: name, Read: ReadDescription([]byte(read)), Written: ReadDescription([]byte(written)), InResults: true})
}

const (
	treeDocument = `{"$schema": "x", "type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "at": {"$ref": "#/$defs/__a"}},
		"$defs": {"__a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/__a"}, "x": {"const": {"$ref": "#"}}}}}}`
	pointerDocument = `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}`
)

// TestDescriptionsMove: definitions become those of the document, and references follow them. What is listed as a value stays.
func TestDescriptionsMove(t *testing.T) {
	tree, plain := described("Tree", treeDocument, treeDocument), described("", pointerDocument, "{}")
	s := NewSchemas(DocumentOptions{})
	root := Node{{"a", s.Of(tree)}, {"b", s.Of(tree)}, {"c", s.Of(plain)}, {"d", s.Of(StandardType(&Standard{Name: "None"}))}}
	const want = `{"a":{"$ref":"#/$defs/Tree"},"b":{"$ref":"#/$defs/Tree"},"c":{"$ref":"#/$defs/Schema"},"d":{},"$defs":{` +
		`"Tree":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Tree"}},"at":{"$ref":"#/$defs/Treea"}}},` +
		`"Treea":{"type":"object","properties":{"next":{"$ref":"#/$defs/Treea"},"x":{"const":{"$ref":"#"}}}},` +
		`"Schema":{"type":"object","properties":{"a":{"type":"string"},"b":{"$ref":"#/$defs/Schema/properties/a"}}}}}`
	if got := string(s.Document(root).appendJSON(nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	open := NewSchemas(DocumentOptions{Open: true})
	if got := string(open.Document(Node{{"a", open.Of(tree)}}).appendJSON(nil)); got != `{"a":{}}` {
		t.Error(got)
	}
}

// TestDescriptionsAreComponents: what is taken has a component of its own only if results have something else.
func TestDescriptionsAreComponents(t *testing.T) {
	user := described("User", `{"type": "object"}`, `{"type": "object", "additionalProperties": false}`)
	same := described("Same", `{"type": "string"}`, `{"type": "string"}`)
	only := described("Only", `{"type": "object"}`, `{}`)
	only.Standard.InResults = false
	c := NewComponents([]*Type{user, same, only}, nil)
	list := []any{c.Read(user), c.Written(user), c.Read(same), c.Written(same), c.Read(only)}
	const want = `[{"$ref":"#/components/schemas/UserInput"},{"$ref":"#/components/schemas/User"},{"$ref":"#/components/schemas/Same"},` +
		`{"$ref":"#/components/schemas/Same"},{"$ref":"#/components/schemas/Only"}]`
	if got := string(AppendJSON(nil, list)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	const both = `"User":{"type":"object","additionalProperties":false},"UserInput":{"type":"object"}`
	if got := string(c.All().appendJSON(nil)); !strings.Contains(got, both) {
		t.Error(got)
	}
}

func TestSchemaIn(t *testing.T) {
	for text, want := range map[string]string{
		"z.infer<typeof User>": "User", "z.output<typeof schemas.User>": "schemas.User", "v.InferOutput<typeof User>": "User",
		"InferOutput<typeof User>": "User", "typeof User.infer": "User", "StandardSchemaV1.InferOutput<typeof User>": "User",
		"z.input<typeof User>": "", "z.infer<User>": "", "typeof User": "", "z.infer<typeof User, int>": "", "z.infer": "",
		`z.infer<typeof import("./a").User>`: "", "z.infer<typeof User[0]>": "", "User": "",
	} {
		if got := schemaIn(ParseType(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestPath(t *testing.T) {
	if got := Path([]any{"tags", 0, "id", "a b", "__proto__"}); got != `tags[0].id["a b"].__proto__` {
		t.Error(got)
	}
}

// FuzzDescriptions: whatever a library says of itself, the document is JSON.
func FuzzDescriptions(f *testing.F) {
	for _, text := range []string{
		treeDocument, pointerDocument, "", "[]", `{"$ref": "#/$defs/x/y"}`, `{"$defs": {"": {"$ref": "#/$defs/"}}}`,
		`{"$defs": 3, "$ref": "#"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		for _, name := range []string{"User", ""} {
			given := described(name, text, text)
			s, c := NewSchemas(DocumentOptions{Dialect: true}), NewComponents([]*Type{given}, nil)
			settings := given.Standard.Read.SettingsOf()
			SettingKeys(settings)
			for _, document := range [][]byte{s.Document(s.Root(given)).appendJSON(nil), AppendJSON(nil, []any{c.Read(given), c.Written(given), c.All()})} {
				if !json.Valid(document) {
					t.Fatalf("%s: %s", text, document)
				}
			}
		}
	})
}
