package schema_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
)

func TestParseType(t *testing.T) {
	for text, want := range map[string]string{
		"int": "int", "?string": "?string", "list<int>": "list<int>", "{id: int, note?: string}": "{id!: int, note: string}",
		"'a'|'b'": "enum[a b]",
	} {
		p := project("a.js", "")
		got, bad := resolver(p).Resolve(p.File("a.js"), schema.ParseType(text))
		if bad != nil || describeOrNothing(got) != want {
			t.Errorf("%s is %s, %v; want %s", text, describeOrNothing(got), bad, want)
		}
	}
}

func TestParseTypeOfWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "}", "*/ class X {} /*", "int} T */ /** @typedef {string", ")"} {
		got := schema.ParseType(text)
		if got == nil || got.Kind != source.TypeOther {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
