package source

import (
	"fmt"
	"strings"
	"testing"
)

// outline prints a type with the kinds of its parts.
func outline(t *Type) string {
	if t == nil {
		return "nil"
	}
	kinds := [...]string{"", "array", "union", "and", "tuple", "shape", "literal", "function", "null", "any", "other"}
	var parts []string
	for _, a := range t.Args {
		parts = append(parts, outline(a))
	}
	for _, f := range t.Fields {
		name := f.Name + flag(f.Optional, "?")
		if f.Index {
			name = "[" + f.Name + " " + outline(f.Key) + "]"
		}
		parts = append(parts, strings.TrimSuffix(name+" "+outline(f.Type), " nil"))
	}
	s := kinds[t.Kind] + t.Name
	switch t.Kind {
	case TypeLiteral:
		s = valueKinds[t.Literal] + ":" + t.Text
	case TypeOther:
		s = "other:" + t.Text
	}
	if t.From != "" {
		s = t.From + "#" + s
	}
	if len(parts) > 0 || t.Kind == TypeShape {
		s += "(" + strings.Join(parts, ", ") + ")"
	}
	return s + flag(t.Nullable, "?")
}

// both lists types that TypeScript and JSDoc write alike.
var both = []struct{ text, want string }{
	{"int", "int"},
	{"a.b.C", "a.b.C"},
	{"list<User>", "list(User)"},
	{"array<string, list<int>>", "array(string, list(int))"},
	{"Promise<User | null>", "Promise(User?)"},
	{"Record<string, a.B[]>", "Record(string, array(a.B))"},
	{"int[][]", "array(array(int))"},
	{"(int | string)[]", "array(union(int, string))"},
	{"A | null", "A?"},
	{"undefined | A | B | null", "union(A, B)?"},
	{"A | (B | null)", "union(A, B)?"},
	{"null | undefined", "null"},
	{"void", "null"},
	{"A & B | C", "union(and(A, B), C)"},
	{"[A, name: B, other?: C, ...D[]]", "tuple(A, B, C, array(D))"},
	{"{}", "shape()"},
	{"{ id: int, note?: string | null; 'a b': A, 1: B }", "shape(id int, note? string?, a b A, 1 B)"},
	{"{ [key: string]: int }", "shape([key string] int)"},
	{"{ readonly a: int; readonly: B; get c(): C; set d(v: D) }", "shape(a int, readonly B, c C, d D)"},
	{"{ m?(x: X): Y; n<T>(): Z; n(a: A): B }", "shape(m? function, n function)"},
	{"{ (a: A): B; new (a: A): B; x: C }", "shape(x C)"},
	{`"a" | 'b'`, "union(string:a, string:b)"},
	{"1 | -2.5 | true | 10n | `c`", "union(int:1, float:-2.5, bool:true, bigint:10n, string:c)"},
	{"(a: A, b?: B) => C | D", "function"},
	{"new (...a: A[]) => B", "function"},
	{"abstract new () => B", "function"},
	{"<T extends A>(x: T) => x is B", "function"},
	{"((a: A) => B) | null", "function?"},
	{"(A)", "A"},
	{"readonly A[]", "array(A)"},
	{"readonly [A, B]", "tuple(A, B)"},
	{`import("./user.js").User<int>[]`, "array(./user.js#User(int))"},
	{`typeof import("./user.js")`, `other:typeof import("./user.js")`},
	{"keyof A", "other:keyof A"},
	{"typeof a.b<C>", "other:typeof a.b<C>"},
	{"unique symbol", "other:unique symbol"},
	{"A['b'][]", "array(other:A['b'])"},
	{"{ [K in keyof T]?: T[K] }", "other:{ [K in keyof T]?: T[K] }"},
	{"{ -readonly [K in T as U]-?: V }", "other:{ -readonly [K in T as U]-?: V }"},
	{"A extends B ? C : D extends infer E extends F ? G : H", "other:A extends B ? C : D extends infer E extends F ? G : H"},
	{"`a${B}c`", "other:`a${B}c`"},
	{"this", "this"},
	{"any", "any"},
	{"Date", "Date"},
}

func TestTypeScriptTypes(t *testing.T) {
	for _, test := range both {
		check := func(got *Type) {
			if s := outline(got); s != test.want {
				t.Errorf("%s\n got  %s\n want %s", test.text, s, test.want)
			}
		}
		text := "type A = T; function f(a: T, b: int): T {}\nclass B { x: T = 1; y: T\n z }"
		f := Read("a.ts", []byte(strings.ReplaceAll(text, " T", " "+test.text)))
		check(f.Type("A").Type)
		check(f.Function("f").Type)
		check(f.Function("f").Params[0].Type)
		if len(f.Class("B").Members) != 3 {
			t.Fatalf("%s: members %v", test.text, f.Class("B").Members)
		}
		check(f.Class("B").Member("x").Type)
		check(f.Class("B").Member("y").Type)
	}
}

func TestJSDocTypes(t *testing.T) {
	own := []struct{ text, want string }{
		{"?int", "int?"},
		{"int?", "int?"},
		{"!User", "User"},
		{"User!", "User"},
		{"?int[]", "array(int)?"},
		{"[A?, ?B]", "tuple(A?, B?)"},
		{"?A|B", "union(A, B)?"},
		{"(A|?B)", "union(A, B)?"},
		{"*", "any"},
		{"?", "any"},
		{"Array<?>", "Array(any)"},
		{"...int", "array(int)"},
		{"Array.<User>", "Array(User)"},
		{"Object<string, int>", "Object(string, int)"},
		{"Object.<string, ?int>", "Object(string, int?)"},
		{"array{id: int, note?: string}", "shape(id int, note? string)"},
		{"array{id: int, user: array{name: string}}[]", "array(shape(id int, user shape(name string)))"},
		{"array{'a b': int, ...}", "shape(a b int)"},
		{"array{int, list<string>}", "shape(0 int, 1 list(string))"},
		{"object{a: int}", "shape(a int)"},
		{"{id, name}", "shape(id, name)"},
		{"function(A, ?B): C", "function"},
		{"function()", "function"},
		{"function(new:A): B|C", "function"},
		{"Loader~Options", "Loader~Options"},
		{"\n *   A |\n *   B\n * ", "union(A, B)"},
		{"{\n * a: int\n * b: string\n * }", "shape(a int, b string)"},
		{"not a type", "other:not a type"},
		{"a-b", "other:a-b"},
		{"(a b)", "other:(a b)"},
		{"array{a b c}", "other:array{a b c}"},
		{`"}"`, "string:}"},
	}
	for _, test := range append(own, both...) {
		text := fmt.Sprintf("class A {\n/** @type {%[1]s} */ a\n/** @param {%[1]s} x text\n * @returns {%[1]s} */ b(x) {} }", test.text)
		c := Read("a.js", []byte(text)).Class("A")
		for i, got := range []*Type{c.Members[0].Type, c.Members[1].Params[0].Type, c.Members[1].Type} {
			if s := outline(got); s != test.want {
				t.Errorf("%s (%d)\n got  %s\n want %s", test.text, i, s, test.want)
			}
		}
		if got := c.Members[1].Params[0].Doc; got != "text" {
			t.Errorf("%s: text %q", test.text, got)
		}
	}
}

func TestTypeString(t *testing.T) {
	tests := []struct{ text, want string }{
		{"A|null", "A | null"},
		{"(A|B)[]", "(A | B)[]"},
		{"(keyof A)[]", "(keyof A)[]"},
		{"Promise<{a?:int,[k:string]:any}>", "Promise<{ a?: int; [k: string]: any }>"},
		{"['a',1]", `["a", 1]`},
		{"A&B", "A & B"},
		{`import("./u").U<V>`, `import("./u").U<V>`},
		{"void", "null"},
		{"typeof   a", "typeof a"},
		{"( a:A )=>B", "( a:A )=>B"},
	}
	for _, test := range tests {
		if got := Read("a.ts", []byte("type T = "+test.text)).Type("T").Type.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestTypeTextAndPlace(t *testing.T) {
	typ := Read("a.ts", []byte("let x\nfunction f(a: Map< A, // comment\n  B | null >) {}")).Functions[0].Params[0].Type
	if typ.Text != "Map< A, B | null >" || typ.Pos.String() != "2:15" {
		t.Errorf("%q at %v", typ.Text, typ.Pos)
	}
	if second := typ.Args[1]; second.Text != "B | null" || second.Pos.String() != "3:3" || !second.Nullable {
		t.Errorf("%+v", second)
	}
}

func TestReturnTypes(t *testing.T) {
	tests := []struct{ text, want string }{
		{"x is string", "other:x is string"},
		{"this is B", "other:this is B"},
		{"asserts x", "other:asserts x"},
		{"asserts x is string", "other:asserts x is string"},
		{"asserts", "asserts"},
		{"is", "is"},
		{"{ a: int }", "shape(a int)"},
		{"() => void", "function"},
	}
	for _, test := range tests {
		c := Read("a.ts", []byte("class A { m(): "+test.text+" { return 1 } n() {} }")).Class("A")
		if got := outline(c.Members[0].Type); got != test.want || len(c.Members) != 2 {
			t.Errorf("%s: got %s, %d members", test.text, got, len(c.Members))
		}
	}
}

func TestTypeDeclarations(t *testing.T) {
	expect(t, `
/** A user. */
export interface User<T> extends Base<T>, a.B { /** The id. */ id: int; name?: string }
export type Id<in T, const U extends V = W> = T | U | null
type Fn = () => void
interface Late { a: 1 }
export { Late as Later }
type = 5; interface
`, `
type User export User 3:18 Auser.
  params T extends Base<T>, a.B {id:int;name?:string}
type Id export Id 4:13
  params T,U extends T|U|null
type Fn export  5:6
  params extends ()=>void
type Late export Later 6:11
  params extends {a:1}
`)
	if got := Read("a.ts", []byte("interface A { /** The id.\n\n More. */ id: int }")).Type("A").Type.Fields[0].Doc; got != "The id." {
		t.Error(got)
	}
}
