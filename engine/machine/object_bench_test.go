package machine

import (
	"testing"

	"github.com/dop251/goja"
)

// BenchmarkLiterals makes objects as goja does, and as records. One step is one evaluation of each function below.
func BenchmarkLiterals(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"none", `() => ({})`},
		{"two fields", `(i) => ({ id: i, name: "x" })`},
		{"five fields", `(i) => ({ id: i, email: "e", name: "n", active: true, score: 4.5 })`},
		{"ten fields", `(i) => ({ a: i, b: i, c: i, d: i, e: i, f: i, g: i, h: i, i: i, j: i })`},
		{"five, three read", `(i) => { const o = { id: i, email: "e", name: "n", active: true, score: 4.5 }; o.id; o.name; o.score }`},
		{"within each other", `(i) => ({ success: true, data: { id: i, address: { city: "c", street: "s" } } })`},
		{"spread and one more", `(i) => ({ ...from, extra: i })`},
		{"one field, one added", `(i) => { const o = { id: i }; o.name = i; return o }`},
		{"with a method", `(i) => ({ id: i, greet() { return 1 } })`},
	} {
		for _, improved := range []bool{false, true} {
			name := c.name + "/goja"
			if improved {
				name = c.name + "/records"
			}
			b.Run(name, func(b *testing.B) {
				rt := newRuntime(1 << 20)
				value, err := rt.RunProgram(compile(b, `const from = { id: 1, email: "e", name: "n", active: true }; const f = `+c.source+
					`; (n) => { for (let i = 0; i < n; i++) f(i) }`, improved))
				if err != nil {
					b.Fatal(err)
				}
				loop, _ := goja.AssertFunction(value)
				b.ReportAllocs()
				if _, err := loop(goja.Undefined(), rt.ToValue(b.N)); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
