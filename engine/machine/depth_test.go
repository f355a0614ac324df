package machine

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/inside"
)

func TestDepth(t *testing.T) {
	for _, test := range []struct{ setting, expression, want string }{
		// that are deep, and end
		{`const f = (n) => n ? 1 + f(n - 1) : 0`, `f(5000)`, "5000"},
		{`function even(n) { return n === 0 || odd(n - 1) } function odd(n) { return n !== 0 && even(n - 1) }`, `even(6000)`, "true"},
		{`const f = (n) => { try { return n ? 1 + f(n - 1) : 0 } finally { n = 0 } }`, `f(5000)`, "5000"},
		{`class N { constructor(n) { this.next = n ? new N(n - 1) : null } } let c = 0; for (let n = new N(1000); n; n = n.next) c++`, `c`, "1001"},
		{`const deep = (n) => n ? [deep(n - 1)] : [], copy = (a) => a.map(copy); let c = 0; for (let a = copy(deep(1200)); a; a = a[0]) c++`, `c`, "1201"},
		{`const parse = (s, at = 0) => s[at] === '[' ? parse(s, at + 1) + 1 : 0`, `parse('['.repeat(4000))`, "4000"},
		// that do not end
		{`const f = () => f() + 1`, `f()`, "RangeError: too deep"},
		{`const f = (a = 1, ...rest) => f(a, ...rest) + 1`, `f()`, "RangeError: too deep"},
		{`const f = (a = () => b, b = f()) => a`, `f()`, "RangeError: too deep"},
		{`function f() { return arguments.length + f(1) }`, `f()`, "RangeError: too deep"},
		{`const f = () => [1].map(f)`, `f()`, "RangeError: too deep"},
		{`const f = () => [2, 1].sort(f)`, `f()`, "RangeError: too deep"},
		{`const f = () => 'a'.replace(/a/, f)`, `f()`, "RangeError: too deep"},
		{`const f = () => Array.from([1], f)`, `f()`, "RangeError: too deep"},
		{`const f = () => new Map([[1, 1]]).forEach(f)`, `f()`, "RangeError: too deep"},
		{`const f = function () { return f.call(this) + f.apply(this) }`, `f()`, "RangeError: too deep"},
		{`const f = () => f.bind(null)()`, `f()`, "RangeError: too deep"},
		{`const o = { get a() { return this.a } }`, `o.a`, "RangeError: too deep"},
		{`const o = { set a(v) { this.a = v } }`, `o.a = 1`, "RangeError: too deep"},
		{`const p = new Proxy({}, { get(t, k, r) { return r[k] } })`, `p.a`, "RangeError: too deep"},
		{`const p = new Proxy(function () {}, { apply() { return p() } })`, `p()`, "RangeError: too deep"},
		{`const p = new Proxy(function () {}, { construct() { return new p() } })`, `new p()`, "RangeError: too deep"},
		{`const o = { toString() { return '' + o } }`, `'' + o`, "RangeError: too deep"},
		{"const o = { toString() { return `${o}` } }", "`${o}`", "RangeError: too deep"},
		{`const o = { valueOf() { return 1 + o } }`, `1 + o`, "RangeError: too deep"},
		{`const o = { [Symbol.toPrimitive]() { return o < 1 } }`, `o < 1`, "RangeError: too deep"},
		{`const o = { toJSON() { return JSON.stringify(o) } }`, `JSON.stringify(o)`, "RangeError: too deep"},
		{`const f = () => JSON.parse('[1]', f)`, `f()`, "RangeError: too deep"},
		{`class A { x = new A() }`, `new A()`, "RangeError: too deep"},
		{`class A { x = new this.constructor() } class B extends A { y = 1 }`, `new B()`, "RangeError: too deep"},
		{`class A { constructor() { new this.constructor() } } class B extends A { constructor() { super() } }`, `new B()`, "RangeError: too deep"},
		{`function f() { Reflect.construct(f, []) }`, `f()`, "RangeError: too deep"},
		{`const it = { [Symbol.iterator]() { return [...it] } }`, `[...it]`, "RangeError: too deep"},
		{"const f = () => f`a`", `f()`, "RangeError: too deep"},
		{`const x = { [Symbol.hasInstance]() { return 1 instanceof x } }`, `1 instanceof x`, "RangeError: too deep"},
		// and what scripts do about it
		{`const f = () => { try { return f() } finally { } }`, `f()`, "RangeError: too deep"},
		{
			`let n = 0; const f = () => { n++; f() }, all = []; for (let i = 0; i < 5; i++) { n = 0; try { f() } catch { all.push(n) } }`,
			`all[0] > 7900 && all.every((n) => n === all[0])`, "true",
		},
		{
			`let n = 0, caught; const f = () => { n++; [1].forEach(f) }; try { f() } catch (e) { caught = e }`,
			`n > 1400 && n < 1700 && caught instanceof RangeError && caught.constructor === RangeError`, "true",
		},
		{
			`let n = 0; const f = () => { n++; try { return f() } catch (e) { if (n-- > 7900) throw e; return 'caught ' + (n > 7800) } }`,
			`f()`, "caught true",
		},
	} {
		got := improvedRun(t, `let result; try { result = (() => { `+test.setting+`; return `+test.expression+` })() } catch (e) { result = e }; `+
			`result + ''`)
		if got != test.want {
			t.Errorf("%s; %s: %s, want %s", test.setting, test.expression, got, test.want)
		}
	}
}

// An async function's recursion rejects its promise.
func TestDepthOfAsyncFunctions(t *testing.T) {
	rt := newRuntime(1 << 20)
	told(rt, compile(t, `globalThis.out = ''; const f = async () => { await f() }; f().catch((e) => { globalThis.out = e + '' })`, true))
	if got := told(rt, compile(t, `globalThis.out`, true)); got != "RangeError: too deep" {
		t.Error(got)
	}
}

// Functions that were compiled at run time are like all others once they are improved.
func TestImproveFunction(t *testing.T) {
	if !inside.Texts.On() {
		t.Skip(inside.Texts.Err())
	}
	rt := newRuntime(1 << 20)
	value, err := rt.RunString(`new Function('n', 'let s = ""; for (let i = 0; i < n; i++) s += "0123456789"; return s.length')`)
	if err != nil {
		t.Fatal(err)
	}
	ImproveFunction(value.ToObject(rt))
	_ = rt.Set("f", value)
	if got := told(rt, compile(t, `f(200000)`, false)); !strings.HasPrefix(got, "RangeError: length 10485") {
		t.Error(got)
	}
	if value, err = rt.RunString(`new Function('f', 'return f(f)')`); err != nil {
		t.Fatal(err)
	}
	ImproveFunction(value.ToObject(rt))
	_ = rt.Set("g", value)
	if got := told(rt, compile(t, `(() => { try { return g(g) } catch (e) { return e + '' } })()`, false)); got != "RangeError: too deep" {
		t.Error(got)
	}
	if value, err = rt.RunString(`new Function('return new.target')`); err != nil {
		t.Fatal(err)
	}
	ImproveFunction(value.ToObject(rt))
	_ = rt.Set("h", value)
	if got := told(rt, compile(t, `new (class { constructor() { this.asked = h() } })().asked + ''`, false)); got != "undefined" {
		t.Error(got)
	}
	ImproveFunction(rt.NewObject()) // which is no function
}
