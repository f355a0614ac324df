package objects_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/objects"
)

// stopped is a runtime in the middle of a call of a script, with frames.
type stopped struct {
	*objects.Objects
	t      testing.TB
	rt     *goja.Runtime
	frames []debugger.Frame
	bound  time.Duration // what an evaluation may take
}

// variables are those of a scope. The variable late is in its dead zone, and fixed is a constant.
type variables struct {
	rt     *goja.Runtime
	values map[string]goja.Value
}

func (v variables) Get(name string) goja.Value {
	if name == "late" {
		panic(v.rt.NewTypeError("late is not defined"))
	}
	return v.values[name]
}

func (v variables) Set(name string, value goja.Value) bool {
	if name != "fixed" {
		v.values[name] = value
	}
	return name != "fixed"
}
func (v variables) Has(name string) bool { return v.values[name] != nil || name == "late" }
func (variables) Delete(string) bool     { return false }
func (variables) Keys() []string         { return []string{"count", "fixed", "late"} }

func newStopped(t testing.TB) *stopped {
	s := &stopped{t: t, rt: goja.New(), bound: time.Minute}
	s.rt.SetMaxCallStackSize(500)
	s.Objects = objects.New(objects.Options{
		Runtime: s.rt, Prefix: "2", Frames: func() []debugger.Frame { return s.frames },
		Bound: func(run func() error) error {
			timer := time.AfterFunc(s.bound, func() { s.rt.Interrupt(errors.New("too long")) })
			defer func() { timer.Stop(); s.rt.ClearInterrupt() }()
			return run()
		},
	})
	this, err := s.rt.RunString(`
		class Base { #secret = "s"; }
		class User extends Base {
			#name = "Ann"; static #made = 1; #age; name2 = 2;
			#hello(what) { return what + " " + this.#name }
			get #loud() { return this.#name + "!" }
			set #loud(v) { this.#name = v }
			read() { return this.#name }
		}
		globalThis.calls = 0; globalThis.User = User; new User()`)
	if err != nil {
		t.Fatal(err)
	}
	scope := func(kind debugger.ScopeKind, values map[string]goja.Value) debugger.Scope {
		return debugger.Scope{Kind: kind, Object: s.rt.NewDynamicObject(variables{s.rt, values})}
	}
	s.frames = []debugger.Frame{{This: this, Scopes: []debugger.Scope{
		scope(debugger.Local, map[string]goja.Value{"count": s.rt.ToValue(1), "fixed": s.rt.ToValue(2)}),
		scope(debugger.Closure, map[string]goja.Value{"count": s.rt.ToValue("outer"), "list": s.rt.NewArray(1, 2)}),
		{Kind: debugger.Global, Object: s.rt.GlobalObject()},
	}}}
	return s
}

func say(a debugger.Answer) string {
	switch {
	case a.Later:
		return "later"
	case a.Thrown != nil && a.Thrown.Object.Type == "":
		return "no answer: " + a.Thrown.Text
	case a.Thrown != nil:
		return a.Thrown.Text + " " + line(a.Thrown.Object)
	}
	return line(a.Object)
}

func line(o debugger.Object) string {
	if len(o.JSON) > 0 {
		return string(o.JSON)
	}
	if o.Description == "" {
		return o.Type
	}
	text, _, _ := strings.Cut(o.Description, "\n")
	return text
}

func (s *stopped) check(table [][2]string, how debugger.Expression) {
	s.t.Helper()
	for _, c := range table {
		how.Text = c[0]
		s.expect(c[0])
		if got := say(s.Evaluate(how)); got != c[1] {
			s.t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// expect shortens what evaluations may take for a text that never ends.
func (s *stopped) expect(text string) {
	if s.bound = time.Minute; strings.Contains(text, "for (;;)") {
		s.bound = 100 * time.Millisecond
	}
}

func TestEvaluate(t *testing.T) {
	newStopped(t).check([][2]string{
		{"1 + 1", "2"},
		{"let a = 1, b: number = 2", "undefined"},
		{"a + b", "3"},
		{"let a = 'again'; a", `"again"`},
		{"c = 5", "5"},
		{"c", "5"},
		{"globalThis.c", "undefined"},
		{"function twice(n: number) { return 2 * n } twice(4)", "8"},
		{"twice(c)", "10"},
		{"class A { m() { return 1 } }; new A().m()", "1"},
		{"{x: 1}", "Object"},
		{"({} as any).x", "undefined"},
		{"this === globalThis", "true"},
		{"throw new RangeError('no')", "Uncaught RangeError: no"},
		{"throw 5", "Uncaught 5"},
		{"nobody", "Uncaught ReferenceError: nobody is not defined"},
		{"1 +", "Uncaught SyntaxError: Unexpected end of input"},
		{"1 1", `Uncaught SyntaxError: Expected ";" but found "1"`},
		{"import x from 'y'; x", "Uncaught SyntaxError: Cannot use import statement outside a module"},
		{"await 5", "5"},
		{"await Promise.resolve(6)", "6"},
		{"await Promise.reject(new Error('late'))", "Uncaught (in promise) Error: late"},
		{"Promise.resolve(7)", "Promise"},
		{"new Promise(() => {})", "Promise"},
		{"count", "Uncaught ReferenceError: count is not defined"},
		{"console.log('%O', a), false\n//# sourceURL=logpoint-abc.cdp", "Uncaught ReferenceError: console is not defined"},
		{"({}).#x", "Uncaught TypeError: Cannot read private member #x from an object whose class did not declare it"},
	}, debugger.Expression{Frame: -1})
}

func TestEvaluateInAFrame(t *testing.T) {
	s := newStopped(t)
	s.check([][2]string{
		{"count", "1"},
		{"count += 41", "42"},
		{"count", "42"},
		{"list.length + fixed", "4"},
		{"fixed = 1", "Uncaught TypeError: Assignment to constant variable."},
		{"late", "Uncaught TypeError: late is not defined"},
		{"typeof nobody", `"undefined"`},
		{"let count = 'shadow'; count", `"shadow"`},
		{"count", "42"},
		{"this.read()", `"Ann"`},
		{"this.#name", `"Ann"`},
		{"`${this.#name} is '.#name'`", `"Ann is '.#name'"`},
		{"this.#name = 'Eve'", `"Eve"`},
		{"this.#name += '?'", `"Eve?"`},
		{"this.read()", `"Eve?"`},
		{"this.#hello('hi')", `"hi Eve?"`},
		{"await this.read()", `"Eve?"`},
		{"await this.#hello(await this.read())", `"Eve? Eve?"`},
		{"this.#loud", `"Eve?!"`},
		{"this.#loud = 'Kim'; this.#name", `"Kim"`},
		{"this.#secret", `"s"`},
		{"User.#made++", "1"},
		{"User.#made", "2"},
		{"this.#hello = 1", "Uncaught TypeError: Cannot assign to read only property '#hello'"},
		{"this.#nobody", "Uncaught TypeError: Cannot read private member #nobody from an object whose class did not declare it"},
		{"list.map((n) => n * count)", "Array(2)"},
		{"[1, 2].map(function () { return arguments.length })[0]", "3"},
	}, debugger.Expression{})
	if got := say(s.Evaluate(debugger.Expression{Text: "1", Frame: 3})); got != "no answer: Could not find call frame with given id" {
		t.Errorf("in a frame that is not there: %s", got)
	}
	if err := s.SetVariable(0, 1, "count", s.rt.ToValue("new")); err != nil {
		t.Error(err)
	}
	if got := s.frames[0].Scopes[1].Object.(*goja.Object).Get("count").String(); got != "new" {
		t.Errorf("count is %s", got)
	}
	for _, wrong := range []struct {
		frame, scope int
		name         string
	}{{0, 0, "nobody"}, {0, 9, "count"}, {1, 0, "count"}, {-1, 0, "count"}, {0, 0, "fixed"}} {
		if s.SetVariable(wrong.frame, wrong.scope, wrong.name, nil) == nil {
			t.Errorf("%+v can be set", wrong)
		}
	}
}

const refusedText = "Uncaught EvalError: Possible side-effect in debug-evaluate"

func TestPure(t *testing.T) {
	s := newStopped(t)
	if _, err := s.rt.RunString(`
		globalThis.spy = { get g() { calls++; return 1 }, valueOf() { calls++; return 1 }, toString() { calls++; return "k" }, plain: { deep: [7] } };
		const trap = () => { calls++ };
		globalThis.proxy = new Proxy({ x: 1 }, { get: trap, has: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap });
		globalThis.map = new Map([[1, 2]]); globalThis.heir = Object.create(spy);`); err != nil {
		t.Fatal(err)
	}
	s.check([][2]string{
		{"count", "1"},
		{"spy.plain.deep[0]", "7"},
		{"spy['pl' + 'ain']?.deep.length", "1"},
		{"spy.nothing?.deep.er", "undefined"},
		{"spy.nothing.deep", "Uncaught TypeError: Cannot read properties of undefined (reading 'deep')"},
		{"map.size", "1"},
		{"'text'.length + count * 2", "6"},
		{"this.#name", `"Ann"`},
		{"typeof spy.plain === 'object' && !late2", "Uncaught ReferenceError: late2 is not defined"},
		{"count > 0 ? `n ${count}` : -count", `"n 1"`},
		{"({ a: count, count })", "Object"},
		{"[count, spy.plain]", "Array(2)"},
		{"count === 1 || spy.g", "true"},
		{"count as number", "1"},
		{"spy.toString", `toString() { calls++; return "k" }`},
		{"void 0", "undefined"},
		{"spy.g", refusedText},
		{"heir.g", refusedText},
		{"proxy.x", refusedText},
		{"this.#loud", refusedText},
		{"+spy", refusedText},
		{"spy + ''", refusedText},
		{"`${spy}`", refusedText},
		{"spy[spy]", refusedText},
		{"spy == 1", refusedText},
		{"spy < 1", refusedText},
		{"({ [spy]: 1 })", refusedText},
		{"f()", refusedText},
		{"new Date", refusedText},
		{"count = 1", refusedText},
		{"count++", refusedText},
		{"delete spy.plain", refusedText},
		{"[...list]", refusedText},
		{"({...spy})", refusedText},
		{"'x' in proxy", refusedText},
		{"spy instanceof proxy", refusedText},
		{"() => 1", refusedText},
		{"class {}", refusedText},
		{"await 1", refusedText},
		{"let x = 1", refusedText},
		{"1; 2", refusedText},
		{"x`a`", refusedText},
		{"({ get a() { return 1 } })", refusedText},
		{"if (1) {}", refusedText},
		{"import('x')", refusedText},
	}, debugger.Expression{Pure: true})
	if n := s.rt.Get("calls").ToInteger(); n != 0 {
		t.Errorf("%d functions of scripts were called", n)
	}
	if got := say(s.Call("function () {}", nil, nil, debugger.Expression{Pure: true})); got != refusedText {
		t.Errorf("a call gives %s", got)
	}
}

// TestEvaluationsEnd: what a debugger does in a pause ends the evaluation, and the script goes on as if nothing had been.
func TestEvaluationsEnd(t *testing.T) {
	s := newStopped(t)
	_ = s.rt.Set("pause", func(goja.FunctionCall) goja.Value {
		for range 2 {
			s.check([][2]string{
				{"for (;;);", "Uncaught Error: too long"},
				{"try { for (;;); } catch {} finally { count = 'never' }", "Uncaught Error: too long"},
				{"[1].map(() => { for (;;); })", "Uncaught Error: too long"},
				{"(function f() { f() })()", "Uncaught RangeError: Maximum call stack size exceeded"},
				{"const o = { get x() { return this.x } }; o.x", "Uncaught RangeError: Maximum call stack size exceeded"},
				{"delete globalThis.Object; delete globalThis.Reflect; delete globalThis.Error; 1", "1"},
				{"Object.prototype.get = 5; Array.prototype.map = null", "Uncaught ReferenceError: Object is not defined"},
				{"({}).constructor.getOwnPropertyDescriptor = null; Function.prototype.call = null; Array.prototype[Symbol.iterator] = null", "null"},
				{"(async () => { await null; calls++ })()", "Promise"},
				{"throw null", "Uncaught null"},
				{"throw { get message() { throw 1 }, toString() { throw 2 } }", "Uncaught Object"},
			}, debugger.Expression{})
		}
		if got := line(s.Describe(s.rt.NewArray(1), "", true)); got != "Array(1)" {
			t.Errorf("an array is %s", got)
		}
		return goja.Undefined()
	})
	v, err := s.rt.RunString(`(function (a) { let b = a + 1; try { for (const c of [1, 2]) { pause(); b += c } } finally { b += 100 } return b })(5)`)
	if err != nil || v.ToInteger() != 109 {
		t.Errorf("the script gives %v, %v", v, err)
	}
	if n := s.rt.Get("calls").ToInteger(); n != 4 { // when the script has ended, the microtasks run
		t.Errorf("%d functions went on", n)
	}
}

func TestPropertiesTouchNothing(t *testing.T) {
	s := newStopped(t)
	v, err := s.rt.RunString(`const trap = () => { calls++ }; ({
		get a() { calls++ }, set b(v) { calls++ }, ["ü"]: 1, [Symbol("k")]: 2,
		proxy: new Proxy({ get x() { calls++ } }, { get: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap }),
		revoked: (() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })(),
		fake: { get [Symbol.toStringTag]() { calls++ }, get constructor() { calls++ }, __proto__: { get constructor() { calls++ } } },
		error: Object.defineProperty(new Error("e"), "stack", { get() { calls++ } }),
		date: Object.assign(new Date(0), { toString() { calls++ } }), expression: Object.assign(/x/, { toString() { calls++ } }),
		map: Object.defineProperty(new Map([[1, 2]]), "size", { get() { calls++ } }), fn: Object.assign(() => 1, { toString() { calls++ } }),
		list: Object.defineProperty([1], 0, { get() { calls++ } }), user: new User(),
	})`)
	if err != nil {
		t.Fatal(err)
	}
	var look func(handle string, depth int)
	look = func(handle string, depth int) {
		for _, own := range []bool{true, false} {
			p, err := s.Properties(handle, debugger.PropertyOptions{Own: own, Look: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range p.Properties {
				if one.Value != nil && one.Value.Handle != "" && depth < 2 {
					look(one.Value.Handle, depth+1)
				}
			}
			for _, one := range p.Internal {
				if one.Value != nil && one.Value.Handle != "" && depth < 2 {
					look(one.Value.Handle, depth+1)
				}
			}
		}
	}
	d := s.Describe(v, "g", true)
	look(d.Handle, 0)
	if n := s.rt.Get("calls").ToInteger(); n != 0 {
		t.Errorf("%d functions of scripts were called", n)
	}
	s.ReleaseGroup("g")
	if _, err := s.Properties(d.Handle, debugger.PropertyOptions{}); err == nil {
		t.Error("a handle of a group that was released is known")
	}
}

// names returns the names of the properties of an expression's value.
func (s *stopped) names(text string, o debugger.PropertyOptions) (names []string, p debugger.Properties) {
	s.t.Helper()
	a := s.Evaluate(debugger.Expression{Text: text, Frame: -1})
	p, err := s.Properties(a.Object.Handle, o)
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	for _, one := range p.Properties {
		names = append(names, one.Name)
	}
	return names, p
}

func TestPropertiesAreBounded(t *testing.T) {
	s := newStopped(t)
	own := debugger.PropertyOptions{Own: true}
	for text, want := range map[string]int{
		"Array.from({length: 5000}, (_, i) => i)": 1001, "new Uint8Array(5000)": 1000,
		"Object.fromEntries(Array.from({length: 5000}, (_, i) => ['k' + i, i]))": 1000,
		"(() => { const a = []; a[4e9] = 1; return a })()":                       2,
		"new String('x'.repeat(5000))":                                           1001, "Object.assign([1, 2], {x: 1})": 4,
	} {
		if names, _ := s.names(text, own); len(names) != want {
			t.Errorf("%s has %d, want %d", text, len(names), want)
		}
	}
	for text, want := range map[string]string{"Object.assign([1, 2], {x: 1})": "[length x]", "new Array(5000)": "[length]"} {
		if names, _ := s.names(text, debugger.PropertyOptions{Own: true, NotIndexed: true}); fmt.Sprint(names) != want {
			t.Errorf("%s has %v without elements", text, names)
		}
	}
	if names, _ := s.names("({get a() {}, b: 1})", debugger.PropertyOptions{Own: true, Accessors: true}); fmt.Sprint(names) != "[a]" {
		t.Errorf("the accessors are %v", names)
	}
	if names, _ := s.names("Object.create({a: 1, b: 2}, {b: {value: 3}})", debugger.PropertyOptions{}); fmt.Sprint(names[:2]) != "[b a]" {
		t.Errorf("with prototypes: %v", names)
	}
	_, p := s.names("new Map(Array.from({length: 5000}, (_, i) => [i, i]))", own)
	if got := p.Internal[1].Value.Description; p.Internal[1].Name != "[[Entries]]" || got != "Array(1000)" {
		t.Errorf("a large map has %s, %s", p.Internal[1].Name, got)
	}
}

// TestObjectsOfTheHost: what Go hands to scripts is described, too, and a variable in its dead zone is a property without a value.
func TestObjectsOfTheHost(t *testing.T) {
	s := newStopped(t)
	type inner struct{ Name string }
	for _, c := range []struct {
		v    any
		want string
	}{
		{s.frames[0].Scopes[0].Object, `Object {"count":"number 1","fixed":"number 2","late":"undefined undefined"}`},
		{s.rt.ToValue(&inner{"x"}), `Object {"Name":"string x"}`},
		{s.rt.ToValue(map[string]any{"a": 1}), `Object {"a":"number 1"}`},
		{s.rt.ToValue([]any{1}), `Array(1) {"0":"number 1"}`},
		{nil, "undefined {}"},
		{5, "undefined {}"}, // no value of the runtime
	} {
		d := s.Describe(c.v, "", true)
		shown := map[string]string{}
		if d.Preview != nil {
			for _, p := range d.Preview.Properties {
				shown[p.Name] = p.Type + " " + *p.Value
			}
		}
		text, _ := json.Marshal(shown)
		if got := line(d) + " " + string(text); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestStacks: errors show the frames of scripts, as V8 writes them, and none of Go.
func TestStacks(t *testing.T) {
	s := newStopped(t)
	_ = s.rt.Set("native", func(goja.FunctionCall) goja.Value { panic(s.rt.NewTypeError("no")) })
	a := s.Evaluate(debugger.Expression{Text: "(function f() { native() })()", Frame: -1})
	if want := "TypeError: no\n    at f (repl:1:17)\n    at repl:1:26"; a.Object.Description != want {
		t.Errorf("got %q, want %q", a.Object.Description, want)
	}
}

func TestCall(t *testing.T) {
	s := newStopped(t)
	parse := func(text, other string) debugger.Value {
		v, err := s.Parse([]byte(text), other)
		if err != nil {
			t.Error(err)
		}
		return v
	}
	this, args := parse(`{"a":[1,{"b":null}]}`, ""), []debugger.Value{
		parse("", "12n"), parse("", "-0"), parse("", "NaN"), parse("", ""),
		parse(`"x"`, ""),
	}
	for _, c := range []struct {
		text string
		how  debugger.Expression
		want string
	}{
		{"function (...all) { return [this.a, all.length] }", debugger.Expression{ByJSON: true}, `[[1,{"b":null}],5]`},
		{"function (n, z, nan, u, x) { return [typeof n, Object.is(z, -0), nan !== nan, u, x].join() }", debugger.Expression{}, `"bigint,true,true,,x"`},
		{"(x) => x", debugger.Expression{ByJSON: true}, "12n"},
		{"async () => 5", debugger.Expression{}, "Promise"},
		{"async () => 5", debugger.Expression{Await: true, ByJSON: true}, "5"},
		{"async () => { throw new Error('a') }", debugger.Expression{Await: true}, "Uncaught (in promise) Error: a"},
		{"() => { const a = {}; a.a = a; return a }", debugger.Expression{ByJSON: true}, "no answer: Object reference chain is too long"},
		{"() => [1n]", debugger.Expression{ByJSON: true}, "no answer: Object couldn't be returned by value"},
		{"() => Symbol('s')", debugger.Expression{ByJSON: true}, "no answer: Object couldn't be returned by value"},
		{"() => () => 1", debugger.Expression{ByJSON: true}, "{}"},
		{"1", debugger.Expression{}, "no answer: Given expression does not evaluate to a function"},
		{"function (", debugger.Expression{}, "Uncaught SyntaxError: Unexpected end of input"},
		{"() => { throw 5 }", debugger.Expression{}, "Uncaught 5"},
		{"() => { for (;;); }", debugger.Expression{}, "Uncaught Error: too long"},
		{"() => ({ toJSON() { for (;;); } })", debugger.Expression{ByJSON: true}, "no answer: Object couldn't be returned by value"},
	} {
		s.expect(c.text)
		if got := say(s.Call(c.text, this, args, c.how)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	if got := say(s.Call("function () { return this === globalThis }", nil, nil, debugger.Expression{})); got != "true" {
		t.Errorf("without an object: %s", got)
	}
	for _, wrong := range [][2]string{{"{", ""}, {"", "12"}, {"", "n"}, {"", "1.5n"}, {"", "nan"}} {
		if _, err := s.Parse([]byte(wrong[0]), wrong[1]); err == nil {
			t.Errorf("%q can be parsed", wrong)
		}
	}
}

// TestLater: the answer to what is awaited comes when the promise is settled, and only then.
func TestLater(t *testing.T) {
	s := newStopped(t)
	var later []string
	how := debugger.Expression{Frame: -1, Later: func(a debugger.Answer) { later = append(later, say(a)) }}
	s.check([][2]string{
		{"const p = {}; p.promise = new Promise((a) => { p.resolve = a }); await p.promise", "later"},
	}, how)
	how.Await = true
	s.check([][2]string{{"p.promise", "later"}, {"(async () => { throw (await p.promise) + 1 })()", "later"}, {"5", "5"}}, how)
	if len(later) > 0 {
		t.Errorf("got %q before", later)
	}
	s.check([][2]string{{"p.resolve(6)", "undefined"}}, debugger.Expression{Frame: -1})
	if got := fmt.Sprint(later); got != "[6 6 Uncaught (in promise) 7]" {
		t.Errorf("got %s", got)
	}
}

func TestTextsThatAreTooDeep(t *testing.T) {
	s := newStopped(t)
	const size = 10 << 20
	for _, part := range []string{
		"!", "-", "- ", "1+", "(", "[", "{", "x=>", "x=", "a?b:",
		"`${", "1,", "typeof ", "f(", "a.b.", "if(1);else ", "x\n", "'", "/", "<", "#",
	} {
		text := strings.Repeat(part, size/len(part)) + "1"
		for _, a := range []debugger.Answer{s.Evaluate(debugger.Expression{Text: text, Frame: -1}), s.Call(text, nil, nil, debugger.Expression{})} {
			if got := say(a); got != "Uncaught SyntaxError: The text is too long, or nested too deep" {
				t.Errorf("%q gives %.100s", part, got)
			}
		}
		if s.Check(text) == nil {
			t.Errorf("%q is right", part)
		}
	}
	if got := s.Evaluate(debugger.Expression{Text: "'" + strings.Repeat("x", 1<<19) + "'.length", Frame: -1}); say(got) != "524288" {
		t.Errorf("a long text gives %.100s", say(got))
	}
}

func FuzzEvaluate(f *testing.F) {
	for _, text := range []string{
		"1", "this.#x", "await 1", "{a:1}", "`${a.#b}`", "let x",
		"#x in a", "a?.#b", "f(", "'\\", "class { #a }", "a.#b = 1", "\x00", "ü.#ü",
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, pure bool) {
		s := newStopped(t)
		s.Evaluate(debugger.Expression{Text: text, Pure: pure, Look: true})
		s.Call(text, nil, nil, debugger.Expression{ByJSON: true})
		s.Check(text)
		if got := say(s.Evaluate(debugger.Expression{Text: "1 + 1"})); got != "2" {
			t.Errorf("after %q, 1 + 1 is %s", text, got)
		}
	})
}

// An error whose stack nobody has asked for has no such property yet.
func TestStackThatNobodyAskedFor(t *testing.T) {
	if !inside.Failures.On() {
		t.Skip(inside.Failures.Err())
	}
	s := newStopped(t)
	v, err := s.rt.RunString(`(function make() { return new (class Mine extends TypeError {})("m") })()`)
	if err != nil {
		t.Fatal(err)
	}
	inside.HideStack(v.(*goja.Object))
	if got := s.Describe(v, "", false).Description; !strings.HasPrefix(got, "TypeError: m\n    at make (") {
		t.Error(got)
	}
}
