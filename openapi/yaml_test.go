package openapi_test

import (
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
)

// FuzzYAML: whatever a text is, as a key and as a value, a reader of YAML reads it again.
func FuzzYAML(f *testing.F) {
	for _, text := range []string{
		"", "yes", "a: b", "# c", "- d", "1e3", "0x1f", "~", "null", "2026-01-01", "é\u2028", "\u0000\x7f", "a\nb", "'", "\"",
		"{a}", "[b]", "*c", "&d", "%e", "@f", "`g", "!h", "? i", " j ", "k:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = string([]rune(text)) // as all texts of scripts are
		document := openapi.YAML(schema.Node{{Key: text, Value: text}, {Key: "list " + text, Value: []any{text, schema.Node{{Key: text, Value: text}}}}})
		var read yaml.MapSlice
		if err := yaml.Unmarshal(document, &read); err != nil {
			t.Fatalf("%q: %v", document, err)
		}
		if len(read) != 2 || read[0].Key != text || read[0].Value != text {
			t.Errorf("%q was read as %#v", document, read)
		}
		list, _ := read[1].Value.([]any)
		if len(list) != 2 || list[0] != text {
			t.Errorf("%q was read as %#v", document, read)
		}
	})
}
