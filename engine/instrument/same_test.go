package instrument_test

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/source"
)

// tellsAll are programs whose result would show what is not as without probes and counters: names, texts, lengths, stacks, orders.
var tellsAll = []string{
	`const f = (a = () => {}, { b = function () {} } = {}, [d] = [() => {}]) => [a.name, b.name, d.name]; log(f(), f.length, f.name);
	 let x, y; ({ x = () => {}, y = class {} } = {}); [x = () => {}] = [x]; log(x.name, y.name);`,
	`class A { a = () => {}; static b = function () {}; #c = class {}; ["d" + 1] = () => {}; "e f" = () => {}; 1 = () => {};
	 names() { return [this.a.name, A.b.name, this.#c.name, this.d1.name, this["e f"].name, this[1].name] } }
	 log(new A().names(), Object.keys(new A()), A.name);`,
	`function a(x) { return b(x) } const b = (x) => c.d(x), c = { d(x) { if (x) throw new Error("deep"); return new Error("made") } };
	 try { a(1) } catch (e) { log(e.stack) } log(a(0).stack);
	 try { null.x } catch (e) { log(e.stack) } try { undefinedName } catch ({ stack }) { log(stack) } try { a.b.c.d } catch { log("none") }`,
	`async function one() { await null; throw new Error("later") } try { await one() } catch (e) { log(e.stack) }
	 function* g() { try { yield 1; yield* [2, 3]; } finally { log("end") } } log([...g()].length); for (const v of g()) { log(v); break }
	 const it = g(); log(it.next().value, it.return(5).value, it.next().done); await Promise.all([1, 2].map(async (v) => log(await v)));`,
	`let list = []; for (let i = 0; i < 3; i++) list.push(() => i); log(list.map((f) => f()));
	 list = []; for (let i = 0, f = () => i; i < 2; i++) list.push(f); log(list.map((f) => f()));
	 for (const i = 0; ;) { log(i); break } for (let i = 0; ;) { if (i++ > 1) break; else continue } for (var k in { a: 1 }) log(k);
	 for (let z of [1, 2]) { let z = 5; log(z) } a: for (;;) { b: for (;;) { if (list) break a; continue b } }`,
	`switch (2) { case 1: let q = 1; case 2: q = 2; log(q); case 3: { let q = 3; log(q) } default: function h() { return 1 } log(h()) }`,
	`class B { constructor() { log(new.target.name) } get v() { return 1 } static s() { return super.toString === Function.prototype.toString } }
	 class C extends B { #p = 1; constructor(a = log("default")) { log("before"); super(); log(this.#p, #p in this, super.v) }
	   static { log(this.name) } }
	 new C(); log(C.s(), Object.getOwnPropertyNames(C.prototype));`,
	`var v = 1; { function v2() {} } if (v) var w = 2; log(v, w, typeof v2, (() => { "use strict"; return this })());
	 log((function () { return arguments.length })(1, 2), (function f(n) { return n ? n * f(n - 1) : 1 })(5), eval("v + 1"), (0, eval)("typeof v"));`,
	`const o = { a: 1, get b() { return this.a }, ["c" + 1]: 2, m() { return super.toString() }, ...{ d: 4 } };
	 log(o.m?.(), o.n?.(), delete o.a, o?.b, void 0);
	 log(((a, b) => a ?? b)(null, 1), (a => a)(2), (() => ({ x: 1 }))().x, ` + "`t${o.c1}`" + `, ((s, ...v) => s.raw[0] + v)` + "`r${1}`" + `);`,
	`function deep(n) { return n ? deep(n - 1) + 1 : 0 } log(deep(500)); log([3, 1, 2].sort((a, b) => a - b));`,
	`try { let a = b; let b = 1 } catch (e) { log(e.name, e.message) } try { const c = 1; c = 2 } catch (e) { log(e.name, e.message) }
	 try { throw 1 } catch (e) { log(e) } try { try { throw 2 } finally { log("f") } } catch (e) { log(e) } l: { break l } do ; while (0); ;`,
}

// TestSame: programs say the same with probes, with counters, and without.
func TestSame(t *testing.T) {
	for i, text := range tellsAll {
		sameProgram(t, fmt.Sprint("program ", i), text, true)
	}
	for _, name := range must(filepath.Glob("testdata/probes/*.txtar")) {
		archive := must(txtar.ParseFile(name))
		files := archive.Files[:len(archive.Files)-1]
		plain, probed := &trace{}, &trace{at: func(r *instrument.Recorder, _ int32) { r.Frames() }}
		plain.run(t, build(t, files, false))
		built := build(t, files, true)
		probed.table = built.Table
		probed.run(t, built)
		if want := plain.String(); withoutErrors(probed.String()) != want {
			t.Errorf("%s says\n%s\nwant\n%s", name, probed, want)
		}
	}
}

func withoutErrors(trace string) string {
	return regexp.MustCompile(`(?m)^  (throws|caught) .*\n`).ReplaceAllString(trace, "")
}

// TestHostile: nesting and numbers that nobody writes take no more than a few times what they take without.
func TestHostile(t *testing.T) {
	members, methods := "", ""
	for i := range 400 {
		members += fmt.Sprintf("#p%d = %d; ", i, i)
		methods += fmt.Sprintf("m%d() { return this.#p%d } ", i, i)
	}
	for name, text := range map[string]string{
		"functions": strings.Repeat("(function(a) { let b = a; ", 200) + "log(1)" + strings.Repeat(" })(1);", 200),
		"blocks":    strings.Repeat("{ let x = 1; ", 300) + "log(x)" + strings.Repeat(" }", 300),
		"logic":     "log(" + strings.Repeat("1 && (", 300) + "2" + strings.Repeat(")", 300) + ")",
		"names":     "let z = 1; " + strings.Repeat("{ let b = z; }", 3000) + " log(z)",
		"members":   "class A { " + members + methods + "} log(new A().m7())",
		"one line":  "log(" + strings.Repeat("[1, '\u00e9é'].length + ", 3000) + "0)",
	} {
		sameProgram(t, name, text, true)
	}
}

// FuzzSame: any program that the parser takes behaves the same.
func FuzzSame(f *testing.F) {
	for _, text := range tellsAll {
		f.Add(text)
	}
	f.Add(string(must(os.ReadFile("testdata/istanbul/run.js"))))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 10_000 {
			sameProgram(t, "the program", text, false)
		}
	})
}

// sameProgram runs a program in all three ways. What takes too long, or is not valid, says nothing.
func sameProgram(t *testing.T, name, text string, valid bool) {
	t.Helper()
	plain, ok := runAs(t, text, instrument.None)
	if !ok {
		if valid {
			t.Fatalf("%s does not run: %s", name, plain)
		}
		return
	}
	if got, ok := runAs(t, text, instrument.WithProbes); ok && got != plain {
		t.Errorf("%s says with probes\n%s\nwant\n%s\n%s", name, got, plain, text)
	}
	_, counted, counters := instrument.Count("app.js", []byte(text), 0)
	if counters == 0 || strings.Contains(plain, "{") || strings.Contains(plain, "=>") {
		return // or it says the text of a function
	}
	if again, ok := runAs(t, text+" ", instrument.None); !ok || again != plain {
		return // it says the time, its own text, or chance
	}
	counts := instrument.NewCounts(nil, counters)
	if got, ok := runText(t, string(counted), counts); ok && withoutPlaces(got) != withoutPlaces(plain) {
		t.Errorf("%s says with counters\n%s\nwant\n%s\n%s", name, got, plain, counted)
	}
}

// withoutPlaces returns a text without columns: those of a text with counters are mended by its source map.
func withoutPlaces(text string) string {
	return regexp.MustCompile(`:\d+:\d+`).ReplaceAllString(text, ":")
}

// runAs runs a program, and reports whether it came to its end in time.
func runAs(t *testing.T, text string, mode instrument.Mode) (said string, ok bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil && mode == instrument.None {
			said, ok = fmt.Sprint(p), false // the engine cannot compile it
		} else if p != nil {
			panic(p)
		}
	}()
	code := "(async (log) => {\n" + text + "\n})"
	tree, err := parser.ParseFile(nil, "app.js", code, 0, parser.WithDisableSourceMaps)
	if err != nil || len(tree.Body) != 1 {
		return fmt.Sprint(err), false
	}
	if s, _ := tree.Body[0].(*ast.ExpressionStatement); s == nil {
		return "", false
	} else if _, arrow := s.Expression.(*ast.ArrowFunctionLiteral); !arrow {
		return "", false
	}
	if mode == instrument.None {
		program, err := goja.CompileAST(tree, true)
		if err != nil {
			return err.Error(), false
		}
		return execute(program, nil, nil)
	}
	table := instrument.Probes(tree, instrument.ReadSources(instrument.Input{
		Code: []byte(code), Segments: itself(code), Files: []instrument.Source{{File: instrument.File{Path: "app.js", Text: code}}},
	}))
	program, err := goja.CompileAST(tree, true)
	if err != nil {
		t.Fatalf("it does not compile with probes: %v\n%s", err, text)
	}
	instrument.Erase(program)
	return execute(program, table, nil)
}

func runText(t *testing.T, text string, counts *instrument.Counts) (said string, ok bool) {
	t.Helper()
	program, err := goja.Compile("app.js", "(async (log, "+instrument.CounterName+") => {\n"+text[:strings.LastIndex(text, "\n//#")]+"\n})", true)
	if err != nil {
		t.Fatalf("it does not compile with counters: %v\n%s", err, text)
	}
	return execute(program, nil, counts)
}

// itself is a source map from each token to itself.
func itself(code string) iter.Seq[instrument.Segment] {
	return func(yield func(instrument.Segment) bool) {
		line, begin, at := 1, 0, 0
		for _, token := range source.Tokens(code) {
			for ; at < int(token.Start); at++ {
				if code[at] == '\n' {
					line, begin = line+1, at+1
				}
			}
			column := at - begin + 1
			if !yield(instrument.Segment{Line: line, Column: column, FromLine: line, FromColumn: column}) {
				return
			}
		}
	}
}

// execute runs a program with a hook that reads all that can be read.
func execute(program *goja.Program, table *instrument.Table, counts *instrument.Counts) (said string, ok bool) {
	rt := goja.New()
	rt.SetMaxCallStackSize(600)
	timer := time.AfterFunc(300*time.Millisecond, func() { rt.Interrupt("late") })
	defer timer.Stop()
	var out strings.Builder
	log := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		for _, a := range call.Arguments {
			fmt.Fprintln(&out, a)
		}
		return goja.Undefined()
	})
	value, err := rt.RunProgram(program)
	if err != nil {
		return err.Error(), false
	}
	main, _ := goja.AssertFunction(value)
	if table != nil {
		recorder := instrument.NewRecorder(rt, table, instrument.NewWatch(table))
		recorder.Step = true
		recorder.Hook = reader{&trace{table: table}}
		if value, err = main(goja.Undefined(), recorder.Arguments()...); err != nil {
			return err.Error(), false
		}
		main, _ = goja.AssertFunction(value)
	}
	arguments := []goja.Value{log}
	if counts != nil {
		arguments = append(arguments, counts.Counter(rt))
	}
	done, err := main(goja.Undefined(), arguments...)
	if err != nil {
		return err.Error(), false
	}
	if p := done.Export().(*goja.Promise); p.State() == goja.PromiseStateRejected {
		fmt.Fprintln(&out, "!", p.Result())
	}
	return regexp.MustCompile(`\(\d+\)`).ReplaceAllString(out.String(), ""), timer.Stop()
}

// reader reads all variables of all frames.
type reader struct{ *trace }

func (r reader) Reached(recorder *instrument.Recorder, _ int32) {
	for _, f := range recorder.Frames()[:min(3, len(recorder.Frames()))] {
		for _, view := range f.Scopes() {
			for i, name := range view.Names() {
				if value, err := view.Get(i); err == nil && !name.Constant {
					_ = view.Set(i, value)
				}
			}
		}
		f.This()
	}
}
