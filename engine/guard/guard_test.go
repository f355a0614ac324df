package guard_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
)

// The limit for regular expressions is one for the process; the others are per pool.
const (
	cpuTimeout  = 300 * time.Millisecond
	regexpBound = 700 * time.Millisecond
)

func TestMain(m *testing.M) {
	guard.BoundRegexps(regexpBound)
	os.Exit(m.Run())
}

// small keeps the tests quick: calls within these limits take little time.
var small = guard.Limits{StringLength: 4 << 20, ArrayLength: 1 << 20, RegexpInput: 1 << 20}

// program is script work for a pool: it evaluates source and keeps the result as text.
type program struct {
	compiled *goja.Program
	result   string
}

func compile(t testing.TB, source string) *program {
	t.Helper()
	tree, err := goja.Parse("bomb.js", source)
	if err != nil {
		t.Fatal(err)
	}
	guard.Rewrite(tree)
	compiled, err := goja.CompileAST(tree, false)
	if err != nil {
		t.Fatal(err)
	}
	return &program{compiled: compiled}
}

func (p *program) Start(v *vm.VM) (goja.Value, error) { return v.Runtime.RunProgram(p.compiled) }

func (p *program) Next(_ *vm.VM, result goja.Value) (goja.Value, error) {
	p.result = result.String()
	return nil, nil
}

func (p *program) Fail(_ *vm.VM, err error) error { return err }

func newVM(t testing.TB, id int) *vm.VM {
	t.Helper()
	v := vm.New(id, vm.Hooks{})
	if err := guard.Install(v.Runtime, small); err != nil {
		t.Fatal(err)
	}
	return v
}

func newPool(t testing.TB, cpu time.Duration, memory uint64) *vm.Pool {
	t.Helper()
	pool, err := vm.NewPool(vm.Options{
		CPUTimeout:     cpu,
		HandlerTimeout: 10 * time.Minute, // nothing is to reach it
		MemoryLimit:    memory,
		Make:           func(id int) (*vm.VM, error) { return newVM(t, id), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	return pool
}

// run evaluates source on the pool and describes how it ended.
func run(t testing.TB, pool *vm.Pool, source string) string {
	t.Helper()
	p := compile(t, source)
	err := pool.Do(context.Background(), p)
	return outcome(p.result, err)
}

func outcome(result string, err error) string {
	var thrown *goja.Exception
	var overflow *goja.StackOverflowError
	var rejected *vm.Thrown
	switch {
	case err == nil:
		return "ok: " + result
	case errors.Is(err, vm.ErrCPUTime) || interruptedBy(err, vm.ErrCPUTime):
		return "cpu time"
	case errors.Is(err, vm.ErrMemory) || interruptedBy(err, vm.ErrMemory):
		return "memory"
	case errors.As(err, &overflow):
		return "stack overflow"
	case errors.As(err, &thrown):
		return "throws " + vm.Describe(thrown.Value())
	case errors.As(err, &rejected):
		return "throws " + vm.Describe(rejected.Value)
	}
	return err.Error()
}

func interruptedBy(err, reason error) bool {
	var interrupted *goja.InterruptedError
	if !errors.As(err, &interrupted) {
		return false
	}
	given, ok := interrupted.Value().(error)
	return ok && errors.Is(given, reason)
}

// stopped is the outcome of a bomb that would run forever: it is stopped by the limit that is reached first,
// which depends on the machine. For a regular expression on a machine under load that is the expression's own
// limit.
const stopped = "stopped"

func isStopped(got string) bool {
	return got == "cpu time" || got == "memory" || strings.HasPrefix(got, "throws RangeError: the regular expression took too long")
}

// bombs are scripts that hang or kill a process without the guards. Those that are to be stopped would run
// practically forever on any machine.
var bombs = []struct{ source, want string }{
	// texts
	{`'x'.repeat(1e12)`, "throws RangeError: string of length"},
	{`'x'.repeat(Infinity)`, "throws RangeError: Invalid count value"},
	{`'x'.padEnd(2**31)`, "throws RangeError: string of length"},
	{`'x'.padStart(2**53, 'ab')`, "throws RangeError: string of length"},
	{`'x'.repeat(4e6).concat('x'.repeat(4e6))`, "throws RangeError: string of length"},
	{`'x'.repeat(1e5).replaceAll('', 'y'.repeat(1e5)).length`, "throws RangeError: string of length"},
	{`'x'.repeat(1e5).replaceAll('x', '$\x60$&$\'').length`, "throws RangeError: string of length"},
	{`'x'.repeat(1e5).replace(/x/g, "$'$&").length`, "throws RangeError: string of length"},
	{`String.raw({raw: {length: 4e9}})`, "throws RangeError: array of length"},
	{`'x'.repeat(4e6).split('').length`, "throws RangeError: array of length"},
	{`'x'.repeat(4e6).split(/(?:)/).length`, "throws RangeError: string of length"},
	{`'\ud83d'.repeat(4e6).normalize('NFD').length`, "ok: 4000000"},
	{`parseFloat('9'.repeat(4e6))`, "ok: Infinity"},

	// arrays
	{`Array(1e9).fill(0)`, "throws RangeError: array of length"},
	{`Array.from({length: 1e9})`, "throws RangeError: array of length"},
	{`Array(2**32-1).join('x')`, "throws RangeError: array of length"},
	{`Array(1e4).fill('x'.repeat(1e3)).join('')`, "throws RangeError: string of length"},
	{`var a = []; a.length = 4e9; a.indexOf(1)`, "throws RangeError: array of length"},
	{`var a = []; a.length = 4e9; a.forEach(x => x)`, "throws RangeError: array of length"},
	{`var a = []; a.length = 4e9; a.sort()`, "throws RangeError: array of length"},
	{`var a = []; a.length = 4e9; a.slice()`, "throws RangeError: array of length"},
	{`var a = []; a.length = 4e9; a + ''`, "throws RangeError: array of length"},
	{`var a = []; a.length = 4e9; [...a].length`, stopped},
	{`var a = []; a.length = 4e9; new Set(a)`, stopped},
	{`var a = []; a.length = 4e9; Math.max(...a)`, stopped},
	{`var a = []; a.length = 4e9; Math.max.apply(null, a)`, "throws RangeError: 4000000000 arguments"},
	{`var a = []; a.length = 4e9; JSON.stringify(a)`, "throws RangeError: array of length"},
	{`Array.prototype.reverse.call({length: 4e9})`, "throws RangeError: array of length"},
	{`Array.prototype.includes.call({length: 4e9}, 1)`, "throws RangeError: array of length"},
	{`[].concat({length: 4e9, [Symbol.isConcatSpreadable]: true})`, "throws RangeError: array of length"},
	{`Reflect.apply(Math.max, null, {length: 4e9})`, "throws RangeError: 4000000000 arguments"},
	{`var a = []; for (let i = 0; i < 2e4; i++) a = [a]; String(a)`, "throws RangeError: nested too deep"},
	{`var a = []; for (let i = 0; i < 2e4; i++) a = [a]; a.flat(Infinity)`, "throws RangeError: arrays nested deeper"},
	{`var s = 'x'.repeat(4e6), t = 'x'.repeat(4e6); Array.from({length: 1e6}, (_, i) => i % 2 ? s : t).sort(); 1`, "cpu time"},
	{`Object.keys('x'.repeat(3e6))`, "throws RangeError: 3000000 keys"},

	// buffers
	{`new Uint8Array(1e10)`, "throws RangeError: buffer of"},
	{`new ArrayBuffer(1e15)`, "throws RangeError: buffer of"},
	{`new Float64Array({length: 1e9})`, "throws RangeError: array of length"},
	{`class B extends Float64Array {}; new B(1e9)`, "throws RangeError: buffer of"},
	{`Uint8Array.from({length: 1e9})`, "throws RangeError: array of"},

	// numbers
	{`1n << 100000000000n`, "throws RangeError: BigInt of"},
	{`2n ** 10000000000n`, "throws RangeError: BigInt of"},
	{`{ let x = 1n; x <<= 100000000000n }`, "throws RangeError: BigInt of"},
	{`1n >> -100000000000n`, "throws RangeError: BigInt of"},
	{`{ let x = 2n; for (;;) x *= x }`, "cpu time"},
	{`BigInt('9'.repeat(4e6))`, "throws RangeError: string of length"},
	{`BigInt({toString: () => '9'.repeat(4e6)})`, "throws RangeError: string of length"},
	{`BigInt({[Symbol.toPrimitive]: () => '9'.repeat(4e6)})`, "throws RangeError: string of length"},
	{`BigInt.asUintN(2**53 - 1, -1n)`, "throws RangeError: BigInt of"},

	// regular expressions
	{`/^(?=(a+)+$)/.test('a'.repeat(40) + '!')`, stopped},
	{`/^(a+)+\1?$/.exec('a'.repeat(40) + '!')`, stopped},
	{`('a'.repeat(40) + '!').replace(/^(?=(a+)+$)/g, '')`, stopped},
	{`('a'.repeat(40) + '!').match(/^(?=(a+)+$)/)`, stopped},
	{`('a'.repeat(40) + '!').split(/^(?=(a+)+$)/)`, stopped},
	{`var r = /^(?=(a+)+$)/; Array(100).fill('a'.repeat(40) + '!').map(r.test, r)`, stopped},
	{`new RegExp('(?=('.repeat(1e4) + '))'.repeat(1e4))`, "throws RangeError: regular expression"},
	{`'x'.match('('.repeat(1e6))`, "throws RangeError: regular expression"},

	// code
	{`eval('('.repeat(3e6))`, "throws RangeError: code of length"},
	{`eval('('.repeat(2e5))`, "throws RangeError: code nested deeper"},
	{`eval('1' + '+1'.repeat(1e5))`, "throws RangeError: code with more than"},
	{`eval('x:'.repeat(1e5) + ';')`, "throws RangeError: code with more than"},
	{`new Function('('.repeat(1e6))`, "throws RangeError: code of length"},
	{`(async () => {}).constructor('a=>'.repeat(5e4))`, "throws RangeError: code with more than"},
	{`(function*(){}).constructor('['.repeat(1e5))`, "throws RangeError: code nested deeper"},

	// JSON
	{`JSON.parse('['.repeat(4e6))`, "throws SyntaxError: JSON nested deeper"},
	{`JSON.parse('{"a":'.repeat(2e4))`, "throws SyntaxError: JSON nested deeper"},
	{`var o = {}; for (let i = 0; i < 5e4; i++) o = {o}; JSON.stringify(o)`, "throws RangeError: value nested deeper"},
	{`var o = {}; o.a = {b: [o]}; JSON.stringify(o)`, "throws TypeError: Converting circular structure to JSON at a.b.0"},
	{`var a = Array(100).fill('x'.repeat(1e6)); JSON.stringify(a).length`, "throws RangeError: string of length"},
	{`var o = 'x'.repeat(1e4); for (let i = 0; i < 60; i++) o = [o, o]; JSON.stringify(o)`, "throws RangeError: string of length"},

	{`var t = '[' + '{"a":[1,2]},'.repeat(3e5) + '1]'; for (;;) JSON.parse(t)`, "cpu time"},

	// objects
	{`var p = new Proxy({}, {}); Object.setPrototypeOf(p, p)`, "throws TypeError: Cyclic __proto__"},
	{`var x = {}; x.__proto__ = new Proxy(x, {}); x.y`, "throws TypeError: Cyclic __proto__"},
	{`var h = {}; var p = new Proxy({}, h); Reflect.setPrototypeOf(h, p); p.x`, "throws TypeError: Cyclic __proto__"},
	{`var p = {}; for (;;) p = new Proxy(p, {})`, "throws RangeError: proxies nested deeper"},

	// recursion
	{`(function f() { f() })()`, "stack overflow"},
	{`[3, 1, 2].sort(function f() { [3, 1, 2].sort(f); return 0 })`, "stack overflow"},
	{`[1].map(function f() { return [1].map(f) })`, "stack overflow"},
	{`'a'.replace(/a/, function f(x) { return x.replace(/a/, f) })`, "stack overflow"},
	{`var o = {get a() { return this.a }}; o.a`, "stack overflow"},
	{`var o = {toString() { return '' + this }}; o + ''`, "stack overflow"},
	{`var p = new Proxy({}, {get(t, k, r) { return r[k] }}); p.x`, "stack overflow"},
	{`JSON.stringify({toJSON() { return JSON.stringify(this) }})`, "stack overflow"},
	{`JSON.parse('[1]', function f() { return JSON.parse('[1]', f) })`, "stack overflow"},
	{`function* g() { yield* g() } g().next()`, "throws RangeError: nested too deep"},
	{`class A { constructor() { new A } } new A`, "stack overflow"},
	{`(async function f() { await f() })()`, "stack overflow"},
	{`var n = 0; function f() { n++; f() } try { f() } catch {} n`, "stack overflow"},
	{`new Error('x'.repeat(4e6)).stack.length > 4e6`, "ok: true"},

	// loops
	{`for (;;);`, "cpu time"},
	{`a: for (;;) { for (;;) { continue a } }`, "cpu time"},
	{`for (;;) { try { for (;;); } finally { continue } }`, "cpu time"},
	{`(function f() { Promise.resolve().then(f) })(); new Promise(() => {})`, "cpu time"},
	{`(async function f(n) { await null; return f(n + 1) })(0)`, "cpu time"},
	{`(function* g() { for (;;) yield 1 })().forEach`, "ok: undefined"},
	{`function* g() { for (;;) yield 1 } for (const x of g());`, "cpu time"},
	{`function* g() { for (;;) yield 1 } [...g()]`, stopped},
	{`({toString() { for (;;); }})`, "cpu time"},
	{`JSON.stringify({get a() { for (;;); }})`, "cpu time"},
	{`new Set({[Symbol.iterator]: () => ({next() { return {value: 1} }})})`, "cpu time"},
	{`var m = new Map(); for (let i = 0; ; i++) m.set(i % 10, i)`, "cpu time"},
}

func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	short := newPool(t, cpuTimeout, 1<<30)
	long := newPool(t, 2*time.Minute, 1<<30) // the deepest recursion takes a tenth of that on a slow machine
	for _, bomb := range bombs {
		pool := long
		if bomb.want == "cpu time" || bomb.want == stopped {
			pool = short
		}
		t.Run(bomb.source, func(t *testing.T) { explode(t, pool, bomb.source, bomb.want) })
	}
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.HeapAlloc > 256<<20 {
		t.Errorf("%d MiB are still in use", stats.HeapAlloc>>20)
	}
}

// memoryBombs do nothing that a built-in could detect; the watchdog's memory limit stops them.
var memoryBombs = []string{
	`var s = 'x'; for (;;) s += s`,
	"var s = 'x'; for (;;) s = `${s}${s}`",
	`var a = []; for (;;) a.push(new Uint8Array(1e5).fill(1))`,
	`var o = {}; for (;;) o = {o, a: [o]}`,
	`var m = new Map(); for (let i = 0; ; i++) m.set(i, {i})`,
	`var a = []; (function f() { a.push(new Array(1000).fill(1)); return Promise.resolve().then(f) })()`,
}

func TestMemoryBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	// The CPU budget cannot be reached, even by a slow machine with the race detector.
	pool := newPool(t, 10*time.Minute, 128<<20)
	for _, source := range memoryBombs {
		t.Run(source, func(t *testing.T) { explode(t, pool, source, "memory") })
	}
}

// TestSpreadingATextIsStopped: the text is so long that no machine has the time or the memory for it.
func TestSpreadingATextIsStopped(t *testing.T) {
	pool, err := vm.NewPool(vm.Options{CPUTimeout: cpuTimeout, MemoryLimit: 1 << 30, Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		return v, guard.Install(v.Runtime, guard.Limits{StringLength: 256 << 20})
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	explode(t, pool, `[...'x'.repeat(2e8)].length`, stopped)
}

// TestDefaultLimits runs the largest bombs with the limits of an application.
func TestDefaultLimits(t *testing.T) {
	for source, want := range map[string]string{
		`'x'.repeat(1e12)`:                                                 "throws RangeError",
		`'x'.padEnd(2**31)`:                                                "throws RangeError",
		`Array(1e9).fill(0)`:                                               "throws RangeError",
		`Array.from({length: 1e9})`:                                        "throws RangeError",
		`new RegExp('\\p{L}'.repeat(5000), 'u')`:                           "throws SyntaxError",
		`new RegExp('['.repeat(5000), 'v')`:                                "throws SyntaxError",
		`new RegExp('[' + '\\p{L}'.repeat(5000) + ']', 'v')`:               "throws SyntaxError",
		`new RegExp('\\p{L}'.repeat(10000), 'u')`:                          "throws RangeError",
		`Uint8Array.from({length: 1e12})`:                                  "throws RangeError",
		`Float64Array.from({length: 1e9}, x => x)`:                         "throws RangeError",
		`Array(2**32-1).join('x')`:                                         "throws RangeError",
		`new Uint8Array(1e10)`:                                             "throws RangeError",
		`1n << 100000000000n`:                                              "throws RangeError",
		`JSON.parse('['.repeat(5e6))`:                                      "throws SyntaxError",
		`eval('('.repeat(3e6))`:                                            "throws RangeError",
		`new Function('('.repeat(1e6))`:                                    "throws RangeError",
		`'x'.repeat(1e7).length`:                                           "ok: 10000000",
		`Array.from({length: 1e5}).fill(1).map(x => x + 1).length`:         "ok: 100000",
		`JSON.stringify(JSON.parse('[' + '1,'.repeat(1e5) + '1]')).length`: "ok: 200003",
		`(2n ** 100000n).toString().length`:                                "ok: 30103",
	} {
		if got := evaluate(t, true, source); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %.200s, want %s", source, got, want)
		}
	}
}

// stopsLoop measures, once, how long it takes until a loop is stopped.
var stopsLoop struct {
	sync.Once
	took time.Duration
}

// hanging returns what is far beyond every budget: a script that takes longer was not stopped.
func hanging(t *testing.T) time.Duration {
	t.Helper()
	stopsLoop.Do(func() {
		pool := newPool(t, cpuTimeout, 1<<30)
		start := time.Now()
		if got := run(t, pool, `for (;;);`); got != "cpu time" {
			t.Fatalf("a loop: %s", got)
		}
		stopsLoop.took = time.Since(start)
	})
	return 300 * stopsLoop.took
}

// explode runs a bomb and then a harmless script.
func explode(t *testing.T, pool *vm.Pool, source, want string) {
	longest := hanging(t)
	start := time.Now()
	if got := run(t, pool, source); !strings.HasPrefix(got, want) && (want != stopped || !isStopped(got)) {
		t.Errorf("got %.200s, want %s", got, want)
	}
	if took := time.Since(start); took > longest {
		t.Errorf("took %v, and a loop is stopped after %v", took, stopsLoop.took)
	}
	if got := run(t, pool, `[1, 2, 3].map(n => n * 2).join()`); got != "ok: 2,4,6" {
		t.Errorf("the next call: %s", got)
	}
}

// TestARegexpThatGivesUpIsAnError: a match that gives up throws, instead of reporting no match, if the run is
// not interrupted before.
func TestARegexpThatGivesUpIsAnError(t *testing.T) {
	const want = "throws RangeError: the regular expression took too long"
	for _, source := range []string{
		`/^(a+)+\1?$/.exec('a'.repeat(40) + '!')`,
		`/^(?=(a+)+$)/.test('a'.repeat(40) + '!')`,
		`('a'.repeat(40) + '!').match(/^(?=(a+)+$)/)`,
	} {
		if got := evaluate(t, true, source); got != want {
			t.Errorf("%s: got %.200s", source, got)
		}
	}
}
