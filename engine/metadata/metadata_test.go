package metadata

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/source"
)

func added(name, text string) string {
	file := source.Read(name, []byte(text))
	return string(Add(source.NewProject(file), file, []byte(text), true))
}

// TestAdd: what is added is behind the members of a class and behind the text; all that is written remains in its place.
func TestAdd(t *testing.T) {
	const text = `import { X } from "x";
class A { @D() x!: X; @D() a: string; plain: string }
class B {}`
	want := strings.Replace(text, ": string }", `: string ; static {`+
		` __metadata(this.prototype, "x", () => ({type: __metadataClass(__metadataTypes0["X"])}));`+
		` __metadata(this.prototype, "a", () => ({type: String})); } }`, 1) + helper + "import * as __metadataTypes0 from \"%types/x\";\n"
	if got := added("a.ts", text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, unchanged := range []struct{ name, text string }{
		{"a.js", text},
		{"a.ts", "class A { x: X }"},
		{"a.ts", "@D() class A { x: X }"},
		{"a.ts", "class A { @D() [key()]: X }"},
		{"a.ts", "class A { @D() x: X; ("},
	} {
		if got := added(unchanged.name, unchanged.text); got != unchanged.text {
			t.Errorf("%s: %s became %s", unchanged.name, unchanged.text, got)
		}
	}
}

// FuzzAdd: what is added to a text that can be read leaves one that can be read, with as many lines before its end.
func FuzzAdd(f *testing.F) {
	for _, seed := range []string{
		"class A<T extends B> { @D() x: T | null; @D() static get y(): A.B[] { return [] } }",
		"@D() class A { constructor(@D() a: (x) => y, ...b: C[]) {} }",
		"type A = B; type B = A; class C { @D() a: A & B; @D() \"b\\\"\": keyof A; @D() [S.x]: 1 }",
		"const C = class { m(@D() this: X, {a}: Y = {}) {} }",
		"class A { @D() x = class { @D() y: A } }", "enum E { A = 1, B = 'x' } class C { @D() e: E; @D() f: E.A }",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := added("a.ts", text)
		if got == text {
			return
		}
		if source.ParseTree("a.ts", []byte(got)) == nil {
			t.Errorf("%q became %q", text, got)
		}
		if strings.Count(got[:strings.LastIndex(got, helper)], "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines: %q", text, got)
		}
	})
}
