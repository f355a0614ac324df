package source

import (
	"fmt"
	"strings"
	"testing"
)

func TestUnclosed(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a(b[{}])": "", "`${a}`": "", "let r = /[{(]/;": "", "// {\n'{'": "",
		"}": "", "f())": "", "f({ a: [1) })": "", "f({ a: [1 })": "[1:8",
		"{": "{1:1", "f(": "(1:2", "`${{}": "{1:3",
		"class A {\n  a() {\n    if (1) {\n      b();\n  }\n\n  c() {\n  }\n}\n":         "{3:12",
		"class A {\n  a() {\n    b();\n\n  c() {\n  }\n}\n":                              "{2:7",
		"class A {\n\ta() {\n\t\tb();\n\t}\n":                                            "{1:9",
		"class A {\n  a() {\n    list.map((x) => {\n      b();\n    }\n  }\n  c() {}\n}": "(3:13",
		"f({\n  a: 1,\n}, () => {\n  b();\n});\nif (1) {\n":                              "{6:8",
		"const é = '€'; if (1) {":                                                        "{1:23",
	} {
		got := ""
		if at, bracket, ok := Unclosed(text); ok {
			got = fmt.Sprintf("%s%d:%d", bracket, at.Line, at.Col)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	deep := strings.Repeat("{[(", 100_000)
	if at, bracket, ok := Unclosed(deep + strings.Repeat("}", 100_000)); !ok || bracket != "(" || at.Col != 300_000 {
		t.Errorf("%s at %d, %t", bracket, at.Col, ok)
	}
}

func FuzzUnclosed(f *testing.F) {
	for _, text := range []string{"a(b[{}])", "`${a}${", "class A {\n  a() {\n}", "/[/", ")]}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, bracket, ok := Unclosed(text)
		if ok && (at.Offset >= len(text) || !strings.HasPrefix(text[at.Offset:], bracket)) {
			t.Errorf("%q is not at %d", bracket, at.Offset)
		}
	})
}
