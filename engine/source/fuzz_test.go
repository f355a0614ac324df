package source

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/effort"
)

// seeds are small files, each with forms that are hard to distinguish.
var seeds = []string{
	"",
	"#!/usr/bin/env fwrun\nexport class A {}",
	`import a, * as b from "x"; import { type c, d as e } from './y' with { type: "json" }; import f = require("z")`,
	`export { a as b, default } from "x"; export * as ns from "y"; export * from "z"; export default a; export = b`,
	"@a() @b.c export default abstract class X<in out T extends Y = Z> extends m(1)<T> implements I, J<K> {}",
	"class A { static #x = /[/]}/.test('`'); get; set = 4 / 2; static { } async *[Symbol.iterator]() {} }",
	"class A { @d() private readonly x?: int = 1\n declare y!: string; constructor(@p() public a, {b}: {b: c} = {}, ...d) {} }",
	"class A { m(a: string): void; m(a: any) {} abstract n?<T>(this: A, x: T): x is T & {} [k: string]: any }",
	"export const f = Get(`/a/${`b${c}`}`)(async (a, b = x < y > (z)) => a / b / c), g = <T,>(x: T): ((y: T) => T) => y",
	"const enum E { A = 1 << 2, B, 'c-d' = \"\\u{1F600}\", ['e'] = -1.5e3 } const F = Object.freeze({ a: 1 }), G = { b: 'x' } as const",
	"type T<A> = A extends infer B extends string ? { readonly [K in keyof B]-?: `${K}x` } : [a: 1, b?: 2, ...c: 3[]] | null",
	"interface I extends J<K>, L { (a: 1): 2; new <T>(x: T): I; get a(): b; m?(): asserts x is string; [k: string]: unique symbol }",
	"declare global { class Hidden {} } namespace a.b { export class C {} } declare module 'x' { } declare function f(): void",
	"/** Text. @param {array{id: int, note?: ?string}} [a.b=c] - d\n * @returns {Promise<function(A): B>} x */ function f(a) {}",
	"/** @typedef {Object} T\n * @property {...(int|*)=} a\n * @property {import('./u').U<V>[]} [a.b] */ /** @import {X} from \"y\" */",
	"class A { m(/** int */ id, /** @type {list<T>} */ x) {} /** @type {?T} */ y } // end",
	"if (a) /re/.test(b)\nx = a / b / c; y = a++ / 2; z = (a) / b; /[/\\]]+/g.exec(`}`)",
	"export default Get('/x')((a) => ({ b: a }))",
	"\ufeffclass Ünï { \"ß\\x41\": int; 0x10() {} 1n; #é }\u2028export { Ünï as 'a b' }",
}

func FuzzRead(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := inTime(t, "it", len(text), func() *File { return Read("fuzz.ts", []byte(text)) })
		checkPlaces(t, file, len(text))
		NewProject(file).Lookup(file, "A.b")
	})
}

// checkPlaces checks that every place is within the text.
func checkPlaces(t *testing.T, f *File, size int) {
	t.Helper()
	check := func(what string, p Pos) {
		if !p.IsValid() || p.Col < 1 || p.Offset < 0 || p.Offset > size {
			t.Fatalf("%s lies at %+v in a text of %d bytes", what, p, size)
		}
	}
	for _, c := range f.Classes {
		check("class", c.Pos)
		check("end of class", c.End)
		for _, m := range c.Members {
			check("member", m.Pos)
			for _, p := range m.Params {
				check("parameter", p.Pos)
			}
		}
	}
	for _, fn := range f.Functions {
		check("function", fn.Pos)
	}
	for _, e := range f.Enums {
		check("enum", e.Pos)
	}
	for _, d := range f.Types {
		check("type", d.Pos)
	}
	for _, i := range f.Imports {
		check("import", i.Pos)
	}
}

// ordinary returns how long it takes, at best, to read the seeds, which are ordinary code, and how many bytes they have.
var ordinary = sync.OnceValues(func() (best time.Duration, size int) {
	text := []byte(strings.Join(seeds, "\n"))
	best = math.MaxInt64
	for range 100 {
		best = min(best, effort.Of(func() { Read("a.ts", text) }))
	}
	return best, len(text)
})

// inTime reads a text of n bytes, and expects that this takes no more than 30 times as long as ordinary code of the same length, or of
// largeText if that is more. A collection of garbage affects one reading, but not each of several.
func inTime(t *testing.T, what string, n int, read func() *File) *File {
	t.Helper()
	took, size := ordinary()
	longest := 30 * took * time.Duration(max(n, largeText)/size)
	for range 5 {
		var file *File
		if took = effort.Of(func() { file = read() }); took <= longest {
			return file
		}
	}
	t.Fatalf("%s took %v for %d bytes, and should take no more than %v", what, took, n, longest)
	return nil
}

// largeText is a quarter of a megabyte. A reader that takes quadratic time takes half a minute for it.
const largeText = 1 << 18

// TestReadIsLinear reads texts that make readers of brackets, regular expressions and type arguments start over.
func TestReadIsLinear(t *testing.T) {
	patterns := []string{
		"(", "[", "{", "<", "`${", "(]", "[}", "{)", "`${(", "a<b,", "x=a<b,", "f(a<", "=/[", "=/a", "/", "/*", "/**", "'", "\"\\",
		"class A{", "class A extends ", "class A{m(a=", "class A{x=class{", "class A{m(", "class A{m(a:", "@a(", "@a\n", "@",
		"type A=A<", "type A=(a:", "type A={a:", "type A=[", "type A=B extends ", "type A=keyof ", "type A=?", "type A=A|", "type A=A[",
		"const a=b(", "const a=b(c)(", "const a=(a", "const a=<", "const a=async ", "const a=function(a=", "const a=({", "const a=b<c>(",
		"import {a,", "export {a as b,", "export *", "enum A{a,", "enum A{a=", "enum A{[",
		"/** @param {", "/** @param [", "/** {@link ", "/** ` ", "/** @a ", "/** @type {A<", "/** @type {array{", "/** @typedef {", "/**\n * ' {",
		"/** @import {", "/** @param {?", "/** @typedef A\n@property a.b.c\n", "/** @type {function(", "/** @type {(", "/** @type {...",
		"function f(a)\n", "class A{m()\n", "é<", "\u2028", "a\n", "\\u{", "1e", "0x", "namespace a.", "declare ", "abstract ", "static ", "get ",
		"readonly ", "export default ", "export ", "=>", "a=>", "?.", "! /", "a! /", ")/", "}/", "if(/", "if(a)/", "as ", "x as ",
		"[]", "[\n]", ".b", ". b", "?", "class A{}export{A as b}", "|B", "&B\n", "/** @param a.b */", "\n* @param a.b", "@template T,",
	}
	for _, p := range patterns {
		for _, prefix := range []string{"", "class A { x = ", "type A = B", "/** @type {A"} {
			text := []byte(prefix + strings.Repeat(p, largeText/len(p)))
			file := inTime(t, fmt.Sprintf("%q repeated behind %q", p, prefix), len(text), func() *File {
				file, _ := read("a.ts", text, nil)
				return file
			})
			checkPlaces(t, file, len(text))
		}
	}
}
