package machine

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/records"
)

// describe returns everything that a script can find out about an object, as text.
const describe = `
const describe = (o, depth = 0) => {
  if (typeof o !== "object" || o === null) return typeof o + ":" + String(o);
  if (depth > 3) return "...";
  const d = Object.getOwnPropertyDescriptors(o), p = Object.getPrototypeOf(o);
  return (Array.isArray(o) ? "Array" : Object.prototype.toString.call(o)) + "{" + Reflect.ownKeys(o).map((k) =>
    String(k) + (d[k].writable ? "w" : "") + (d[k].enumerable ? "e" : "") + (d[k].configurable ? "c" : "") +
    (d[k].get ? "g" : "") + (d[k].set ? "s" : "") + "=" + describe(d[k].value, depth + 1)).join() + "}" +
    (Object.isExtensible(o) ? "" : "!") + (Object.isFrozen(o) ? "F" : "") + (p === Object.prototype ? "" : p === null ? "0" : "?" +
      describe(p, depth + 1));
};
`

// literals make an object of i, which counts from 0.
var literals = []string{
	`({})`, `({ a: i })`, `({ a: i, b: "x" + i, c: null, d: undefined, e: [i] })`,
	`({ a: i, a: 2 })`, `({ a: 1, b: i, a: 3, c: 4 })`, `({ a: 1, a: 2, b: 3, b: i })`,
	`({ 1: i, a: 2, 0: 3 })`, `({ a: 1, 7: i, "08": 2, b: 3 })`, `({ "-1": i, "1.5": 1, "4294967295": 2, "4294967294": 3 })`,
	`({ "": i, " ": 1, "größe": 2, "😀": 3, "constructor": 4, toString: 5, hasOwnProperty: 6 })`, `({ "\ud800": i, "\udc00": 2, x: 3 })`,
	`({ __proto__: { p: i }, a: 1 })`, `({ a: 1, __proto__: null, b: i })`, `({ a: 1, "__proto__": { z: 1 } })`, `({ ["__proto__"]: i, a: 1 })`,
	`(() => { const __proto__ = i; return { a: 1, __proto__, b: 2 } })()`, `({ a: 1, __proto__() { return 1 } })`,
	`({ a: i, get b() { return this.a }, set b(v) { this.a = v } })`, `({ get a() { return i }, a: 1, b: 2 })`, `({ a: 1, get a() { return i } })`,
	`({ a: i, b() { return super.toString.call(this) + this.a } })`, `({ a: i, async b() {}, *c() {} })`,
	`({ f: function () {}, g: () => 1, h: class {} })`,
	`({ ...from, a: i })`, `({ a: i, ...from })`, `({ id: 0, ...from, name: i })`, `({ ...from, ...more })`, `({ ...(i % 2 ? from : more), a: i })`,
	`({ ...(i % 3 && from), ...null, b: i })`,
	`({ ..."ab", a: i })`, `({ ...[1, 2], a: i })`, `({ a: i, ...{ get b() { return i }, [Symbol.for("s")]: 2 } })`,
	`({ ...new Proxy(from, {}), a: i })`,
	`({ ["a" + i % 2]: 1, b: i })`, `({ b: i, ["a" + i]: 1 })`, `({ [Symbol.for("s")]: i, a: 1 })`, `({ [i]: 1, a: 2 })`,
	`({ a: 1, ["b"]: i, [{ toString: () => "c" }]: 3 })`,
	`({ a: { a: { a: i } } })`, `nested(i % 5)`, `({ a: i, b: [{ a: 1 }, { a: 2, b: { c: 3 } }] })`,
	`(() => { try { return { a: 1, b: i % 3 === 0 ? fail() : 2, c: 3 } } catch (e) { return { caught: e.message, a: i } } })()`,
	`(() => { const o = { a: i }; o.b = 1; o.c = 2; return o })()`, `(() => { const o = { a: i }; if (i % 2) o.b = 1; o.c = 2; return o })()`,
	`(() => { const o = { a: i }; o.a = 7; o[3] = 1; o.b = 2; return o })()`,
	`(() => { const o = { a: i }; for (let n = 0; n < i % 90; n++) o["p" + n] = n; return o })()`,
	`(() => { const o = { a: 1, b: i }; delete o.a; o.a = 2; return o })()`, `(() => { const o = { a: i }; delete o.b; o.b = 1; return o })()`,
	`(() => { const o = { a: i }; Object.defineProperty(o, "b", { value: 1 }); o.c = 1; return o })()`,
	`(() => { const o = { a: i }; Object.defineProperty(o, "b", { value: 1, writable: true, enumerable: true, configurable: true }); return o })()`,
	`(() => { const o = { a: i }; Object.defineProperty(o, "a", { value: 1, writable: true, enumerable: true, configurable: true }); return o })()`,
	`(() => { const o = { a: i }; Object.defineProperty(o, "a", { value: 9 }); Object.defineProperty(o, "a", { enumerable: false }); return o })()`,
	`(() => { const o = Object.preventExtensions({ a: i }); try { o.b = 1 } catch (e) { o.a = e.message } return o })()`,
	`(() => { const o = Object.preventExtensions({ a: i }); try { Object.defineProperty(o, "b", { value: 1, writable: true, enumerable: true, ` +
		`configurable: true }) } catch (e) { o.a = e.message } return o })()`,
	`Object.freeze({ a: i, b: { c: 1 } })`, `Object.seal({ a: i, b: 1 })`, `Object.assign({ a: i }, from, { z: 1 })`,
	`Object.setPrototypeOf({ a: i }, from)`,
	`(() => { const o = Object.setPrototypeOf({ a: i }, { set b(v) { this.a = v } }); o.b = 5; return o })()`,
	`(() => { const o = Object.setPrototypeOf({ a: i }, Object.freeze({ b: 1 })); try { o.b = 5 } catch (e) { o.a = e.message } return o })()`,
	`(() => { const log = []; const o = Object.setPrototypeOf({ a: i }, new Proxy({}, { set(t, k, v, r) { log.push(k); return Reflect.set(t, k, v, ` +
		`r) } })); o.b = 5; o.a = log.join(); return o })()`,
	`(() => { const o = { a: i }; o[Symbol.for("s")] = 1; o.b = 2; return o })()`,
	`(() => { const {a, ...rest} = { a: i, b: 1, c: 2 }; return { rest, a } })()`, `(({ a, b = 5 }) => ({ a, b }))({ a: i })`,
	`(() => { class C { x = { a: i }; #y = { b: 1 }; y() { return this.#y } } const c = new C(); return { ...c, y: c.y() } })()`,
	`(() => { const o = { a: i, toJSON() { return { j: this.a } } }; return { text: JSON.stringify([o, { a: i, b: undefined, c: ` +
		`{ toJSON: 1 } }], null, 1) } })()`,
	`JSON.parse(JSON.stringify({ a: i, b: [{ c: 1 }] }), (k, v) => v)`,
	`(() => { let s = ""; const o = { a: i, b: 1, c: 2 }; for (const k in o) { s += k; if (k === "a") { delete o.b; o.d = 1 } } return { s } })()`,
	`(() => { let s = ""; const o = { a: i, b: 1 }; for (const k in o) { s += k; o.c = 1; o.e = 2 } return { s, o } })()`,
	`(() => { const c = Object.create({ a: i, b: 1 }); c.a = 2; c.z = 3; return { c, a: c.a, b: c.b, k: "b" in c } })()`,
	`(() => { function* g() { return { a: yield 1, b: yield 2 } } const it = g(); it.next(); it.next(i); return it.next("b").value })()`,
	`(() => { function* g() { yield { a: yield 1 } } const x = g(), y = g(); x.next(); y.next(); return { y: y.next(i).value, x: x.next(2).value } })()`,
	`new Function("i", "return { a: i, b: 2 }")(i)`, `(0, eval)("({ a: " + i + ", b: 2 })")`,
	`({ t: Object.entries({ a: i, b: 2 }).join(), k: Object.keys({ z: 1, y: i }), v: Object.values({ z: 1, y: i }), e: { a: 1 } == { a: 1 } })`,
	`({ ` + wide(64) + ` })`, `({ ` + wide(65) + `, last: i })`, `({ a: i, ` + wide(17) + ` })`,
	`new Proxy({ a: i, b: 1 }, { get: (t, k) => k === "a" ? "trapped" : t[k] })`,
	`(() => { const m = new Map([[{ a: i }, 1]]); return { size: m.size, key: [...m.keys()][0] } })()`,
	"({ t: tag`a${i}b` })", `((...args) => ({ args, n: args.length }))(i, { a: i })`,
	`(() => { const o = { a: i }; const before = Object.keys(o); o.b = 1; return { before, after: Object.keys(o) } })()`,
	`(() => { const log = []; Object.defineProperty(Object.prototype, "q", { set(v) { log.push(v) }, configurable: true });
		const o = { q: i, a: 1 }, s = { ...{ q: 2 } }, t = { a: 1 }; t.q = 3; delete Object.prototype.q; return { o, s, t, log } })()`,
}

func wide(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("p%d: %d", i, i)
	}
	return strings.Join(names, ", ")
}

// repeated evaluates a literal more often than the program's first objects are plain ones.
func repeated(literal string) string {
	return describe + `const from = { id: 1, name: "n", note: null }, more = { name: "m", id: 2, x: { y: 1 } };
		const fail = () => { throw new Error("failed") }, nested = (n) => ({ n, left: n > 0 ? nested(n - 1) : null, right: n > 1 ? nested(n - 2) : null });
		const tag = (s, v) => ({ s, v });
		const f = (i) => ` + literal + `;
		let said = []; for (let i = 0; i < 45; i++) { const o = f(i); said.push(describe(o) + JSON.stringify(o));
			if (i % 7 === 6) said.push(describe(f(i))) }
		said.join("\n")`
}

// Objects of literals are as goja makes them: plain goja is the oracle.
func TestObjectsOfLiteralsAreAlike(t *testing.T) {
	for _, literal := range literals {
		source := repeated(literal)
		want, got := told(goja.New(), compile(t, source, false)), told(newRuntime(1<<20), compile(t, source, true))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", literal, got, want)
		}
		if strings.Contains(want, "SyntaxError") {
			t.Errorf("%s: %s", literal, want)
		}
	}
}

// last runs a program in which a literal is evaluated often, and returns the last object.
func last(t *testing.T, rt *goja.Runtime, program *goja.Program) *goja.Object {
	t.Helper()
	value, err := rt.RunProgram(program)
	if err != nil {
		t.Fatal(err)
	}
	return value.(*goja.Object)
}

// TestObjectsAreRecords says which literals make records. The program is shared by runtimes, whose prototypes differ.
func TestObjectsAreRecords(t *testing.T) {
	made := inside.Literals.On() && records.NewLiteral(goja.New().NewObject().Prototype()).Lazy()
	for _, c := range []struct {
		literal string
		record  bool
	}{
		{`({ a: i, b: 2 })`, made},
		{`({ a: i, a: 2 })`, made},
		{`({ ...{ x: 1 }, b: 2 })`, made},
		{`({ a: 1, b() {} })`, made},
		{`(() => { const o = { a: i }; o.b = 2; o.c = 3; return o })()`, made},
		{`(({ a, ...rest }) => rest)({ a: 1, b: i, c: 2 })`, made},
		{`({})`, false},
		{`({ 1: i })`, false},
		{`({ a: 1, get b() { return 1 } })`, false},
		{`Object.freeze({ a: i })`, false},
	} {
		program := compile(t, describe+`const f = (i) => `+c.literal+`; let o; for (let i = 0; i < 200; i++) o = f(i); o`, true)
		for range 2 {
			rt := newRuntime(1 << 20)
			o := last(t, rt, program)
			if _, is := records.Of(o); is != c.record {
				t.Errorf("%s: a record: %v", c.literal, is)
			}
			if o.Prototype() != rt.NewObject().Prototype() {
				t.Errorf("%s: the prototype is that of another runtime", c.literal)
			}
		}
	}
}

// What is evaluated once, as most of a program's start, needs no layout.
func TestFirstObjectsArePlain(t *testing.T) {
	o := last(t, newRuntime(1<<20), compile(t, `const f = (i) => ({ a: i }); let o; for (let i = 0; i < 3; i++) o = f(i); o`, true))
	if _, is := records.Of(o); is {
		t.Error("the third object is a record")
	}
}

// Runtimes that share a program may run it at the same time.
func TestObjectsOfManyRuntimes(t *testing.T) {
	for _, literal := range []string{`({ a: i, b: "x" })`, `({ a: i, ...from })`, `({})`, `Object.freeze({ a: i })`} {
		source := repeated(literal)
		want, program := told(goja.New(), compile(t, source, false)), compile(t, source, true)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if got := told(newRuntime(1<<20), program); got != want {
					t.Errorf("%s\n got %s\nwant %s", literal, got, want)
				}
			})
		}
		all.Wait()
	}
}

var (
	parts = []string{
		`N: V`, `N: V`, `N: V`, `N: V`, `...V`, `[N2]: V`, `[Symbol.for("N")]: V`, `get N() { return V }`, `N() { return V }`, `["N"]: V`, `__proto__: V`,
		`N: { N: V }`, `...{ N: V, M: V }`,
	}
	afterwards = []string{
		`o["N"] = V`, `delete o["N"]`, `o["N"]?.x`, `o = { ...o, N: V }`, `Object.freeze(o)`,
		`Object.defineProperty(o, "N", { value: V, configurable: true })`, `for (const k in o) { said.push(k); o["N"] = V }`,
		`said.push(Object.keys(o).join(), "N" in o)`, `const { N: x, ...rest } = o; o = rest`, `Object.setPrototypeOf(o, V)`, `o[Symbol.for("N")] = V`,
		`Object.assign(o, { N: V, M: 1 })`, `said.push(o["N"])`,
	}
	names      = []string{"a", "b", "c", "d", "id", "name", "1", "toString"}
	assignable = []string{"i", `"t"`, "null", "[i]", "({ a: i })", "({ name: 1, b: i })", "undefined", "from"}
)

// fuzzed makes a literal, and what happens to its objects, of an input: four bytes each. What has an odd first byte happens to
// some of the objects. A message of goja's has the address of an object that cannot be a text, so such a message is left out.
func fuzzed(input []byte) string {
	var inside []string
	var after strings.Builder
	proto := false
	for at := 0; at+3 < len(input) && at < 4*16; at += 4 {
		fill := strings.NewReplacer("N2", fmt.Sprintf("%q + i %% 2", "k"), "N", names[int(input[at+2])%len(names)], "M",
			names[int(input[at+2]+1)%len(names)], "V", assignable[int(input[at+3])%len(assignable)])
		if kind := int(input[at+1]); at < len(input)/2 {
			part := parts[kind%len(parts)]
			if strings.HasPrefix(part, "__proto__") {
				if proto {
					continue
				}
				proto = true
			}
			inside = append(inside, fill.Replace(part))
		} else {
			fmt.Fprintf(&after, "if (i %% %d === 0) try { %s } catch (e) { said.push(e.name + (/0x/.test(e.message) ? 0 : e.message)) }\n", 1+int(input[at])%3,
				fill.Replace(afterwards[kind%len(afterwards)]))
		}
	}
	return repeated(`{ let said = [], o = { ` + strings.Join(inside, ", ") + ` }; ` + after.String() + `return { said: said.join(), o } }`)
}

// FuzzLiterals makes the same objects in goja as it is, and as records.
func FuzzLiterals(f *testing.F) {
	for i := range byte(len(parts)) {
		f.Add([]byte{0, 0, 0, 0, 0, i, 1, 1, 0, 1, 2, 2, 1, i, 3, 4, 0, 7, 0, 0, 2, i + 1, 1, 5})
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		source := fuzzed(input)
		want, got := told(goja.New(), compile(t, source, false)), told(newRuntime(1<<20), compile(t, source, true))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	})
}
