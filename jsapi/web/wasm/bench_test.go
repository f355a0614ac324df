package wasm_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/wasm"
)

// BenchmarkCalls measures a function that computes, a call of a module by a script, and one that calls the script back.
func BenchmarkCalls(b *testing.B) {
	for name, script := range map[string]string{
		"fibonacci of 30": "() => e.fibonacci(30)", "a call": "() => e.add(1, 2)", "a call that calls back": "() => e.callLog(1)",
	} {
		b.Run(name, func(b *testing.B) {
			p := newPage(b, wasm.Limits{})
			value, err := p.Runtime.RunString("(() => {" + helpers + "const e = load('basic', {env: {...env, log() {}}}); return " + script + "})()")
			if err != nil {
				b.Fatal(err)
			}
			call, _ := goja.AssertFunction(value)
			for b.Loop() {
				if _, err := call(goja.Undefined()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
