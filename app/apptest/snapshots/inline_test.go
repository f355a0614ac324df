package snapshots

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestEdits writes a snapshot into the call that a ^ is above.
func TestEdits(t *testing.T) {
	const method = "toMatchInlineSnapshot"
	for before, want := range map[string]string{
		"e(1).^();":         "e(1).toMatchInlineSnapshot(`7`);",
		"\ufeffe('😀').^();": "\ufeffe('😀').toMatchInlineSnapshot(`7`);",
		"// e.toMatchInlineSnapshot()\ne.^(/* a */);": "// e.toMatchInlineSnapshot()\ne.toMatchInlineSnapshot(/* a */`7`);",
		"e.^<A>('5');":                     "e.toMatchInlineSnapshot<A>(`7`);",
		"e.^(`5`, 'hint');":                "e.toMatchInlineSnapshot(`7`, 'hint');",
		"e.^({ a: f('}') });":              "e.toMatchInlineSnapshot({ a: f('}') }, `7`);",
		"e.^({ a },\n  \"5\",\n);":         "e.toMatchInlineSnapshot({ a },\n  `7`,\n);",
		"a.toMatchInlineSnapshot(); b.^()": "a.toMatchInlineSnapshot(); b.toMatchInlineSnapshot(`7`)",
		"e.^(text);":                       "",
		"e.^(`a${b}`);":                    "",
		"e.^(;":                            "",
	} {
		at := strings.Index(before, "^")
		content, line := strings.Replace(before, "^", method, 1), 1+strings.Count(before[:at], "\n")
		col := 1
		for _, r := range before[1+strings.LastIndex(before[:at], "\n") : at] {
			if col++; r > 0xffff {
				col++
			}
		}
		in := &testapi.Inline{Place: fault.Place{File: "a.ts", Line: line, Col: col}, Method: method, Properties: strings.Contains(before, "{ a")}
		made, ok := editOf("a.ts", []byte(content), in, "7")
		got := ""
		if ok {
			got = string(edited(&text{content: []byte(content), edits: map[[2]int]edit{{}: made}}))
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", before, got, want)
		}
	}
}
