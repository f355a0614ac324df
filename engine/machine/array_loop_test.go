package machine

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// loopsOverArrays are programs whose last value says what a loop or a pattern has met.
var loopsOverArrays = []string{
	`for (const x of [1, "a", null, undefined, {}]) log.push(x)`,
	`for (const [a, b] of [[1, 2], [3], [], [4, 5, 6]]) log.push([a, b])`,
	`const [a, , b = 9, ...c] = [1, 2, undefined, 4, 5]; log.push(a, b, c)`,
	`const list = [1, , 3]; Array.prototype[1] = "hole"; for (const x of list) log.push(x); delete Array.prototype[1]`,
	`const list = [1, 2]; Object.defineProperty(list, 1, { get() { log.push("getter"); return 7 } }); for (const x of list) log.push(x)`,
	`const list = [1, 2, 3]; for (const x of list) { log.push(x); if (list.length < 6) list.push(x * 2) }`,
	`const list = [1, 2, 3, 4]; for (const x of list) { log.push(x); list.length = 2 }`,
	`const list = [1, 2, 3, 4]; for (const x of list) { log.push(x); list.shift() }`,
	`const list = [1, 2, 3]; list.length = 5; for (const x of list) log.push(x === undefined ? "no" : x)`,
	`const list = []; list[1e6] = 1; let n = 0; for (const x of list) if (n++ > 5) break; log.push(n)`,
	`for (const x of [1, 2, 3]) { if (x === 2) break; log.push(x) } outer: for (const x of [1, 2]) for (const y of [3, 4]) { log.push(x + y); ` +
		`if (y === 3) continue outer }`,
	`try { for (const x of [1, 2]) throw new Error("x" + x) } catch (e) { log.push(e.message) }`,
	`const f = () => { for (const x of [1, 2, 3]) { try { if (x === 2) return x } finally { log.push("left " + x) } } }; log.push(f())`,
	`const list = [1, 2]; list[Symbol.iterator] = function* () { yield "own" }; for (const x of list) log.push(x); const [a] = list; log.push(a)`,
	`const old = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { log.push("patched"); return old.call(this) };
		for (const x of [1, 2]) log.push(x); const [a] = [3]; Array.prototype[Symbol.iterator] = old; log.push(a)`,
	`const iterators = Object.getPrototypeOf([].values()), old = iterators.next; iterators.next = function () { const r = old.call(this);
		log.push(r.done); return r };
		for (const x of [1, 2]) log.push(x); const [a] = [3]; iterators.next = old; log.push(a)`,
	`const iterators = Object.getPrototypeOf([].values()); iterators.return = function () { log.push("returned"); return {} };
		for (const x of [1, 2]) break; const [a] = [3, 4]; delete iterators.return; log.push(a)`,
	`const i = [1, 2, 3][Symbol.iterator](); i.next(); for (const x of i) { log.push(x); break } log.push(i.next().value, i.next().done)`,
	`const i = [1, 2, 3][Symbol.iterator](); i.next = () => ({ done: log.length > 2, value: "mine" }); for (const x of i) log.push(x)`,
	`const i = [1, 2, 3][Symbol.iterator](); for (const x of i) { log.push(x, i.next().value) }`,
	`for (const x of [5, 6].keys()) log.push(x); for (const [i, x] of [5, 6].entries()) log.push(i, x); for (const x of [7].values()) log.push(x)`,
	`for (const x of new Proxy([1, 2], { get(t, k) { log.push(String(k)); return t[k] } })) log.push(x)`,
	`for (const x of "aü😀") log.push(x); for (const x of new Uint8Array([1, 2])) log.push(x); for (const x of new Set([3])) log.push(x); ` +
		`for (const [k, v] of new Map([[1, 2]])) log.push(k, v)`,
	`(function () { for (const x of arguments) log.push(x); const [a] = arguments; log.push(a) })(1, 2)`,
	`for (const x of Object.freeze([1, 2])) log.push(x); class A extends Array {} for (const x of A.from([3, 4])) log.push(x)`,
	`try { for (const x of 5); } catch (e) { log.push(e.name) } try { const [a] = null } catch (e) { log.push(e.name) } try { const [a] = {} } ` +
		`catch (e) { log.push(e.name) }`,
	`let a, b; [a, b] = [1, 2]; [a, b] = [b, a]; log.push(a, b); const o = {}; for (o.x of [1, 2]) log.push(o.x); for ([o.y] of [[3]]) log.push(o.y)`,
	`function* g() { for (const x of [1, 2]) log.push(yield x) } const i = g(); i.next(); i.next("sent"); i.return(); log.push(i.next().done)`,
	`const list = [1, "a", null, undefined, {}]; log.push([...list], [0, ...list, ...list, 9], Math.max(...[3, 1, 2]), [...[]].length); ` +
		`const f = (...all) => all; log.push(f(...list), f(1, ...list, 2, ...[]))`,
	`const a = [...[1, 2]]; a.push(3); a[5] = 6; a.length = 7; log.push(a, [...a], a.indexOf(3), Object.keys(a)); const b = [...[1]]; ` +
		`b[0] = 2; b.unshift(0); log.push(b)`,
	`const list = [1, , 3]; Array.prototype[1] = "hole"; log.push([...list], Math.max(...[1, , 3])); delete Array.prototype[1]; log.push([...list])`,
	`const list = [1, 2]; list.length = 4; log.push([...list], ((...all) => all.length)(...list)); const far = []; ` +
		`far[1e5] = 1; log.push([...far].length)`,
	`const list = [1, 2]; Object.defineProperty(list, 1, { get() { log.push("getter"); list.length = 1; return 7 } }); ` +
		`log.push([...list], ((...all) => all)(...list))`,
	`const list = [1, 2]; list[Symbol.iterator] = function* () { yield "own" }; log.push([...list], ((...all) => all)(...list))`,
	`const old = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { log.push("patched"); return old.call(this) };
		const a = [...[1, 2]], b = ((...all) => all)(...[3]); Array.prototype[Symbol.iterator] = old; log.push(a, b)`,
	`const iterators = Object.getPrototypeOf([].values()), old = iterators.next; iterators.next = function () { const r = old.call(this);
		log.push(r.done); return r };
		const a = [...[1, 2]], b = ((...all) => all)(...[3]); iterators.next = old; log.push(a, b)`,
	`const list = Object.defineProperty([1, 2], Symbol.iterator, { get() { log.push("asked"); return function* () { yield "own" } } }); ` +
		`log.push([...list], ((...all) => all)(...list))`,
	`class A extends Array { *[Symbol.iterator]() { yield "sub" } } class B extends Array {} log.push([...A.of(1)], [...B.of(2)], Math.max(...B.of(3)))`,
	`const list = [1]; Object.setPrototypeOf(list, { *[Symbol.iterator]() { yield "other" } }); log.push([...list]); ` +
		`log.push([...Object.freeze([4, 5])])`,
	`log.push([..."aü😀"], [...new Set([1])], [...new Map([[1, 2]])], [...new Uint8Array([1])], [...[7].entries()], (function () { ` +
		`return [...arguments] })(1, 2))`,
	`try { [...5] } catch (e) { log.push(e.message) } try { Math.max(...{}) } catch (e) { log.push(e.name) } try { [...null] } ` +
		`catch (e) { log.push(e.name) }`,
	`const big = Array.from({ length: 30000 }, (_, i) => i); log.push([...big, 1].length, ((...all) => all.length)(...big), ((...all) ` +
		`=> all[29999])(...big), [...big, ...big][59999])`,
	`const nested = (n) => n ? ((...all) => [...all, ...nested(n - 1)])(...[n, [...Array(n).keys()]]) : []; log.push(nested(20))`,
	`const list = [1, 2, 3]; log.push(new (class { constructor(...all) { this.all = all } })(...list).all, new Date(...[2020, 1, 2]).getTime(), ` +
		`String.fromCharCode(...[65, 66])); list.push(...list); log.push(list)`,
	`const closures = []; for (const x of [1, 2]) closures.push(() => x); log.push(closures.map((f) => f()))`,
}

// TestLoopsAreThoseOfGoja runs each program as goja compiles it, and improved.
func TestLoopsAreThoseOfGoja(t *testing.T) {
	for _, source := range loopsOverArrays {
		whole := `(function() { let log = []; ` + source + `; return JSON.stringify(log) })()`
		var results [2]string
		for i := range results {
			program := goja.MustCompile("", whole, false)
			rt := goja.New()
			values, err := rt.RunString(`[].values()`)
			if err != nil {
				t.Fatal(err)
			}
			Install(rt, Limits{Text: 1 << 20, Iterators: values.(*goja.Object).Prototype()})
			if i == 1 {
				Improve(program)
			}
			value, err := rt.RunProgram(program)
			if err != nil {
				t.Fatalf("%s: %v", source, err)
			}
			results[i] = value.String()
		}
		if results[0] != results[1] {
			t.Errorf("%s\n got %.400s\nwant %.400s", source, results[1], results[0])
		}
	}
}

// BenchmarkLoops goes over an array of a hundred pairs.
func BenchmarkLoops(b *testing.B) {
	for name, improved := range map[string]bool{"goja": false, "elements": true} {
		b.Run(name, func(b *testing.B) {
			rt := goja.New()
			values, _ := rt.RunString(`[].values()`)
			Install(rt, Limits{Text: 1 << 20, Iterators: values.(*goja.Object).Prototype()})
			value, err := rt.RunProgram(compile(b, `const pairs = Array.from({ length: 100 }, (_, i) => [i, "x"]); () => { let n = 0; for (const [a, `+
				`b] of pairs) n += a; return n }`, improved))
			if err != nil {
				b.Fatal(err)
			}
			loop, _ := goja.AssertFunction(value)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := loop(goja.Undefined()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSpreads takes an array of a hundred elements apart.
func BenchmarkSpreads(b *testing.B) {
	for _, source := range []string{"() => [...list, 1]", "() => Math.max(...list)", "() => [...few]"} {
		for name, improved := range map[string]bool{"goja": false, "elements": true} {
			b.Run(source+"/"+name, func(b *testing.B) {
				rt := goja.New()
				values, _ := rt.RunString(`[].values()`)
				Install(rt, Limits{Text: 1 << 20, Iterators: values.(*goja.Object).Prototype()})
				value, err := rt.RunProgram(compile(b, `const few = [1, 2], list = Array.from({ length: 100 }, (_, i) => i); `+source, improved))
				if err != nil {
					b.Fatal(err)
				}
				spread, _ := goja.AssertFunction(value)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := spread(goja.Undefined()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestLoopsOverNothingToCall: an iterator without a method next is an error of the script, which can catch it and goes on.
func TestLoopsOverNothingToCall(t *testing.T) {
	if !inside.Loops.On() {
		t.Skip(inside.Loops.Err())
	}
	source := `const log = [], over = (next) => ({ [Symbol.iterator]: () => ({ next, return: () => log.push("returned") }) });
		for (const next of [undefined, null, 1, {}]) {
			try { for (const x of over(next)) log.push(x) } catch (e) { log.push(e.name) }
			try { const [a] = over(next) } catch (e) { log.push(e.name) }
			function* g() { for (const x of over(next)) yield x }
			try { g().next() } catch (e) { log.push(e.name) }
		}
		for (const x of [1, 2]) log.push(x);
		log.join()`
	rt := newRuntime(1 << 20)
	if got, want := told(rt, compile(t, source, true)), strings.Repeat("TypeError,", 12)+"1,2"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
