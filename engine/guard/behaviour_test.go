package guard_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"github.com/fwrun/fwrun/engine/guard"
)

// evaluate runs source in a runtime of its own, with or without guards.
func evaluate(t testing.TB, guarded bool, source string) string {
	t.Helper()
	rt := goja.New()
	tree, err := goja.Parse("test.js", source)
	if err != nil {
		t.Fatal(err)
	}
	if guarded {
		limits := guard.Limits{Left: func() time.Duration { return regexpBound / 2 }} // a match is slow only because of the machine
		if err := guard.Install(rt, limits); err != nil {
			t.Fatal(err)
		}
		guard.Rewrite(tree)
	}
	compiled, err := goja.CompileAST(tree, true)
	if err != nil {
		t.Fatal(err)
	}
	value, err := rt.RunProgram(compiled)
	return outcome(valueText(value), err)
}

func valueText(v goja.Value) string {
	if v == nil {
		return ""
	}
	return v.String()
}

// same are scripts with the same result with and without the guards.
var same = []string{
	`'ab'.repeat(3) + 'x'.repeat(0) + 'x'.padStart(3, '12') + 'x'.padEnd(4)`,
	`[1,2,3].map(String.prototype.repeat, 'x')`,
	`'a-b-c'.split('-', 2).join('+') + 'abc'.split('') + 'a1b2'.split(/(\d)/)`,
	`'aXbX'.replaceAll('X', '[$&$$]') + 'abc'.replace('b', "$'$` + "`" + `") + 'abc'.replace(/(b)(?<n>c)/, '$2$1$<n>$3')`,
	`'aaa'.replace(/a/g, (m, at) => at) + 'abc'.replace('b', () => '$&') + 'x1'.replace(/\d/, undefined)`,
	`[/a/g[Symbol.replace]('banana', 'o'), 'banana'.match(/an/g), 'banana'.search(/n/), [...'a1b2'.matchAll(/\d/g)].join()]`,
	`var r = /a(?<x>.)/y; r.lastIndex = 1; [r.test('banana'), r.lastIndex, r.exec('banana')]`,
	`[RegExp('a', 'gi').flags, new RegExp(/x/g, 'i').flags, RegExp.prototype.constructor === RegExp, /a/ instanceof RegExp]`,
	`class R extends RegExp { test(s) { return 'r' + super.test(s) } } [new R('a').test('a'), new R('a') instanceof R, 'xay'.split(new R('a'))]`,
	`[Array.from('abc'), Array.from([1,2], x => x * 2), Array.from({length: 2}), Array.from(new Set([1])), [3,1,2].sort(), ` +
		`[3,1,10].sort((a, b) => a - b)]`,
	`[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array,
		BigUint64Array].map(A => {
		const wide = A === BigInt64Array || A === BigUint64Array ? (n) => BigInt(Math.round((n + (A === BigUint64Array) * 9) * 1e6)) * 3n ** 20n : (n) =>
			[NaN, -0, 0, 1 / 0, n][Math.abs(n * 100 | 0) % 7] ?? n * 40;
		const a = A.from({length: 70000}, (_, i) => wide(Math.sin(i) * 9)), b = a.toSorted(), c = a.slice(5).sort();
		const look = (v) => v.reduce((s, x, i) => (s * 31 + (Object.is(x, -0) ? 7 : Number.isNaN(x) ? 11 : Number(x) % 1e6 * 1e3 | 0) + i) % 1e9, 0);
		return [A.name, b === a, look(a), look(b), look(c), a.sort() === a, look(a), b.constructor === A];
	}).join()`,
	`[[1,[2,[3,[4]]]].flat(), [1,[2,[3]]].flat(Infinity).length, [[1],[2]].concat([3], 4).length, [,1].indexOf(undefined), [,1].includes(undefined)]`,
	`[String([1,[2,[3]]]), [null,undefined,1].join(), [1,2].toString(), [1,2,3].toLocaleString()]`,
	`Array.prototype.map.call('abc', c => c + c).join() + Array.prototype.join.call({length: 2, 0: 'a', 1: 'b'}, '-')`,
	`try { Array.prototype.map.call(null, x => x) } catch (e) { e.name }`,
	`try { 'x'.repeat(-1) } catch (e) { e.name + e.message }`,
	`try { String.prototype.repeat.call(undefined, 1) } catch (e) { e.name }`,
	`[Array.prototype.map.name, Array.prototype.map.length, 'x'.padEnd.length, JSON.parse.name, Uint8Array.name, Uint8Array.length, BigInt.name]`,
	`class A extends Array {} var a = A.from([1,2,3]); [a instanceof A, a.map(x => x) instanceof A, a.length, A.of(7).length]`,
	`var u = new Uint8Array([1,2,3]); [u.slice(1) instanceof Uint8Array, u.subarray(1).length, u.map(x => x * 2).join(), ` +
		`u.constructor === Uint8Array, Uint8Array.from([4]).length, Uint8Array.BYTES_PER_ELEMENT]`,
	`class B extends Uint8Array { sum() { return this.reduce((a, b) => a + b) } } var b = new B([1,2]); [b.sum(), b.slice(0, ` +
		`1) instanceof B, b.buffer.byteLength]`,
	`[new Uint16Array(new ArrayBuffer(8), 2, 2).length, new Float64Array(2).byteLength, new DataView(new ArrayBuffer(4)).byteLength, ` +
		`ArrayBuffer.isView(new Int8Array())]`,
	`[Object.prototype.toString.call(new Uint8Array()), Object.prototype.toString.call(new Proxy([], {})), Array.isArray(new Proxy([], {}))]`,
	`[BigInt(5), BigInt('0xff'), BigInt(true), BigInt.asUintN(8, 257n), BigInt.asIntN(8, 255n), (255n).toString(16), typeof BigInt(1), ` +
		`BigInt.prototype.constructor === BigInt]`,
	`var x = 3, y = 5n; [x << 2, 1 << x, y << 2n, y >> 1n, 2 ** x, y ** 3n, (-1n) ** 1001n, 1n << 5n, -5n >> 1n, 2n ** 10n, 10n >> -2n]`,
	`var x = 3n; x <<= 2n; var y = x; x >>= 1n; x **= 2n; [x, y]`,
	`var n = 5; n <<= 2; n >>= 1; n **= 2; [n, 7n]`,
	`var o = {a: 1n, b: {c: 2}}, k = 'a', n = 0; o[k] <<= 4n; o.b.c <<= 3; o['b']['c'] **= 2; ({get p() { n++; return o }}).p.a <<= 1n; [o.a, o.b.c, n]`,
	`class C { #x = 1n; s() { this.#x <<= 8n; return this.#x } } new C().s()`,
	`var order = []; var v = (n, x) => (order.push(n), x); v(1, 2n) << v(2, 3n); v(3, 2n) ** v(4, 3n); order.join()`,
	`var o = {valueOf() { return 3n }}; [o << 1n, 1n << o, o ** 2n]`,
	`var a = 1n, b = 2; try { a << b } catch (e) { e.name + e.message }`,
	`var a = 2n, b = -1n; try { a ** b } catch (e) { e.name }`,
	`var a = 5, b = '3', c = 1n; [a << b, a ** b, a >> undefined, NaN ** 0, 1 ** Infinity]`,
	`function* g() { const r = yield 1n; return 1n << r } var i = g(); i.next(); i.next(4n).value`,
	`JSON.stringify({a: [1, 'x', null, undefined, () => 1, Symbol()], b: undefined, c: new Date(0), d: NaN, e: -0, f: ` +
		`{toJSON(k) { return k }}, g: true})`,
	`JSON.stringify({a: [1, {b: 2}], c: [], d: {}}, null, 2) + JSON.stringify([1], null, 'abcdefghijklmnop') + JSON.stringify({a: 1}, null, 20)`,
	`JSON.stringify({a: 1, b: {a: 2, c: 3}, 1: 4}, ['a', 'b', 1, 'a']) + JSON.stringify({a: 1, b: 'x'}, (k, v) => typeof v === 'number' ? v + 1 : v)`,
	`JSON.stringify('\u2028"\\\b\f\n\r\t\u0001é😀\ud800') + JSON.stringify(new String('x')) + JSON.stringify(Object(1)) + JSON.stringify(Object(false))`,
	`[JSON.stringify(undefined), JSON.stringify(() => 1), JSON.stringify(Symbol()), JSON.stringify(null), JSON.stringify('x'), JSON.stringify(1e21), ` +
		`JSON.stringify([NaN, Infinity])]`,
	`JSON.stringify(new Proxy({a: 1}, {})) + JSON.stringify(new Proxy([1, 2], {})) + JSON.stringify(Object.create({x: 1}, {y: {value: 2}, z: ` +
		`{value: 3, enumerable: true}}))`,
	`JSON.stringify(new Map([[1, 2]])) + JSON.stringify(new Uint8Array([1, 2])) + JSON.stringify([,1]) + JSON.stringify({a: {b: [{}]}}, null, '--')`,
	`BigInt.prototype.toJSON = function () { return this + 'n' }; JSON.stringify({a: 5n})`,
	`try { JSON.stringify({toJSON() { throw new TypeError('mine') }}) } catch (e) { e.message }`,
	`JSON.parse('{"a":[1,"]{[",{"b":null}]}').a[1] + JSON.parse('[1,2]', (k, v) => Array.isArray(v) ? v : v * 2) + JSON.parse(1)`,
	`try { JSON.parse('{') } catch (e) { e.name }`,
	`[eval('1 + 1'), eval(5), new Function('a', 'b', 'return a + b')(1, 2), Function('return 7')(), (() => {}) instanceof Function, ` +
		`Function.prototype.constructor === Function]`,
	`[(function*(){}).constructor('yield 1')().next().value, (async () => {}).constructor('return 1')() instanceof Promise]`,
	`var f = function (a, b) { return [this.x, a, b] }; [f.call({x: 1}, 2, 3), f.apply({x: 1}, [2, 3]), f.apply({x: 1}), f.bind({x: 1}, 2)(3), ` +
		`Reflect.apply(f, {x: 1}, {length: 1, 0: 5}), Reflect.construct(Array, [3]).length]`,
	`var p = {x: 1}, o = {}; Object.setPrototypeOf(o, p); var q = {}; q.__proto__ = p; [o.x, q.x, Reflect.setPrototypeOf({}, null), o.__proto__ === p]`,
	`var a = {}, b = Object.create(a); try { Object.setPrototypeOf(a, b) } catch (e) { e.name }`,
	`var {proxy, revoke} = Proxy.revocable({}, {}); revoke(); try { proxy.x } catch (e) { e.name }`,
	`[Object.keys('ab'), Object.entries({a: 1}), Object.assign({}, 'xy', {z: 1}).z, Object.values([1, 2]), Reflect.ownKeys({a: 1}), ` +
		`Object.isFrozen(Object.freeze({}))]`,
	`function* inner() { try { yield 1 } finally { yield 2 } } function* outer() { yield* inner(); return 3 } var i = outer(); [i.next().value, ` +
		`i.return(9).value, i.next().value]`,
	`[...new Map([[1, 2]])].join() + [...new Set([1, 2])] + [...'a😀'] + [...[1, 2].entries()] + [...new Uint8Array([5])]`,
	`[parseFloat('1.5x'), Number.parseFloat === parseFloat, parseFloat('-0') === 0, parseFloat('abc')]`,
}

func TestGuardsChangeNothingElse(t *testing.T) {
	oneGoroutine(t)
	for _, source := range same {
		want, got := evaluate(t, false, source), evaluate(t, true, source)
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

// better are scripts whose results the guards correct.
var better = []struct{ source, want string }{
	{
		`[Uint8Array.from('12', c => c * 2), Float64Array.from(5).length, Uint8Array.from(true).length, Int8Array.from('😀x', c => c.length)].join(';')`,
		"ok: 2,4;0;0;2,1",
	},
	{`[Uint8Array.from({length: 2}, v => v === undefined ? 7 : 8), Float32Array.from({length: '2', 0: 1.5}), Float64Array.from([, 1]), ` +
		`Uint8Array.from({length: -1}).length].join(';')`, "ok: 7,7;1.5,NaN;NaN,1;0"},
	{`var o = {k: 3}; [Uint8Array.from(new Set([1, 2]), function (v, i) { return v * this.k + i }, o), Uint16Array.from(new Map([[1, 2]]).values()), ` +
		`Int8Array.from((function* () { yield 5; yield 6 })())].join(';')`, "ok: 3,7;2;5,6"},
	{`var o = {length: 1, 0: 4, [Symbol.iterator]: null}; [Uint8Array.from(o), BigInt64Array.from([1n, 2n], v => v * 2n), ` +
		`Uint8Array.from(new Uint16Array([258])), Uint8Array.from([1, 2].keys())].join(';')`, "ok: 4;2,4;2;0,1"},
	{`class B extends Uint8Array {} var b = B.from('12'); [b instanceof B, b.join(), b.map(x => x) instanceof B, B.of(3) instanceof B, ` +
		`Uint8Array.from.name, Uint8Array.from.length].join(';')`, "ok: true;1,2;true;true;from;1"},
	{
		`[() => Uint8Array.from(null), () => Uint8Array.from(), () => Uint8Array.from([], 5), () => Uint8Array.from([1n]), ` +
			`() => Uint8Array.from.call(Array, []), () => Uint8Array.from.call({}, [])].map(f => { try { return f() } catch (e) { return e.name } }).join()`,
		"ok: TypeError,TypeError,TypeError,TypeError,TypeError,TypeError",
	},
	{
		`class A {} class B extends A {}
		const a = new Proxy(A, {}), gone = Proxy.revocable(A, {});
		const b = new Proxy(function () {}, {get: (o, k) => k === 'prototype' ? A.prototype : o[k]});
		gone.revoke();
		[new B() instanceof a, new a() instanceof a, new A() instanceof b, {} instanceof a, 1 instanceof a, new A() instanceof a.bind(),
			...[() => ({}) instanceof gone.proxy, () => ({}) instanceof new Proxy({}, {}), () => ({}) instanceof new Proxy(() => 1, {})]
				.map(f => { try { return f() } catch (e) { return e.name } })].join()`,
		"ok: true,true,true,false,false,true,TypeError,TypeError,TypeError",
	},
	{`var x = 1; eval('typeof x') + (() => { var inner = 1; return eval('typeof inner') })()`, "ok: numberundefined"},
}

// TestParse reads texts that are JSON, and some that are not.
func TestParse(t *testing.T) {
	for _, text := range []string{
		`{"a":[1,-2.5,1e3,0,-0,12345678901234567890,1E-2],"b":{"c":null,"d":true,"e":false},"":""}`, ` [ ] `, "\t{ }\r\n", `"x"`, `1`,
		`"\\u00e9\\ud83d\\ude00\\n\\/\\\\\\"\\b\\f\\r\\t"`, `"é😀"`, `{"a":1,"a":2}`, `[[[[]]]]`, `{"__proto__":{"x":1},"10":1,"2":2}`,
	} {
		source := "JSON.stringify(JSON.parse(" + "`" + text + "`" + "))"
		want, got := evaluate(t, false, source), evaluate(t, true, source)
		if got != want || !strings.HasPrefix(got, "ok: ") {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		``, ` `, `{`, `[`, `[1,]`, `[,1]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `'x'`, `01`, `1.`, `.5`, `-`, `+1`, `1e`, `tru`, `nulll`,
		`"x`, `"\\x"`, `"\\u12"`, "\"\n\"", `[1 2]`, `1 2`, `{"a":1 "b":2}`, `undefined`, `NaN`, `"\\`, `[}`, `\u00a01`,
	} {
		if got := evaluate(t, true, "JSON.parse("+"`"+text+"`"+")"); !strings.HasPrefix(got, "throws SyntaxError: ") {
			t.Errorf("%q: got %s", text, got)
		}
	}
	for source, want := range map[string]string{
		`Object.getPrototypeOf(JSON.parse('{"__proto__":null}')) === Object.prototype`: "ok: true",
		`JSON.parse('"\\ud800"').charCodeAt(0) === 0xd800`:                             "ok: true",
		`Object.is(JSON.parse('-0'), -0)`:                                              "ok: true",
		`JSON.parse('[1, x]')`:                                                         `throws SyntaxError: Unexpected token 'x' in JSON at position 4`,
		`JSON.parse(undefined)`:                                                        `throws SyntaxError: Unexpected token 'u' in JSON at position 0`,
		`JSON.parse(null)`:                                                             `ok: null`,
	} {
		if got := evaluate(t, true, source); got != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}

func TestMendedBuiltIns(t *testing.T) {
	for _, test := range better {
		source := strings.Replace(test.source, "var x", "globalThis.x", 1)
		if got := evaluate(t, true, source); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}

func TestRewriteKeepsPositions(t *testing.T) {
	source := "var f = (n) => {\n  return n;\n};\nvar bad = {valueOf() { throw new Error('here') }};\n\nvar y = 1n << bad;"
	tree, err := goja.Parse("pos.js", source)
	if err != nil {
		t.Fatal(err)
	}
	if !guard.Rewrite(tree) {
		t.Fatal("nothing was rewritten")
	}
	compiled, err := goja.CompileAST(tree, true)
	if err != nil {
		t.Fatal(err)
	}
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	_, err = rt.RunProgram(compiled)
	exception, ok := errors.AsType[*goja.Exception](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	stack := exception.Stack()
	if last := stack[len(stack)-1].Position(); last.Line != 6 || last.Column != 9 {
		t.Errorf("the operation is said to be at %v", last)
	}
}

func TestRewriteLeavesOthersAlone(t *testing.T) {
	for _, source := range []string{
		`var a = 1, b = 2; a << b; a **= b`,
		`var a = 1n; a << 3n; a ** 2n; 2 ** a; a << 5; a + 1n`,
	} {
		tree, err := goja.Parse("alone.js", source)
		if err != nil {
			t.Fatal(err)
		}
		if guard.Rewrite(tree) {
			t.Errorf("%s was rewritten", source)
		}
	}
}

func TestCheckRegexps(t *testing.T) {
	source := "let ok = [/\\p{L}/, /(?:a)(?=b)(?<n>c)/u, /\\\\p{L}/u, /[(]?i:/, /\\p{L}/u, /(?i:a)/, /a/v, /b/dg];\n" +
		"let a = /x\\p{Foo}/u;\nf(/(?ii:a)/g, [/\\P{RGI_Emoji}/gv]);\nclass C { x = /(?>a)/d }\n/[a&&b--c]/v; a/d/c"
	files := &file.FileSet{}
	tree, err := parser.ParseFile(files, "r.js", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, finding := range guard.CheckRegexps(tree) {
		position := files.Position(finding.Idx)
		got = append(got, strings.TrimPrefix(position.String(), "r.js:")+" "+finding.Reason)
	}
	want := []string{
		`2:9 there is no property \p{Foo}`, "3:3 Invalid flags in the group (?ii", `3:16 \P{RGI_Emoji} is not possible: it is a property of strings`,
		"4:15 Invalid group", "5:1 Invalid set operation in character class",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRegexps compares the matches of expressions with those in testdata/regexps.txt.
func TestRegexps(t *testing.T) {
	text, err := os.ReadFile("testdata/regexps.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 1; i < len(lines); i++ {
		want, isResult := strings.CutPrefix(lines[i], "\t")
		if !isResult {
			continue
		}
		if got := evaluate(t, true, "JSON.stringify("+lines[i-1]+")"); got != "ok: "+want {
			t.Errorf("%s\n got %s\nwant %s", lines[i-1], got, want)
		}
	}
}

func BenchmarkInstall(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := guard.Install(goja.New(), guard.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkArrayMap(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "guarded"}[guarded], func(b *testing.B) {
			rt := goja.New()
			if guarded {
				if err := guard.Install(rt, guard.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			program := goja.MustCompile("b.js", `for (let i = 0; i < 1000; i++) [1, 2, 3].indexOf(2)`, true)
			for b.Loop() {
				if _, err := rt.RunProgram(program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "guarded"}[guarded], func(b *testing.B) {
			rt := goja.New()
			if guarded {
				if err := guard.Install(rt, guard.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			rows := strings.Repeat(`{"id":1,"name":"somebody","ok":true,"price":2.5,"note":null},`, 20)
			if err := rt.Set("text", "["+rows+"0]"); err != nil {
				b.Fatal(err)
			}
			program := goja.MustCompile("b.js", `JSON.parse(text)`, true)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rt.RunProgram(program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStringify(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "guarded"}[guarded], func(b *testing.B) {
			rt := goja.New()
			if guarded {
				if err := guard.Install(rt, guard.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			if _, err := rt.RunString(`var rows = Array.from({length: 20}, (_, i) => ({id: i, name: 'name ' + i, ok: ` +
				`true, price: i / 4, note: null}))`); err != nil {
				b.Fatal(err)
			}
			program := goja.MustCompile("b.js", `JSON.stringify(rows)`, true)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rt.RunProgram(program); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRewrite walks a program of about 300 KB, with and without BigInts in it.
func BenchmarkRewrite(b *testing.B) {
	source := strings.Repeat("(class { m(a, b) { if (a < b) { return [a, ...b].map(x => x * 2 << 1) } return {a, b: `${a}` } } });\n", 3000)
	for name, more := range map[string]string{"numbers": "", "bigints": "1n"} {
		b.Run(name, func(b *testing.B) {
			tree, err := goja.Parse("b.js", source+more)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				guard.Rewrite(tree)
				guard.CheckRegexps(tree)
			}
		})
	}
}

// TestDirectEvalIsIndirect: direct eval is indirect eval, also where goja could not compile what is around a direct one.
func TestDirectEvalIsIndirect(t *testing.T) {
	for _, c := range [][2]string{
		{`(() => { const fn = () => 5, L = class { constructor() { this.a = fn() } m() { return eval("2") } }; return new L().a + new L().m() })()`, "7"},
		{`(() => { const fn = () => 5, L = class { m() { const f = () => fn(); return f() + eval("2") } }; return new L().m() })()`, "7"},
		{`(() => { const x = 1; return typeof eval("typeof x === 'undefined' ? undefined : x") })()`, "undefined"},
	} {
		source, want := c[0], c[1]
		if got := evaluate(t, true, source); got != "ok: "+want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}
