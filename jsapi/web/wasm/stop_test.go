package wasm_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/wasm"
)

// script is work that runs one script.
type script string

func (s script) Start(v *vm.VM) (goja.Value, error) {
	return v.Runtime.RunScript("user.js", "(async () => {"+helpers+string(s)+"\n})()")
}
func (s script) Next(*vm.VM, goja.Value) (goja.Value, error) { return nil, nil }
func (s script) Fail(_ *vm.VM, err error) error              { return err }

func newPool(t *testing.T, limits wasm.Limits, options vm.Options) *vm.Pool {
	t.Helper()
	options.Make = func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		return v, prepare(v, limits)
	}
	pool, err := vm.NewPool(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	return pool
}

// TestLoopsAreStopped: whatever a module does without an end is stopped as a script is, and the VM works on.
func TestLoopsAreStopped(t *testing.T) {
	pool := newPool(t, wasm.Limits{}, vm.Options{Min: 1, Max: 1, CPUTimeout: 200 * time.Millisecond})
	late := 20 * stopsLoop(t, pool)
	for name, body := range map[string]string{
		"a loop":                                 `basic().loop()`,
		"a loop of calls":                        `basic().calls(1)`,
		"recursion":                              `basic().fibonacci(60)`,
		"a start function":                       `load('spin')`,
		"filling memory":                         `const e = basic(); e.grow(7); for (;;) e.fill(0, 1, 500000)`,
		"tail calls":                             `load('simd').even(-1)`,
		"calls of a script":                      `const e = basic(); for (;;) e.add(1, 2)`,
		"a loop that a script catches":           `for (;;) { try { basic().loop() } catch {} }`,
		"a loop within a script within a module": `const e = load('basic', {env: {...env, log() { try { e.loop() } finally { e.loop() } }}}); e.callLog(1)`,
		"a loop in a comparison":                 `const e = basic(); [3, 2, 1, 5].sort(() => e.loop())`,
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			err := pool.Do(t.Context(), script(body))
			if took := time.Since(began); !errors.Is(err, vm.ErrCPUTime) && !strings.Contains(err.Error(), "ran too long") || took > late {
				t.Errorf("%v after %v; %v would be late", err, took, late)
			}
			if err := pool.Do(t.Context(), script(`if (basic().add(1, 2) !== 3) throw 1`)); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// stopsLoop returns how long it takes until a loop of a script is stopped.
func stopsLoop(t *testing.T, pool *vm.Pool) time.Duration {
	t.Helper()
	began := time.Now()
	if err := pool.Do(t.Context(), script(`for (;;);`)); !errors.Is(err, vm.ErrCPUTime) {
		t.Fatal(err)
	}
	return time.Since(began)
}

// TestLoopsLetTheCollectorRun: a module's loop does not keep the process from collecting garbage until it ends.
func TestLoopsLetTheCollectorRun(t *testing.T) {
	pool := newPool(t, wasm.Limits{}, vm.Options{Min: 1, Max: 1, CPUTimeout: 300 * time.Millisecond})
	var loop, longest time.Duration
	for range 5 { // other work of the machine may make a collection long, but not each time
		if loop, longest = collectDuringLoop(pool); longest < loop/2 {
			return
		}
	}
	t.Errorf("beside a loop of %v, a collection took %v", loop, longest)
}

// collectDuringLoop collects garbage again and again while a module loops, and returns how long it loops, and the longest collection.
func collectDuringLoop(pool *vm.Pool) (loop, longest time.Duration) {
	done := make(chan struct{})
	start := time.Now()
	go func() {
		defer close(done)
		_ = pool.Do(context.Background(), script(`basic().fibonacci(60)`))
		loop = time.Since(start)
	}()
	for {
		began := time.Now()
		runtime.GC()
		longest = max(longest, time.Since(began))
		select {
		case <-done:
			return loop, longest
		default:
		}
	}
}

// TestInstancesAreFreed: a script may instantiate again and again what it forgets.
func TestInstancesAreFreed(t *testing.T) {
	pool := newPool(t, wasm.Limits{}, vm.Options{Min: 1, Max: 1, CPUTimeout: time.Minute})
	err := pool.Do(t.Context(), script(`
const module = new WebAssembly.Module(file('basic.wasm'));
for (let i = 0; i < 1000; i++) {
	const e = new WebAssembly.Instance(module, {env}).exports;
	e.grow(7); // half a MiB, of which all are 500 MiB
	new Uint8Array(e.memory.buffer)[500000] = 1;
	if (e.add(i, 1) !== i + 1 || e.table.get(0)(2, 3) !== 5) throw new Error('wrong');
}`))
	if err != nil {
		t.Fatal(err)
	}
}

// TestModulesSurviveCollections: what modules refer to outside of the collector's sight stays alive.
func TestModulesSurviveCollections(t *testing.T) {
	p := newPage(t, wasm.Limits{})
	_ = p.Runtime.Set("gc", func() { runtime.GC(); runtime.GC() })
	for _, c := range [][2]string{
		{
			`let a = basic(), b = load('shared', {a}); const {mine, bump, read} = b; a = b = undefined; gc(); gc(); return [mine(6, 7), bump(), read(8)]`,
			"42|8|104",
		},
		{`const table = new WebAssembly.Table({initial: 4, element: 'anyfunc'}); (() => { const a = basic(); load('shared', {a: {...a, table, add: (x, ` +
			`y) => x + y}}); table.set(0, a.add); })(); gc(); gc(); const junk = []; for (let i = 0; i < 200; i++) junk.push(basic().add(i, 1)); gc(); ` +
			`return [table.get(2)(6, 7), table.get(0)(6, 7)]`, "42|13"},
		{`const e = load('basic', {env: {...env, log() { gc(); throw new Error('x'); }}}); return [thrown(() => e.callLog(1)), ` +
			`thrown(() => e.table.get(1)(1))]`, "Error: x|Error: x"},
		{`const f = (() => load('refs', {env: {f: (x) => ({x})}}).through)(); gc(); return f('a').x`, "a"},
	} {
		for range 5 {
			if got := p.eval(c[0]); got != c[1] {
				t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
			}
		}
	}
}
