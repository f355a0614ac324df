package bodies

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/tests/effort"
)

// hostile are texts that are long, deep, or of what other parsers fail on.
func hostile() map[string]string {
	return map[string]string{
		"a line of 5 MB":             "export const a = [" + strings.Repeat("1 + x.y(2), ", 5<<20/12) + "];",
		"a line of 1 MB":             "export const a = [" + strings.Repeat("1 + x.y(2), ", 1<<20/12-3) + "];",
		"a chain of 1 MB":            "export const a = b" + strings.Repeat(".c()", 1<<20/4-10) + ";",
		"a sum of 1 MB":              "export const a = 1" + strings.Repeat("+1", 1<<20/2-10) + ";",
		"a chain of 5 MB":            "export const a = b" + strings.Repeat(".c()", 5<<20/4) + ";",
		"a sum of 5 MB":              "export const a = 1" + strings.Repeat("+1", 5<<20/2) + ";",
		"a text of 5 MB":             "export const a = \"" + strings.Repeat("x", 5<<20) + "\";",
		"10,000 nested arrows":       "export const a = " + strings.Repeat("() => ", 10_000) + "1;",
		"10,000 nested blocks":       strings.Repeat("{", 10_000) + strings.Repeat("}", 10_000),
		"10,000 nested calls":        strings.Repeat("f(", 10_000) + strings.Repeat(")", 10_000),
		"10,000 nested classes":      strings.Repeat("class A { a = ", 10_000) + "1" + strings.Repeat("}", 10_000),
		"10,000 nots":                "export const a = " + strings.Repeat("!", 10_000) + "b;",
		"10,000 conditionals":        "export const a = " + strings.Repeat("b ? (c) : ", 10_000) + "d;",
		"10,000 parentheses, opened": strings.Repeat("((a) : ", 10_000),
		"10,000 names":               strings.Repeat("a ", 10_000),
		"literals":                   "export const a = /(?<n>x)\\k<m>/v, b = 0b, c = 1_, d = 0x1n, e = \"\\u{110000}\", f = `\\u`, g = 08.5, h = 1e;",
		"bytes":                      "export const a = \"\xff\xfe\"; \xc3(\x28 \x00 );",
		"many typos":                 strings.Repeat("abcdefghij();\n", 20_000),
		"many classes":               strings.Repeat("class A extends A { a() { return this.b.c; } }\n", 5_000),
		"many constants":             "const a0 = 1;\n" + strings.Repeat("const a = a0.b.c.d.e.f;\n", 5_000),
	}
}

// TestHostile: each is judged in time that is in proportion to its size, and nothing fails.
func TestHostile(t *testing.T) {
	computes(t)
	const times = 20 // as long as ordinary functions of 1 MB, since these are up to 5 MB
	ordinary := map[string]string{"a.js": strings.Repeat("export function f(a) { const b = a.c; return b.d(1, `x ${b}`); }\n", 1<<20/66)}
	usual := timeOf(ordinary)
	for name, text := range hostile() {
		for _, file := range []string{"a.js", "a.ts"} {
			took := timeOf(map[string]string{file: text})
			for again := 0; took > times*usual && again < 4; again++ { // the machine may have been busy meanwhile, so both are measured again
				usual, took = timeOf(ordinary), timeOf(map[string]string{file: text})
			}
			if took > times*usual {
				t.Errorf("%s in %s took %s; 1 MB of functions took %s", name, file, took, usual)
			}
		}
	}
}

// timeOf returns how long files take to be judged.
func timeOf(texts map[string]string) time.Duration {
	return effort.Of(func() { judgeTexts(texts, []string{"GetMapping"}) })
}

// FuzzJudge: no text makes the judge fail, and each diagnostic has a place in it.
func FuzzJudge(f *testing.F) {
	for _, text := range hostile() {
		if len(text) < 10_000 {
			f.Add(text)
		}
	}
	f.Add("import { A } from './b.ts';\nclass B extends A { #c = 1; static async *d(e: string) { yield this.f; } }\n" +
		"for await (const g of B.d()) `x ${g}`;")
	f.Add("enum A { B } const c = A.D; const e = async () => 1; if (e()) e().f; switch (c) { case 1: }")
	other := "export class A { async load(): Promise<A> { return this; } b: A; }"
	f.Fuzz(func(t *testing.T, text string) {
		for _, file := range []string{"a.js", "a.ts"} {
			found := judgeTexts(map[string]string{file: text, "b.ts": other}, []string{"GetMapping"})
			for _, d := range found {
				if d.Place.Line < 1 || d.Place.Col < 1 || d.Message == "" || d.Place.File == file && d.Place.Line > strings.Count(text, "\n")+
					strings.Count(text, "\r")+strings.Count(text, "\u2028")+strings.Count(text, "\u2029")+1 {
					t.Fatalf("%+v", d)
				}
				if m := d.Mend; m != nil && strings.ContainsAny(m.Old, "\r\n") {
					t.Fatalf("%+v replaces more than a part of a line", m)
				}
			}
		}
		source.ParseTree("a.ts", []byte(text))
	})
}

// computes skips what computes for long on one goroutine, where the race detector sees nothing.
func computes(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
}
