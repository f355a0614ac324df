package machine

import (
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// testedRun runs a program in a runtime whose method test is known.
func testedRun(t testing.TB, program *goja.Program) string {
	t.Helper()
	rt := goja.New()
	prototype := rt.Get("RegExp").(*goja.Object).Get("prototype").(*goja.Object)
	Install(rt, Limits{Text: 1 << 20, TooLong: func(int64) {}, TooDeep: func() {}, Expressions: prototype})
	return told(rt, program)
}

// Expressions that are tested where they are written behave as they do without the package: plain goja is the oracle.
func TestLiteralsAreTestedAlike(t *testing.T) {
	for _, source := range []string{
		`['ab', 'cd', 'b', ''].map((s) => /b/.test(s)).join()`,
		`['ab', 'cd'].map((s) => (/^a|d$/i.test)(s)).join()`,
		`['ab', 'üb', '\ud83d', '😀'].map((s) => [/^.b$/.test(s), /^.$/u.test(s), /\ud83d/.test(s)]).join()`,
		`[1, null, undefined, {}, [2, 3], true].map((v) => [/1|null|undef/.test(v), /object|2,3|true/.test(v)]).join()`,
		`/undefined/.test()`,
		// a state is that of one evaluation
		`['bb', 'bb', 'bb'].map((s) => [/b/g.test(s), /b/y.test(s), /a/gy.test(s)]).join()`,
		`const f = (s) => /b/g.test(s); [f('ab'), f('ab'), f('ab')].join()`,
		// within each other
		`const f = (n) => /^a/.test({ toString() { return n > 0 && f(n - 1) ? 'b' : 'a' } }); [f(0), f(1), f(2), f(3)].join()`,
		`const f = (n) => n === 0 || /true/.test(f(n - 1)); f(20)`,
		`let log = []; const f = (v) => /x/.test(log.push(v) && v); [f('x'), f('y')].join() + log`,
		`let log = []; const f = (v) => { try { return /x/.test({ toString() { throw new Error('mine') } }) } catch (e) { return e.message } }; f() + f()`,
		`function* g() { for (;;) yield /x/.test(yield) } const it = g(); it.next(); [it.next('x').value, it.next().value, it.next('y').value].join()`,
		`const f = (s) => /x/?.test(s), g = (s) => /x/.test?.(s), h = (s) => (0, /x/.test)?.name; [f('x'), f('y'), g('x'), g('y'), h('x')].join()`,
		"const f = () => /x,y/.test`x${1}y`; [f(), f()].join()",
		`const f = (s) => /x/.test.call(/y/, s); [f('x'), f('y')].join()`,
		// a method that sees the object
		`const seen = []; const f = (s) => /x/.test(s); f('x'); f('x'); const native = RegExp.prototype.test;
			RegExp.prototype.test = function (s) { seen.push(this); return s }; const answers = [f('x'), f(5)]; RegExp.prototype.test = native;
			answers.push(f('x'), f('y')); [answers, seen.length, seen[0] === seen[1], seen[0].source, seen[0].lastIndex].join()`,
		`const seen = []; const f = (s) => /x/.test(s); f('x');
			Object.defineProperty(RegExp.prototype, 'test', { get() { seen.push(this); return () => 7 }, configurable: true });
				[f(), f(), seen[0] === seen[1], seen.length].join()`,
		`const f = (s) => /x/.test(s); f('x'); delete RegExp.prototype.test; let name;
			try { f('x') } catch (e) { name = e.name } Object.prototype.test = function () { return this.source };
			const own = f('x'); delete Object.prototype.test; [name, own].join()`,
		`const f = (g) => /x/.test(g()); f(() => 'x'); f(() => { RegExp.prototype.test = () => 5; return 'x' }) + ' ' + f(() => 'x')`,
		`const f = (s) => /x/.test(s); f('x'); RegExp.prototype.exec = function () { return null }; f('x')`,
		`const f = (s) => /x/.test(s); f('x'); Object.setPrototypeOf(RegExp.prototype, { lastIndex: 5 }); f('x')`,
		`RegExp.prototype[Symbol.match] = () => 5; const f = (s) => /x/.test(s); [f('x'), f('y'), 'x'.match(/x/)].join()`,
		// what is not a call of test
		`const make = () => /x/; make() === make()`,
		`const of = () => /x/.test; of() === of() && of().call(/x/, 'x')`,
		`const of = () => /x/.exec('ax'); of() === of() || of().index`,
		`const of = (name) => /x/[name]('x'); [of('test'), of('test')].join()`,
	} {
		want, got := told(goja.New(), compile(t, source, false)), testedRun(t, compile(t, source, true))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

// An expression without state makes one object, one with state an object each time.
func TestOneObject(t *testing.T) {
	if !inside.Expressions.On() {
		t.Skip(inside.Expressions.Err())
	}
	for source, fewer := range map[string]bool{`(s) => /x/.test(s)`: true, `(s) => /x/g.test(s)`: false, `(s) => /x/.exec(s)`: false} {
		// What is saved is more than two: the race detector empties pools now and then.
		if is, was := allocations(t, source, true), allocations(t, source, false); (is < was-2) != fewer {
			t.Errorf("%s: %v allocations, %v without the package", source, is, was)
		}
	}
}

// allocations returns how many a call of a function takes.
func allocations(t *testing.T, source string, improved bool) float64 {
	t.Helper()
	rt := goja.New()
	Install(rt, Limits{Expressions: rt.Get("RegExp").(*goja.Object).Get("prototype").(*goja.Object)})
	function, err := rt.RunProgram(compile(t, source, improved))
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(function)
	text := rt.ToValue("axb")
	return testing.AllocsPerRun(100, func() {
		if _, err := call(goja.Undefined(), text); err != nil {
			t.Fatal(err)
		}
	})
}

// Runtimes on several goroutines run one program, each with objects of its own.
func TestRuntimesTestTheSameLiterals(t *testing.T) {
	program := compile(t, `let n = 0; for (let i = 0; i < 500; i++) if (/^1|5$/.test(i)) n++; n`, true)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := testedRun(t, program); got != "150" {
				t.Error(got)
			}
		})
	}
	wait.Wait()
}

// Programs that were compiled at run time do not make a runtime keep objects without end.
func TestKeptObjectsAreBounded(t *testing.T) {
	s := new(state)
	for range 5 * maxTested {
		s.remember(new(tester), goja.Null())
		if len(s.tested) > maxTested {
			t.Fatal(len(s.tested))
		}
	}
}
