package web_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

// logged lists calls and the records they write.
var logged = [][2]string{
	{`console.log('a', 1, true, null, undefined, 5n, -0, NaN)`, `level=INFO msg="a 1 true null undefined 5n -0 NaN"`},
	{`console.error('x')`, `level=ERROR msg=x`},
	{`console.warn('x'); console.info('y'); console.debug('z')`, "level=WARN msg=x\nlevel=INFO msg=y\nlevel=DEBUG msg=z"},
	{
		`console.log('%s is %d years, %i, %f, %j %% %c.%x', 'Ann', 42, 3.7, '1.5', {a: [1]}, 'color: red', 'more')`,
		`level=INFO msg="Ann is 42 years, 3, 1.5, {\"a\":[1]} % .%x more"`,
	},
	{
		`console.log('%o', [1]); console.log('100%', 1); console.log('%s'); console.log('%d', Symbol('x'))`,
		"level=INFO msg=\"[ 1 ]\"\nlevel=INFO msg=\"100% 1\"\nlevel=INFO msg=%s\nlevel=INFO msg=NaN",
	},
	{
		`console.log({a: 1, 'b-c': 'x', d: [1, 'y', [2, [3, [4]]]], e: {f: {g: {h: {i: 1}}}}})`,
		`level=INFO msg="{\n  a: 1,\n  'b-c': 'x',\n  d: [ 1, 'y', [ 2, [ 3, [Array] ] ] ],\n  e: { f: { g: { h: [Object] } } }\n}"`,
	},
	{
		`console.log(new Map([['a', {b: 1}]]), new Set([1, 'x']), new Date(0), /x/g, Symbol('s'), () => 1, function f() {}, ` +
			`class A {}, class B extends Array {})`,
		`level=INFO msg="Map(1) { 'a' => { b: 1 } } Set(2) { 1, 'x' } 1970-01-01T00:00:00.000Z /x/g Symbol(s) [Function (anonymous)] [Function: ` +
			`f] [class A] [class B extends Array]"`,
	},
	{
		`class P { constructor() { this.x = 1 } get y() { return 2 } } console.log(new P, Object.create(null), new (class extends P {}), {get z() { ` +
			`return 1 }, set z(v) {}, get w() { throw 1 }})`,
		`level=INFO msg="P { x: 1 } [Object: null prototype] {} P { x: 1 } { z: [Getter/Setter], w: [Getter] }"`,
	},
	{
		`const o = {n: 1}; o.self = o; console.log(o, [o])`,
		`level=INFO msg="{ n: 1, self: [Circular] } [ { n: 1, self: [Circular] } ]"`,
	},
	{
		`console.log(new Uint8Array([1, 2]), new ArrayBuffer(2), [1, , 3], new Array(3), Object(1), new String('ab'), ` +
			`Promise.resolve(1), new Promise(() => {}))`,
		`level=INFO msg="Uint8Array(2) [ 1, 2 ] ArrayBuffer { <00 00>, byteLength: 2 } [ 1, <1 empty item>, 3 ] [ <3 empty items> ] [Number: 1] [String: ` +
			`'ab'] Promise { 1 } Promise { <pending> }"`,
	},
	{
		`console.log(Array.from({length: 102}, () => 0).length, [..."x".repeat(101)].fill(1).map(String).slice(0, 2), new Proxy({a: ` +
			`1}, {}), new Proxy(() => 1, {}))`,
		`level=INFO msg="102 [ '1', '1' ] { a: 1 } [Function (anonymous)]"`,
	},
	{
		`console.log("it's", ["it's", 'a"b', 'a\nb'], {[Symbol('k')]: 1}, [undefined, null])`,
		`level=INFO msg="it's [ \"it's\", 'a\"b', 'a\\nb' ] { [Symbol(k)]: 1 } [ undefined, null ]"`,
	},
	{`console.assert(true); console.assert(1 === 2, 'sum', 3); console.assert()`, "level=ERROR msg=\"Assertion failed: sum 3\"\n" +
		"level=ERROR msg=\"Assertion failed\""},
	{
		`console.count(); console.count('a'); console.count(); console.countReset(); console.count()`,
		"level=INFO msg=\"default: 1\"\nlevel=INFO msg=\"a: 1\"\nlevel=INFO msg=\"default: 2\"\nlevel=INFO msg=\"default: 1\"",
	},
	{
		`console.group('g'); console.log('in\nside'); console.groupEnd(); console.groupEnd(); console.log('out')`,
		"level=INFO msg=g\nlevel=INFO msg=\"  in\\n  side\"\nlevel=INFO msg=out",
	},
	{
		`console.dir({a: {b: {c: {d: 1}}}}, {depth: 0}); console.dir({a: {b: {c: {d: 1}}}}, {depth: null})`,
		"level=INFO msg=\"{ a: [Object] }\"\nlevel=INFO msg=\"{ a: { b: { c: { d: 1 } } } }\"",
	},
	{
		`console.table([{a: 1, b: 'x'}, {a: 2, c: true}])`,
		`level=INFO msg="┌─────────┬───┬─────┬──────┐\n│ (index) │ a │ b   │ c    │\n├─────────┼───┼─────┼──────┤\n│ 0       │ 1 │ 'x' │      │\n` +
			`│ 1       │ 2 │     │ true │\n└─────────┴───┴─────┴──────┘"`,
	},
	{
		`console.table(['x', 5]); console.table(1); console.table([{a: 1, b: 2}], ['b'])`,
		`level=INFO msg="┌─────────┬────────┐\n│ (index) │ Values │\n├─────────┼────────┤\n│ 0       │ 'x'    │\n│ 1       │ 5      │\n` +
			`└─────────┴────────┘"` +
			"\nlevel=INFO msg=1\n" + `level=INFO msg="┌─────────┬───┐\n│ (index) │ b │\n├─────────┼───┤\n│ 0       │ 2 │\n└─────────┴───┘"`,
	},
	{
		`console.log(new URL('https://a.b/c?d=1').searchParams.get('d'), new Proxy({}, {ownKeys() { throw new Error('no') }}))`,
		`level=INFO msg="1 {}"`,
	},
}

func TestConsole(t *testing.T) {
	for _, c := range logged {
		p := newPage(t, web.Options{})
		if got := p.eval(c[0]); got != "undefined" {
			t.Errorf("%s: %s", c[0], got)
		}
		if got := strings.TrimSpace(p.log.String()); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

func TestConsoleShowsErrors(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval("function inner() {\n  return new TypeError('bad', {cause: new Error('why')});\n}\nconst e = inner(); e.code = 7; console.log(e)")
	got := p.log.String()
	for _, want := range []string{`TypeError: bad\n    at inner (user.js:2:10)\n    at user.js:4:1`, `code: 7`, `[cause]: Error: why\n`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

func TestConsoleIsBounded(t *testing.T) {
	p := newPage(t, web.Options{MaxLog: 2000})
	p.eval(`console.log('x'.repeat(1e6)); console.log(Array(1000).fill('y'.repeat(1000))); console.log({a: 'z'.repeat(1e6)});
		let deep = {}; for (let i = 0; i < 1e5; i++) deep = {deep}; console.log(deep); console.dir(deep, {depth: Infinity});
		console.table(Array(1e4).fill({a: 1}))`)
	for line := range strings.Lines(p.log.String()) {
		if len(line) > 6000 {
			t.Errorf("a record of %d bytes: %.100s…", len(line), line)
		}
	}
	if n := strings.Count(p.log.String(), "\n"); n != 6 {
		t.Errorf("%d records", n)
	}
}

func TestConsoleTimes(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(`console.time('x'); console.timeLog('x', 1); console.timeEnd('x'); console.timeEnd('x'); console.trace('here')`)
	got := p.log.String()
	for _, want := range []string{`msg="x: `, ` 1"`, `Timer \"x\" does not exist`, `level=DEBUG msg="Trace: here\n    at`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
