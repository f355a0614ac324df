package console_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/platform/fault"
)

// session runs inputs one after the other, as the engine does, but waits only for promises that are settled.
type session struct {
	rt    *goja.Runtime
	scope *goja.Object
	line  int
}

func newSession() *session {
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		panic(err)
	}
	s := &session{rt: rt, scope: rt.CreateObject(nil), line: 1}
	_ = s.scope.Set("given", 7)
	return s
}

// run returns the value as JSON, or the text of the error.
func (s *session) run(t *testing.T, text string) string {
	t.Helper()
	program, err := console.Read(text, s.line)
	s.line += strings.Count(text, "\n") + 1
	if err != nil {
		return err.Error()
	}
	for _, n := range program.Names {
		if old := s.scope.Get(n.Name); old == nil {
			_ = s.scope.Set(n.Name, goja.Undefined())
		}
	}
	promise := s.start(t, program)
	switch result := promise.Result(); {
	case promise.State() == goja.PromiseStateRejected:
		return "threw " + result.String()
	case promise.State() == goja.PromiseStatePending:
		return "pending"
	case !program.IsValue:
		return "no value"
	case goja.IsUndefined(result):
		return "undefined"
	default:
		text, _ := goja.AssertFunction(s.rt.Get("JSON").(*goja.Object).Get("stringify"))
		shown, err := text(nil, result)
		if err != nil {
			t.Fatal(err)
		}
		return shown.String()
	}
}

func (s *session) start(t *testing.T, program *console.Program) *goja.Promise {
	t.Helper()
	outer, err := s.rt.RunProgram(program.Run)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(outer)
	inner, err := call(goja.Undefined(), s.scope)
	if err != nil {
		t.Fatal(err)
	}
	call, _ = goja.AssertFunction(inner)
	result, err := call(goja.Undefined())
	if err != nil {
		t.Fatal(err)
	}
	return result.Export().(*goja.Promise)
}

// Each session is a list of inputs and their results.
var sessions = map[string][][2]string{
	"values": {
		{"1 + 1", "2"},
		{"1 + 1;", "2"},
		{"1; 2", "2"},
		{"'text'", `"text"`},
		{"`a${1}b`", `"a1b"`},
		{"undefined", "undefined"},
		{"-1", "-1"},
		{"'a' + 'b';", `"ab"`},
		{"!true\n", "false"},
		{"1, 2", "2"},
		{"null", "null"},
		{"true", "true"},
		{"void 0", "undefined"},
		{"typeof 1", `"number"`},
		{"/a/.source", `"a"`},
		{"", "no value"},
		{"// nothing", "no value"},
		{"/* a */ 5 // b", "5"},
		{"if (true) 5", "no value"},
		{"given", "7"},
		{"[1, 2,\n 3]", "[1,2,3]"},
		{"a => a", "undefined"},
	},
	"objects": {
		{"{a: 1}", `{"a":1}`},
		{"{}", "{}"},
		{"{a: 1, b: {c: [2]}}", `{"a":1,"b":{"c":[2]}}`},
		{" {a: await 1} // why\n", `{"a":1}`},
		{"{given}", `{"given":7}`},
		{"{...{a: 1}}", `{"a":1}`},
		{"{a: 1};", "no value"},
		{"{ let a = 1; a }", "no value"},
		{"({a: 1})", `{"a":1}`},
		{"{a: 1}.a", "1"},
		{"{a: 1,}", `{"a":1}`},
		{"{a}", "threw ReferenceError: a is not defined"},
		{"{ a: 1 } as any", `{"a":1}`},
	},
	"await": {
		{"await 1", "1"},
		{"Promise.resolve(2)", "2"},
		{"const x = await Promise.resolve(3); x", "3"},
		{"x + 1", "4"},
		{"await Promise.reject('no')", "threw no"},
		{"new Promise(() => {})", "pending"},
		{"for (const p of [1, 2]) { await p; var last = p }", "no value"},
		{"last", "2"},
	},
	"declarations stay": {
		{"const a = 1, b = a + 1", "no value"},
		{"a + b", "3"},
		{"let c", "no value"},
		{"c", "undefined"},
		{"c = 5", "5"},
		{"c", "5"},
		{"let c", "no value"},
		{"c", "undefined"},
		{"var d = 1", "no value"},
		{"var d", "no value"},
		{"d", "1"},
		{"if (true) { var e = 2 }", "no value"},
		{"e", "2"},
		{"for (var i = 0; i < 3; i++);", "no value"},
		{"i", "3"},
		{"for (var k of [7]) {}", "no value"},
		{"k", "7"},
		{"let n = 0; const up = () => ++n; up()", "1"},
		{"up(); n", "2"},
		{"n = 10; up()", "11"},
		{"const a = 'again'", "no value"},
		{"a", `"again"`},
		{"{ let a = 1; var inner = a }", "no value"},
		{"a + inner", `"again1"`},
	},
	"functions and classes": {
		{"twice(2); function twice(x) { return 2 * x }", "4"},
		{"twice(4)", "8"},
		{"async function later() { return await 1 }", "no value"},
		{"later()", "1"},
		{"function* count() { yield 1; yield 2 }", "no value"},
		{"[...count()]", "[1,2]"},
		{"async function* stream() { yield 1; yield 2 }", "no value"},
		{"let sum = 0; for await (const n of stream()) sum += n; sum", "3"},
		{"class A { #x = 1; get x() { return this.#x } }", "no value"},
		{"new A().x", "1"},
		{"class B extends A { static #n = 2; static n() { return B.#n } }", "no value"},
		{"[new B().x, B.n(), B.name]", `[1,2,"B"]`},
		{"class A { x = 5 }", "no value"},
		{"new A().x", "5"},
		{"const f = () => {}; f.name", `"f"`},
		{"(class C {}).name", `"C"`},
		{"typeof C", `"undefined"`},
		{"/* x */ function g() {}", "no value"},
		{"typeof g", `"function"`},
		{"function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }", "no value"},
		{"fact(5)", "120"},
	},
	"destructuring": {
		{"const {a, b: {c = 3}, ...rest} = {a: 1, b: {}, d: 4}; [a, c, rest]", `[1,3,{"d":4}]`},
		{"[a, c, rest]", `[1,3,{"d":4}]`},
		{"let [x, , y = x, ...z] = [1, 2, undefined, 4]", "no value"},
		{"[x, y, z]", "[1,1,[4]]"},
		{"[x, y] = [y + 1, x + 1]", "[2,2]"},
		{"({a, c: rest} = {a: 9, c: 8}); [a, rest]", "[9,8]"},
		{"const {['co' + 'mputed']: q} = {computed: 6}", "no value"},
		{"q", "6"},
	},
	"new names by assignment": {
		{"fresh = 1", "1"},
		{"fresh + 1", "2"},
		{"fresh += 1", "2"},
		{"nobody += 1", "threw ReferenceError: nobody is not defined"},
		{"(() => { hidden = 1 })()", "threw ReferenceError: hidden is not defined"},
	},
	"TypeScript": {
		{"const n: number = 1; n as any", "1"},
		{"interface I { a: string }", "no value"},
		{"type T = I | null", "no value"},
		{"const i = { a: 'x' } satisfies I; i!.a", `"x"`},
		{"enum E { A, B = 5 }", "no value"},
		{"[E.B, E[0]]", `[5,"A"]`},
		{"function id<T>(x: T): T { return x }", "no value"},
		{"id<string>('y')", `"y"`},
		{"class P { constructor(private x: number) {} get() { return this.x } }", "no value"},
		{"new P(3).get()", "3"},
	},
	"strict, as modules are": {
		{"(function () { return this === undefined })()", "true"},
		{"typeof nobody", `"undefined"`},
		{"typeof arguments", `"object"`},
		{"delete Object.prototype", "threw TypeError: Cannot delete property 'prototype' of [object Function]"},
	},
}

func TestSessions(t *testing.T) {
	for name, inputs := range sessions {
		t.Run(name, func(t *testing.T) {
			s := newSession()
			for _, input := range inputs {
				if got := s.run(t, input[0]); got != input[1] {
					t.Errorf("%s\n got %s\nwant %s", input[0], got, input[1])
				}
			}
		})
	}
}

func TestNothingBecomesGlobal(t *testing.T) {
	s := newSession()
	before := len(s.rt.GlobalObject().GetOwnPropertyNames())
	for _, text := range []string{"var a = 1", "b = 2", "function c() {}", "class URL {}", "for (const x of [1]) var d = x"} {
		s.run(t, text)
	}
	if after := len(s.rt.GlobalObject().GetOwnPropertyNames()); after != before {
		t.Errorf("%d names more", after-before)
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"const a = 1, {b, c: [d]} = x": "const a, const b, const d",
		"let e; var f; g = 1":          "f, e, implied g",
		"g = h = 1; i.j = 2; k += 1":   "implied g, implied h",
		"export class C {}\nexport default function d() {}\n  export const e = 1": "C, d, const e",
		"class A {} function b() {}": "A, b",
		"async function* s() {}":     "s", // but none of the compiler's helpers
		"{ let x } for (let y;;) {}": "",
		"var x; var x":               "x, x",
	} {
		program, err := console.Read(text, 1)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, n := range program.Names {
			switch {
			case n.Const:
				got = append(got, "const "+n.Name)
			case n.Implied:
				got = append(got, "implied "+n.Name)
			default:
				got = append(got, n.Name)
			}
		}
		if joined := strings.Join(got, ", "); joined != want {
			t.Errorf("%s: got %s, want %s", text, joined, want)
		}
	}
}

func TestImports(t *testing.T) {
	text := "// first\nimport d, { A as B, type T } from \"./a.js\";\nimport * as all from 'fwrun'; import './b.js'\n" +
		"import type { X } from './x.js'\nall"
	program, err := console.Read(text, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range program.Imports {
		got = append(got, i.Local+"="+i.Name+" of "+i.From)
	}
	want := []string{"d=default of ./a.js", "B=A of ./a.js", "all=* of fwrun", "= of ./b.js"}
	if !slices.Equal(got, want) || !program.IsValue {
		t.Errorf("got %q, value %v", got, program.IsValue)
	}
}

func TestIncompleteInputs(t *testing.T) {
	for _, text := range []string{
		"(", "[1,", "{", "{a: 1,", "{a: 1, b:", "f(1,", "`a", "`a${", "`a${1}", "/* a", "function f() {", "class A {\n  x = 1",
		"if (a)", "a +", "a.", "a ?", "const x =", "const {a,", "import {", "async () =>", "for (const x of y)", "() => {\n", "x as",
		"type A = {", "enum E {", "new", "'a\\",
	} {
		if _, err := console.Read(text, 1); !errors.Is(err, console.ErrIncomplete) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	for _, text := range []string{")", "1 1", "'a", "{a: 1, b: 2 c}", "[}", "let 1", "{ ] ", "/a", "`${)}`", "1)); f((2", "1), (2", "} {"} {
		if _, err := console.Read(text, 1); err == nil || errors.Is(err, console.ErrIncomplete) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestMistakesHavePlaces(t *testing.T) {
	for _, test := range []struct{ text, at, source string }{
		{"a = = 1", "repl:5:5", "a = = 1"},
		{"let x = 1\nlet y = ]", "repl:6:9", "let y = ]"},
		{"let x = 1; let x = 2", "repl:5:16", "let x = 1; let x = 2"},
		{"{a: 1, b: 2 c}", "repl:5:13", "{a: 1, b: 2 c}"},
		{"1; import { a } from 'b'", "repl:5:4", "1; import { a } from 'b'"},
		{"1\nexport { a }", "repl:6:1", "export { a }"},
		{"ok(/\\p{X}/u)", "repl:5:4", "ok(/\\p{X}/u)"},
	} {
		_, err := console.Read(test.text, 5)
		list, ok := errors.AsType[fault.List](err)
		if !ok || len(list) == 0 {
			t.Errorf("%s: got %v", test.text, err)
			continue
		}
		if d := list[0]; d.Place.String() != test.at || d.Source != test.source {
			t.Errorf("%s: got %s, %q: %s", test.text, d.Place, d.Source, d.Message)
		}
	}
}

func TestPlacesOfErrors(t *testing.T) {
	s := newSession()
	for _, input := range [][2]string{
		{"const bad = () => {\n  throw new Error('x')\n}", ""},
		{"let at; try { bad() } catch (e) { at = e.stack }\n at", "bad (repl:2:9"},
		{"{a: 1,\n b: new Error('y').stack}", "repl:7:5"},
	} {
		if got := s.run(t, input[0]); !strings.Contains(got, input[1]) {
			t.Errorf("%s: got %s", input[0], got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, inputs := range sessions {
		for _, input := range inputs {
			f.Add(input[0])
		}
	}
	for _, text := range []string{"import a from 'b'", "import {", "`${", "{a:", "//\r\n\u2028x", "'\\u{10FFFF}'", "😀 = 1", "x = y = {...z}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		program, err := console.Read(text, 3)
		if list, ok := errors.AsType[fault.List](err); ok {
			for _, d := range list {
				if d.Message == "" || d.Place.Line < 0 {
					t.Errorf("%+v", d)
				}
			}
		}
		if err == nil && program.Run == nil {
			t.Error("no program")
		}
	})
}
