package guard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/vm"
)

// TestWhatStepsMakeIsCounted: each of these makes something far larger than what it is made of, in one step.
func TestWhatStepsMakeIsCounted(t *testing.T) {
	pool := newPool(t, 10*time.Minute, 1<<30)
	for source, want := range map[string]string{
		`var a = [1]; for (let i = 0; i < 24; i++) a = [a, a]; a.flat(Infinity)`:         "throws RangeError: flattened array is too long",
		`Array(2000).fill(Array(1000).fill(1)).flat()`:                                   "throws RangeError: flattened array is too long",
		`Array(2000).fill(Array(1000).fill(1)).flatMap(x => x)`:                          "throws RangeError: flattened array is too long",
		`var a = ['x'.repeat(1e5)]; for (let i = 0; i < 10; i++) a = [a, a]; a.join('')`: "throws RangeError: string of length",
		`var a = ['x'.repeat(1e5)]; for (let i = 0; i < 10; i++) a = [a, a]; String(a)`:  "throws RangeError: string of length",
		`['', ...Array(1000).fill('x'.repeat(1e5))].join('')`:                            "throws RangeError: string of length",
		`var y = 'x'.repeat(1e5); Array(1000).fill({toString: () => y}).join('')`:        "throws RangeError: string of length",
		`var y = 'x'.repeat(4e6); ''.concat({toString: () => y}, {toString: () => y})`:   "throws RangeError: string of length",
		`var y = 'x'.repeat(1e5); 'x'.repeat(1e4).replace(/x/g, () => y)`:                "throws RangeError: string of length",
		`var y = 'x'.repeat(1e5); 'x'.repeat(1e4).replaceAll('x', () => y)`:              "throws RangeError: string of length",
		`'\ufdfa'.repeat(1e6).normalize('NFKD')`:                                         "throws RangeError: string of length",
		`'\u0390'.repeat(4e6).toUpperCase()`:                                             "throws RangeError: string of length",
		`encodeURIComponent('€'.repeat(4e6))`:                                            "throws RangeError: string of length",
		`escape('€'.repeat(4e6))`:                                                        "throws RangeError: string of length",
		`JSON.stringify('\x01'.repeat(4e6))`:                                             "throws RangeError: string of length",
		`String.raw({raw: Array(1000).fill('x'.repeat(1e5))})`:                           "throws RangeError: string of length",
		`'x'.repeat(2e6).localeCompare('y')`:                                             "throws RangeError: string of length",
	} {
		if strings.Contains(want, "flattened") && !inside.Elements.On() {
			continue // the memory of a VM bounds it
		}
		t.Run(source, func(t *testing.T) { explode(t, pool, source, want) })
	}
}

// TestLongStepsAreStopped: built-ins that work on a long value let an interrupt take effect on the way. They
// are called without any script around them, and the interrupt is pending when they begin.
func TestLongStepsAreStopped(t *testing.T) {
	oneGoroutine(t)
	for _, call := range []string{
		`long, long.normalize, 'NFD'`, `long, long.toLowerCase`, `long, long.toUpperCase`, `' '.repeat(1e6), ''.trim`, `' '.repeat(1e6), ''.trimLeft`,
		`' '.repeat(1e6), ''.trimEnd`, `undefined, encodeURIComponent, long`,
		`long, long.split, 'b'`, `long, long.split, /b/`, `long, long.match, /b/g`, `long, long.replace, /b/g, 'c'`, `JSON, JSON.stringify, wide`,
		`nested, nested.flat, 2`, `nested, nested.join`,
		`plain, plain.split, plain.slice(1) + 'y'`, `texts, texts.indexOf, wanted`, `texts, texts.includes, wanted`, `texts, texts.lastIndexOf, wanted`,
		`texts, texts.sort, (0, Function.prototype.call.bind(''.localeCompare))`, `Object, Object.getOwnPropertyDescriptors, table`,
		`slow, slow.test, plain`, `slow, slow.exec, plain`, `plain, plain.search, slow`, `plain, plain.match, slow`, `plain, plain.replace, slow, ''`,
		`plain, plain.replace, slow, () => ''`, `slow, slow[Symbol.match], new String(plain)`,
		`table, table.map, Math.sqrt`, `new Uint8Array(1e5), Uint8Array.prototype.sort, Math.min`, `new Float64Array(1e5), Float64Array.prototype.join`,
		`some, some.match, /x.*z|x/g`, `some, some.replace, /x.*z|x/g, ''`, `some, some.split, /x.*z|x/`, `some, some.match, /(?=x+z)|x/g`,
	} {
		rt := goja.New()
		if err := guard.Install(rt, guard.Limits{}); err != nil {
			t.Fatal(err)
		}
		made, err := rt.RunString(`
			const long = 'abİ'.repeat(4e5), wide = '\x01'.repeat(2e6), nested = Array(100).fill(Array(1e4).fill(1));
			const plain = 'x'.repeat(1e6), some = plain.slice(0, 1e5), texts = Array(30).fill('ǅ'.repeat(9e5)), wanted = texts[0].slice(1) + 'x';
			const table = Array(1e5).fill(1), slow = new RegExp('(?:x?){500}y');
			[` + call + `]`)
		if err != nil {
			t.Fatal(err)
		}
		var parts []goja.Value
		rt.ForOf(made, func(v goja.Value) bool { parts = append(parts, v); return true })
		builtIn, _ := goja.AssertFunction(parts[1])
		rt.Interrupt(vm.ErrCPUTime)
		if _, err := builtIn(parts[0], parts[2:]...); err == nil {
			t.Errorf("%s: ended undisturbed", call)
		}
	}
}
