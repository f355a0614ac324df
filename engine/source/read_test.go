package source

import (
	"strings"
	"testing"
)

// expect reads a text and compares what it declares with lines in the form of
// corpusLines. White space within a line does not matter.
func expect(t *testing.T, text, want string) {
	t.Helper()
	got := strings.Join(trimmed(corpusLines(Read("test.ts", []byte(text)))), "\n")
	want = strings.Join(trimmed(strings.Split(want, "\n")), "\n")
	if got != want {
		t.Errorf("%s\n got:\n%s\nwant:\n%s", text, got, want)
	}
}

func trimmed(lines []string) []string {
	var list []string
	for _, l := range lines {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			list = append(list, l)
		}
	}
	return list
}

func TestClass(t *testing.T) {
	expect(t, `
/** Serves users. */
@RestController
@RequestMapping("/users")
export abstract class A<T> extends B<T> implements C, d.E {
	@Autowired private users!: UserService
	@Value("${size}") static readonly size = 20
	#hidden?: int
	constructor(@Inject("x") private readonly a: X, public b = [1], override c?: Y) { super() }
	@GetMapping("/{id}") async find(this: A, @PathVariable() id: int, { q }: Query = {}, ...rest: string[]): Promise<User | null> {}
	over(a: string): void
	/** Both. @param a one */
	over(a: int): void
	over(a: any) {}
	protected abstract get x(): int
	@a.b @c public static d<U>() {}
}`, `
abstract class A export A 5:23 Servesusers.
  params T extends B<T> implements C, d.E @RestController @RequestMapping() end 17:2
  field users private definite 6:21
    params  type UserService @Autowired
  field size public static readonly 7:36
    params  type  @Value() = int 20
  field #hidden hash optional 8:2
    params  type int
  constructor constructor public 9:2
    params  type
      param a private readonly X @Inject() 9:44
      param b  public   = array [1] 9:57
      param c optional public Y  9:75
  method find public async 10:29
    params  type Promise<User|null> @GetMapping()
      param id  int @PathVariable() 10:59
      param  destructured Query  = object {} 10:68
      param rest rest string[]  10:90
  method over public 14:2 Both.
    params  type
      param a  any  14:7 one
  getter x protected abstract 15:25
    params  type int
  method d public static 16:24
    params U type  @a.b @c
`)
}

func TestClassForms(t *testing.T) {
	expect(t, `
class A {} class B {}
export { A, B as C }
export default A
export default class extends m({}) {}
export default @d class D {}
const E = class F extends class {} {}, G = 1
export const H = @d class implements I {}
@x export @y() class J extends (k, K) implements L<M> {}
`, `
class A export A 2:7
  params  extends  implements   end 2:11
class B export C 2:18
  params  extends  implements   end 2:22
class  export default 5:16
  params  extends m({}) implements   end 5:38
class D export default 6:25
  params  extends  implements  @d end 6:29
class E export  7:7
  params  extends class{} implements   end 7:38
class H export H 8:14
  params  extends  implements I @d end 8:42
class J export J 9:22
  params  extends (k,K) implements L<M> @x @y() end 9:57
alias A as default 4:16
`)
}

func TestFunctions(t *testing.T) {
	expect(t, `
/** Say hello. @param {string} name  who */
export const hello = GetMapping("/hello/{name}")((name) => `+"`Hello, ${name}`"+`);
/** @param {int} a  @param {int} b */
export const add = McpTool({ name: "add" })(
  GetMapping({ path: "/add" })(async function* (a, b) { }),
);
export default GetMapping("/x")(() => 1)
export const bare = ns.McpTool(async x => x) as any
function f(a: string): int
function f(a: any) { return 1 }
const g = <T,>(x: T): ((y: T) => boolean) => y => x
const h = a < b ? (c) : d, i = (a)(() => 1), j = k(() => 1, 2), l = new M(() => 1), n = (() => 1)()
const o = (a) => a, p = async () => {}
p.q = () => {}
`, `
function hello export hello arrow 3:14 Sayhello.
  params  type  wrappers @GetMapping()
    param name  string  3:51 who
function add export add async generator 5:14
  params  type  wrappers @McpTool() @GetMapping()
    param a  int  6:49
    param b  int  6:52
function  export default arrow 8:16
  params  type  wrappers @GetMapping()
function bare export bare async arrow 9:14
  params  type  wrappers @ns.McpTool
    param x    9:38
function f export  11:10
  params  type  wrappers
    param a  any  11:12
function g export  arrow 12:7
  params T type (y:T)=>boolean wrappers
    param x  T  12:16
function o export  arrow 14:7
  params  type  wrappers
    param a    14:12
function p export  async arrow 14:21
  params  type  wrappers
`)
}

func TestEnums(t *testing.T) {
	expect(t, `
/** Colours. */
export enum Color { Red, /** Best. */ Green = 5, Blue, "light blue" = "lb", ['x'] = 1 << 2, Next, F = 1.5, G, H = -0x10, I }
declare const enum E { A = "a" }
/** @enum {string} */
const Kind = { SMALL: "s", "very-large": 'l', odd: f() };
export const Frozen = Object.freeze({ A: 1, B: 2 });
export const Constant = { A: "a" } as const satisfies X
const Mixed = Object.freeze({ a: 1, b: {} }), Plain = { a: 1 }
export default Kind
`, `
enum Color export Color 3:13 Colours.
  case Red int 0 3:21
  case Green int 5 3:39 Best.
  case Blue int 6 3:50
  case light blue string lb 3:56
  case x unknown  3:78
  case Next unknown  3:93
  case F float 1.5 3:99
  case G float 2.5 3:108
  case H int -16 3:111
  case I int -15 3:122
const enum E export  4:20
  case A string a 4:24
enum Kind export default 6:7
  case SMALL string s 6:16
  case very-large string l 6:28
  case odd unknown  6:47
enum Frozen export Frozen 7:14
  case A int 1 7:39
  case B int 2 7:45
enum Constant export Constant 8:14
  case A string a 8:27
`)
}

func TestModules(t *testing.T) {
	expect(t, `
import "side"
import a, { b, c as d, type e, type as as f, default as g, "x y" as h } from './m.js'
import type i from "i"
import type, { type j } from "k"
import * as l from "l" with { type: "json" }
import m = require("m")
import n = o.p
import("dynamic"); import.meta.url
export { a, b as bb, q } from "r"
export type { s } from "t"
export * from "u"
export * as v from "w"
export { d as dd, l }
export = x
declare global { class Hidden {} }
namespace N { export class Hidden {} }
declare module "y" { export class Hidden {} }
`, `
import  =  from side 2:1
import a = default from ./m.js 3:8
import b = b from ./m.js 3:13
import d = c from ./m.js 3:21
import e = e from ./m.js type 3:29
import f = as from ./m.js type 3:43
import g = default from ./m.js 3:57
import h = x y from ./m.js 3:69
import i = default from i type 4:13
import type = default from k 5:8
import j = j from k type 5:21
import l = * from l 6:13
import m = * from m 7:8
export * as  from u 12:1
export * as l from l 14:19
export * as v from w 13:13
export a as a from r 10:10
export b as bb from r 10:18
export c as dd from ./m.js 14:15
export q as q from r 10:22
export s as s from t type 11:15
`)
}

func TestPlacesCountUTF16(t *testing.T) {
	f := Read("a.js", []byte("\ufeffclass Ä {}\r\n'😀ö'; class B {}\r// \u2028/* ä */ class C {}"))
	for name, want := range map[string]string{"Ä": "1:7", "B": "2:14", "C": "4:15"} {
		if got := f.Class(name).Pos.String(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if got := f.Class("B").Pos.Offset; got != strings.Index("\ufeffclass Ä {}\r\n'😀ö'; class B", "B") {
		t.Error(got)
	}
}

func TestDefaults(t *testing.T) {
	tests := []struct {
		value string
		kind  ValueKind
	}{
		{`"a"`, ValueString},
		{"`a`", ValueString},
		{"`${a}`", ValueUnknown},
		{"1", ValueInt},
		{"-1", ValueInt},
		{"0x1F", ValueInt},
		{"1.5", ValueFloat},
		{"1e3", ValueFloat},
		{"1_000n", ValueBigInt},
		{"true", ValueBool},
		{"null", ValueNull},
		{"undefined", ValueNull},
		{"[1, 2]", ValueArray},
		{"[1][0]", ValueUnknown},
		{"{ a: 1 }", ValueObject},
		{"new Map<string, int>()", ValueNew},
		{"new a.B", ValueNew},
		{"new A().b()", ValueUnknown},
		{`"a" + "b"`, ValueUnknown},
		{"() => 1", ValueUnknown},
		{"a", ValueUnknown},
		{"-a", ValueUnknown},
	}
	for _, test := range tests {
		f := Read("a.ts", []byte("function f(a = "+test.value+", b) {}"))
		p := f.Functions[0].Params
		if len(p) != 2 || !p[0].HasDefault || p[0].Default != test.value || p[0].DefaultAs != test.kind {
			t.Errorf("%s: got %+v", test.value, p[0])
		}
	}
}

func TestLongTextsAreShortened(t *testing.T) {
	long := strings.Repeat("ä", 400)
	m := Read("a.js", []byte(`class A { @d("`+long+`") x = "`+long+`" }`)).Class("A").Member("x")
	if n := len(m.Default); n != 199 {
		t.Errorf("default of %d bytes", n)
	}
	if n := len(m.Decorators[0].Args); n != 499 {
		t.Errorf("arguments of %d bytes", n)
	}
}
