package machine

import (
	"testing"

	"github.com/dop251/goja"
)

// BenchmarkCalls calls functions of scripts, with goja's own instructions and with those that count: run it several times, in turns.
func BenchmarkCalls(b *testing.B) {
	for _, script := range []struct{ name, source string }{
		{"function", `function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } () => fib(20)`},
		{"arrow", `const add = (a, b) => a + b; () => { let s = 0; for (let i = 0; i < 20_000; i++) s = add(s, i); return s }`},
		{"method", `class C { #n = 0; add(x) { this.#n += x; return this } } const c = new C(); () => { for (let i = 0; i < 20_000; i++) c.add(i) }`},
		{"closure", `const list = Array.from({length: 20_000}, (_, i) => i); () => { let s = 0; list.forEach((x) => { s += x }); return s }`},
	} {
		for _, improved := range []bool{false, true} {
			name := script.name + "/goja"
			if improved {
				name = script.name + "/counting"
			}
			b.Run(name, func(b *testing.B) {
				rt := newRuntime(1 << 26)
				value, err := rt.RunProgram(compile(b, script.source, improved))
				if err != nil {
					b.Fatal(err)
				}
				run, _ := goja.AssertFunction(value)
				for b.Loop() {
					if _, err := run(goja.Undefined()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
