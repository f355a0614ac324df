package bodies

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/source"
)

// silent are programs of which it cannot be known, or is known, that they are right: each by what it has.
var silent = map[string]string{
	"typeof.js":       `if (typeof ngDevMode !== "undefined") ngDevMode.log(typeof other);`,
	"global.js":       `globalThis.registry = {}; export const add = (k) => { registry[k] = 1; };`,
	"define.js":       `Object.defineProperty(globalThis, "late", { value: 1 }); export const a = () => late;`,
	"ignore.ts":       "// @ts-ignore\nfoo();\n// @ts-expect-error: it comes later\nbar();\nexport {};",
	"nocheck.ts":      "// @ts-nocheck\nexport const a = foo();",
	"common.js":       `const a = require("a"); module.exports = { a, b: __dirname }; leaked = 1; console.log(leaked);`,
	"declare.ts":      `declare const BUILD: string; declare global { var counter: number; } export const a = [BUILD, counter];`,
	"hoisted.js":      `export function f() { if (a) { var a = 1; } return b(); function b() { return a; } }`,
	"labels.js":       `export function f(list) { outer: for (const a of list) for (;;) continue outer; }`,
	"named.js":        `export const f = function again(n) { return n ? again(n - 1) : arguments.length; };`,
	"patterns.js":     `export const f = ({ a, b: [c = a, ...d], ...e }, [g] = [c]) => [a, c, d, e, g];`,
	"catch.js":        `export function f() { try { return g(); } catch ({ message }) { return message; } function g() {} }`,
	"mixin.js":        `class A { a() { return this.mixed(); } } Object.assign(A.prototype, { mixed() {} }); new A().other();`,
	"assigned.js":     `class A { constructor(o) { Object.assign(this, o); } a() { return this.b; } } export const a = (new A()).c;`,
	"computed.js":     `class A { set(k, v) { this[k] = v; } a() { return this.b; } } export const a = new A().c;`,
	"prototype.js":    `class A {} A.prototype.b = function () {}; export const a = new A().b();`,
	"outside.js":      `class A {} const a = new A(); a.extra = 1; export const b = a.extra;`,
	"proxy.js":        `class A { constructor() { return new Proxy(this, {}); } } export const a = new A().anything;`,
	"applied.js":      `class A {} function enhance(c) { return c; } enhance(A); export const a = new A().b;`,
	"decorated.ts":    `function magic(c: any): any { return c; } @magic class A {} export const a = new A().b;`,
	"factory.ts":      `const Base = (x: any) => class { b = 1; }; class A extends Base(1) {} export const a = new A().b;`,
	"foreign.ts":      `import { B } from "package"; class A extends B {} export const a = new A().b;`,
	"index.ts":        `class A { [key: string]: any; } export const a = new A().b;`,
	"merged.ts":       `class A {} interface A { b: number; } export const a = new A().b;`,
	"enums.ts":        `enum E { A } enum E { B = 1 } namespace E { export const c = 1; } export const a = [E.A, E.B, E.c, E[0]];`,
	"casts.ts":        `class A { a = 1; } const a = new A(); export const b = [(a as any).b, (<any>a).b, (a as unknown as { b: 1 }).b];`,
	"casts.js":        `class A { a = 1; } const a = new A(); export const b = /** @type {any} */ (a).b;`,
	"narrowed.ts":     `class A {} class B extends A { b = 1; } export function f(a: A) { if (a instanceof B) return a.b; return "b" in a ? a.b : 0; }`,
	"guards.ts":       `class A {} class B extends A { b = 1; } declare function isB(a: A): a is B; export const f = (a: A) => isB(a) && a.b;`,
	"equal.ts":        `class A {} class B extends A { b = 1; } export function f(a: A, b: B) { if (a === b) return a.b; }`,
	"unions.ts":       `class A { a = 1; } class B { b = 1; } export const f = (x: A | B) => (x as any).c ?? ("a" in x ? x.a : x.b);`,
	"asked.js":        `class A { a() { if (this.plugin) this.plugin.run(); return this.hook?.(); } } export const a = new A();`,
	"template.js":     `class Base { run() { return this.step(); } } export class Heir extends Base { step() {} } new Heir();`,
	"generic.ts":      `class T { t = 1; } class Box<T> { constructor(public v: T) {} } export const f = <T extends { z: 1 }>(b: Box<T>, t: T) => b.v.z + t.z;`,
	"static.ts":       `class A { static a = 1; } export const b = [A.name, A.length, A.prototype, A.toString(), new A().constructor];`,
	"errors.ts":       `class E extends Error { constructor() { super("e"); Error.captureStackTrace?.(this); } } export const a = new E().stack;`,
	"promises.ts":     `class A { async a() { return 1; } } const p = new A().a(); export const b = [p.then((n) => n), p.catch(() => 0), p];`,
	"maybe.ts":        `class A { p?: Promise<number>; a() { if (this.p) return this.p; return this.p || 1; } } export const a = new A();`,
	"generators.ts":   `class A { async *a() { yield 1; } *b() { yield 2; } } export async function f(a: A) { for await (const x of a.a()) x; return [...a.b()]; }`,
	"tagged.ts":       "async function later() { return 1; } declare const html: any; export const a = html`<p>${later()}</p>`;",
	"compared.ts":     `async function later() { return 1; } const a = later(), b = later(); export const c = a === b;`,
	"throws.ts":       `export class A { a(): number { throw new Error("later"); } b(): string { for (;;) {} } c(n: number): number { switch (n) { default: throw 0; } } }`,
	"void.ts":         `export class A { a(): void {} b(): Promise<void> { return Promise.resolve(); } async c(): Promise<void> {} d(): number | undefined {} e(): any {} f(): unknown {} }`,
	"abstract.ts":     `export abstract class A { abstract a(): number; b(): number; b(n?: number): number { return n ?? 1; } }`,
	"stubs.js":        `export class A { /** @returns {string} */ a() {} /** @abstract @returns {string} */ b() { console.log("none"); } }`,
	"overloads.ts":    `function f(a: string): string; function f(a: string, b: string): string; function f(a: any, b?: any) { return a + b; } export const a = f("a");`,
	"optional.ts":     `function f(a?: number, b = 1, ...c: number[]) { return [a, b, c]; } export const a = f();`,
	"undocumented.js": `function f(a, b) { return b ? a : 1; } /** Adds. */ function g(a) { return a; } export const a = [f(), g()];`,
	"bracketed.js":    `/** @param {string} a  @param {string} [b]  @param {string=} c */ function f(a, b, c) { return a + b + c; } export const a = f("a");`,
	"arguments.js":    `/** @param {string} a */ function f(a) { return a ?? arguments.length; } export const a = f();`,
	"spread.ts":       `function f(a: number, b: number) { return a + b; } const all = [1, 2] as const; export const a = f(...all);`,
	"contextual.ts":   `const f: (a?: number) => number = (a) => a ?? 1; export const a = f();`,
	"shadowed.ts":     `class A { a = 1; } export function f(A: any) { return new A().b + A.c; }`,
	"namespaces.ts":   `namespace N { export const a = helper(); function helper() { return 1; } } export const b = N.a + N.c;`,
	"with-types.ts":   `type Id = string; interface Named { name: string } export const f = (id: Id, n: Named): asserts id is string => {};`,
	"dead.js":         `0 && (module.exports = { a, b }); export const c = 1;`,
	"regexps.js":      `export const f = (a, b) => a / b / 2 + "x".replace(/[/]\/(?<n>x)/g, "$<n>").length;`,
	"private.ts":      `export class A { #a = 1; static #b = 2; has(o: object) { return #a in o && this.#a + A.#b; } }`,
	"accessors.ts":    `class A { get a() { return 1; } set a(v) {} set b(v: number) {} } const a = new A(); a.b = 1; export const c = [a.a, a.b];`,
	"objects.js":      `export const a = { get b() { return this.c; }, c: 1, async *d() {}, ["e" + 1]: 2, f() { return this.g; } };`,
	"meta.js":         `export const a = [import.meta.url, import("./b.js"), new.target];`,
	"sloppy.cjs":      `var self = this; exports.a = function () { return self.b; };`,
	"types.ts":        "import { IntegerList, SqlRow } from \"fwrun\";\nexport const f = (a: IntegerList, b: SqlRow) => [a, b];",
	"paths.js": "import { GetMapping, PathVariable } from \"fwrun\";\nexport const f = GetMapping([\"/a\", \"/a/{id}\"])(() => 1);\n" +
		"export const g = GetMapping(\"/${prefix}/b\")(() => 1);\nexport const h = GetMapping({ path: \"/c/{id}\", params: { x: PathVariable(\"id\") } })((x) => x);",
	"handlers/path.ts": "import { GetMapping, HttpRequest } from \"fwrun\";\nexport const f = GetMapping(\"/a/{id}\")((request: HttpRequest) => request.getUri());",
}

// TestSilent: nothing is said where it is not certain.
func TestSilent(t *testing.T) {
	exports := hostExports(t)
	for name, text := range silent {
		if source.ParseTree(name, []byte(text)) == nil {
			t.Errorf("%s is not understood", name)
		}
		if found := judgeTexts(map[string]string{name: text}, exports); len(found) > 0 {
			t.Errorf("%s: %s", name, shown(found))
		}
	}
}

// TestCache: a file is judged again when it, or what it asks for, has changed; and the verdicts are those of a judge without memory.
func TestCache(t *testing.T) {
	texts := map[string]string{
		"a.ts":    "import { B } from \"./b.ts\";\nexport const a = (b: B) => b.c();\n",
		"b.ts":    "import { Base } from \"./base.ts\";\nexport class B extends Base {}\n",
		"base.ts": "export class Base { c() { return 1; } }\n",
		"d.ts":    "export const d = 1;\n",
	}
	var cache Cache
	judge := func() string {
		in := Input{Cache: &cache}
		var read []*source.File
		for name, text := range texts {
			in.Files = append(in.Files, File{name, []byte(text)})
			read = append(read, source.Read(name, []byte(text)))
		}
		in.Project = source.NewProject(read...)
		kept := shown(Judge(in))
		if fresh := shown(judgeTexts(texts, nil)); kept != fresh {
			t.Fatalf("with a cache:\n%s\nwithout:\n%s", kept, fresh)
		}
		return kept
	}
	steps := []struct{ file, text, want string }{
		{"d.ts", "export const d = 2;\n", ""},
		{"base.ts", "export class Base { d() { return 1; } }\n", "B has no member c"},
		{"base.ts", "export class Base { c() { return 1; } }\n", ""},
		{"b.ts", "export class B {}\n", "B has no member c"},
		{"d.ts", "import { B } from \"./b.ts\";\nObject.assign(B.prototype, { c() {} });\n", ""},
		{"d.ts", "export const d = helper();\n", "helper is not defined"},
		{"a.ts", "globalThis.helper = () => 1;\n", ""},
	}
	judge()
	for _, s := range steps {
		texts[s.file] = s.text
		if got := judge(); s.want == "" && got != "" || !strings.Contains(got, s.want) {
			t.Errorf("after %s is %q: %s, want %q", s.file, s.text, got, s.want)
		}
	}
}
