package bundle

import (
	"bytes"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// TestFinallyBlocksOfAsyncGenerators: the helper is changed; if esbuild changes the helper, the change has to
// be reviewed. Its effect is tested in host's TestAClientThatLeaves.
func TestFinallyBlocksOfAsyncGenerators(t *testing.T) {
	b, problems := build(t, map[string]string{
		"a.js": "export async function* a() { try { yield 1 } finally { await 2 } }",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	mended := bytes.Contains(b.Output.Code, []byte(returnsOnce)) && bytes.Contains(b.Output.Code, []byte(hostGenerator))
	if !mended || bytes.Contains(b.Output.Code, []byte(returnsAgain)) {
		t.Errorf("the helper is not the one that was mended:\n%s", b.Output.Code)
	}
}

// TestAsyncGeneratorsHavePrototypes: what packages look for by an async generator is there, and its functions keep their names.
func TestAsyncGeneratorsHavePrototypes(t *testing.T) {
	for _, c := range [][2]string{
		{"Object.getPrototypeOf(async function* () {}).constructor.name", "AsyncGeneratorFunction"},
		{"Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype)[Symbol.asyncIterator].call(5) == 5", "true"},
		{"Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype)) === Object.prototype", "true"},
		{"Object.prototype.toString.call(async function* () {})", "[object AsyncGeneratorFunction]"},
		{"Object.prototype.toString.call((async function* () {})())", "[object AsyncGenerator]"},
		{"(() => { const f = async function* () {}; return [f.name, f instanceof Function, typeof f, 'prototype' in f] })()", "f,true,function,true"},
		{"(() => { let f; f = async function* (a, b) { yield a }; return [f.name, f.length] })()", "f,2"},
		{"(() => { const f = async function* g() {}; return f.name })()", "g"},
		{"(() => { const f = async function* () {}, g = async function* () {}; return Object.getPrototypeOf(f) === Object.getPrototypeOf(g) })()", "true"},
		{"Object.keys((async function* () {}).prototype).length + Object.keys(Object.getPrototypeOf(async function* () {})).length", "0"},
		{"(() => { try { new (Object.getPrototypeOf(async function* () {}).constructor)('') } catch (e) { return e.name } })()", "EvalError"},
		{"(() => { async function* f() {} return [Object.getPrototypeOf(f).constructor.name, f.name, f.length] })()", "AsyncGeneratorFunction,f,0"},
		{"(() => { const o = { async *m() {} }; return [o.m.name, typeof o.m().next] })()", "m,function"},
		{"typeof Object.getPrototypeOf(async function* () {}).prototype.next.call((async function* () { yield 1 })()).then", "function"},
	} {
		source, want := c[0], c[1]
		b, problems := build(t, map[string]string{"a.js": "export const is = String(" + source + ");"})
		if b == nil {
			t.Fatal(problems)
		}
		rt := goja.New()
		if err := guard.Install(rt, guard.Limits{}); err != nil {
			t.Fatal(err)
		}
		got := ""
		register := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			got = call.Argument(1).(*goja.Object).Get("is").String()
			return goja.Undefined()
		})
		start(t, rt, b.Program, rt.NewObject(), register)
		if got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}
