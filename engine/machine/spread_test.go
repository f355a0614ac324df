package machine

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// spreads are programs whose last value says what a spread or a rest has made of an object, often enough that they are warm.
var spreads = []string{
	`const from = { id: 1, name: "n", at: null }; log = many(() => ({ ...from, x: 1 }))`,
	`const from = { id: 1, name: "n" }; log = many(() => ({ id: 5, y: 2, ...from }))`,
	`const from = { id: 1, name: "n" }; log = many((i) => ({ ...from, ...(i % 2 ? { q: 1 } : { name: 2 }) }))`,
	`const from = { b: 1, 2: 2, a: 3, 0: 4, "-1": 5, "01": 6 }; log = many(() => ({ ...from, 1: 0 }))`,
	`const from = []; from.push(1, 2); log = many(() => ({ ...from, ..."ab", ...null, ...undefined, ...5, ...true }))`,
	`const from = { a: 1, get b() { log.push("getter"); return this.a++ }, c: 3 }; log = many(() => ({ ...from }))`,
	`const from = { a: 1, [Symbol.iterator]: 2, [Symbol("x")]: 3 }; log = many(() => Object.getOwnPropertySymbols({ ...from }).length)`,
	`const from = Object.defineProperty({ a: 1 }, "hidden", { value: 1 }); log = many(() => ({ ...from }))`,
	`const from = Object.freeze({ a: 1, b: 2 }); log = many(() => { const o = { ...from }; o.a = 2; o.c = Object.isFrozen(o); return o })`,
	`const from = new Proxy({ a: 1, b: 2 }, { ownKeys(t) { log.push("keys"); return ["b", "a"] }, get(t, k) { log.push(String(k)); return t[k] },
		getOwnPropertyDescriptor(t, k) { log.push("d" + String(k)); return Reflect.getOwnPropertyDescriptor(t, k) } });
		log = log.concat(many(() => { const { a, ...rest } = from; return { ...from, rest } }))`,
	`const from = { ["__proto__"]: 1, a: 2 }; log = many(() => { const o = { ...from }; return [Object.keys(o), ` +
		`Object.getPrototypeOf(o) === Object.prototype] })`,
	`class A { x = 1; #y = 2; get z() { return 3 } m() {} } const from = new A(); log = many(() => [{ ...from }, { ...from } instanceof A])`,
	`const from = { a: 1, b: { c: 1 } }; log = many(() => [{ ...from }.b === from.b, { ...from } === from])`,
	`Object.defineProperty(Object.prototype, "a", { set(v) { log.push("setter") }, configurable: true }); const from = JSON.parse('{"a":1}');
		log = log.concat(many(() => { const { ...rest } = from; return [{ ...from }, rest] })); delete Object.prototype.a`,
	`const from = { id: 1, name: "n", at: 2 }; log = many(() => { const { id, ...rest } = from; return { rest, id } })`,
	`const from = { id: 1, name: "n", at: 2 }; log = many(() => { const { id: a, "name": b = 2, no, ...rest } = from; return [rest, a, b, no] })`,
	`const from = { id: 1, name: "n", 5: 5 }; log = many(() => { const { 5: five, ...rest } = from; return [rest, five] })`,
	`const from = { id: 1, name: "n" }; log = many((i) => { const { [i % 2 ? "id" : "name"]: a, ...rest } = from; return [rest, a] })`,
	`const from = { id: 1, deep: { a: 1, b: 2 } }; log = many(() => { const { deep: { a, ...inner }, ...rest } = from; return [rest, inner, a] })`,
	`const from = { id: 1, name: "n" }; log = many(() => { let a, rest; ({ a = from.id, ...rest } = from); return [rest, a] })`,
	`const from = { id: 1, name: "n" }; log = many(() => { const o = {}; ({ id: o.a, ...o.rest } = from); return o })`,
	`const view = ({ id, ...rest }) => ({ ...rest, more: () => id }); log = many((i) => view(i % 3 ? { id: 1, b: 2 } : { c: 1, id: 2 }))`,
	`const base = { get first() { delete from.b; from.c = 3; return 1 } }; let from;
		log = many(() => { from = Object.create(base); from.a = 1; from.b = 2; const { first, ...rest } = from; return [rest, first] })`,
	`let from; Object.defineProperty(Object.prototype, "first",
		{ get() { Object.defineProperty(from, "b", { get() { log.push("b"); return 7 }, enumerable: true }); return 1 }, configurable: true });
		log = log.concat(many(() => { from = { a: 1, b: 2 }; const { first, ...rest } = from; return [rest, first] })); delete Object.prototype.first`,
	`log = many(() => { const { length, ...rest } = "abc"; const { a, ...more } = [1, 2]; const { ...all } = 5; return [rest, more, all, length] })`,
	`log = many(() => { try { const { a, ...rest } = null } catch (e) { return e.name } })`,
	`const from = {}; for (let i = 0; i < 100; i++) from["k" + i] = i; log = many(() => { const { k5, ...rest } = { ...from }; return rest })`,
	`log = many((i) => { const from = { a: 1, ["k" + i]: i, b: 2 }; const { a, ...rest } = { ...from }; rest.z = i; delete rest.b; return rest })`,
	`const { a, ...rest } = { a: 1, b: 2 }; log = many(() => { const { ...copy } = rest; Object.defineProperty(copy, "b", { enumerable: ` +
		`false }); return { ...copy, c: 1 } })`,
	`const from = { a: 1, b: 2 }; delete from.a; from.a = 3; log = many(() => ({ ...from }))`,
	`log = many((i) => { const o = { a: 1, ...(o2 => { o2.later = 1; return o2 })({ b: 2 }), a: i }; return o })`,
	`const from = Object.assign(Object.create(null), { a: 1, b: 2 }); log = many(() => { const { a, ...rest } = from; return [rest, ` +
		`Object.getPrototypeOf(rest) === Object.prototype] })`,
}

// TestSpreadsAreThoseOfGoja runs each program as goja compiles it, and improved.
func TestSpreadsAreThoseOfGoja(t *testing.T) {
	for _, source := range spreads {
		whole := `(function() { "use strict"; let log = []; const many = (f) => { let all = []; for (let i = 0; i < 40; i++) all.push(f(i)); return all };
			` + source + `; return JSON.stringify(log) })()`
		var results [2]string
		for i := range results {
			program := goja.MustCompile("", whole, true)
			if i == 1 {
				Improve(program)
			}
			value, err := newRuntime(1 << 20).RunProgram(program)
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

// TestPatternsAreShortened says which patterns are read without goja's object in front.
func TestPatternsAreShortened(t *testing.T) {
	if !inside.Literals.On() {
		t.Skip(inside.Literals.Err())
	}
	for pattern, want := range map[string]bool{
		`{a, ...rest}`: true, `{a: b, "c-d": e, ...rest}`: true, `{a = 1, ...rest}`: true, `{...rest}`: true,
		`{a}`: false, `{[b]: c, ...rest}`: false, `{a: {b}, ...rest}`: false, `{a = f(), ...rest}`: false, `{1: a, ...rest}`: false,
	} {
		program := goja.MustCompile("", `(function(row, f, b) { { const `+pattern+` = row; return 1 } })`, true)
		Improve(program)
		shortened := false
		walk := inside.Walk{Visit: func(slots []inside.Slot) { shortened = shortened || replacing().pattern.Is(&slots[0]) }}
		walk.Program(program)
		if shortened != want {
			t.Errorf("%s: shortened %v, want %v", pattern, shortened, want)
		}
	}
}
