package guard

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/machine"
)

// TestDirectEval: eval sees local variables in sloppy code, within the limits of indirect eval.
func TestDirectEval(t *testing.T) {
	if !inside.Evals.On() {
		t.Skip(inside.Evals.Err())
	}
	for source, want := range map[string]string{
		`(function (a) { var b = 2; return eval("a + b") })(1)`:                                                        "3",
		`(function () { eval("var c = 3"); return c + typeof globalThis.c })()`:                                        "3undefined",
		`(function (a) { return (0, eval)("typeof a") })(1)`:                                                           "undefined",
		`(function (a) { var e = eval; return e("typeof a") })(1)`:                                                     "undefined",
		`(function (a) { "use strict"; return eval("typeof a") })(1)`:                                                  "undefined",
		`(function (a) { return eval("eval('typeof a')") })(1)`:                                                        "undefined",
		`(function (eval) { return eval("x") })((x) => "own" + x)`:                                                     "ownx",
		`(function () { return eval(5) + typeof eval() })()`:                                                           "5undefined",
		`(function () { return eval("'\\u{10FFFF}'").length })()`:                                                      "2",
		`(function () { try { eval("(".repeat(1e5)) } catch (e) { return e.name } })()`:                                "RangeError",
		`(function () { try { eval("x".repeat(1e8)) } catch (e) { return e.name } })()`:                                "RangeError",
		`(function () { try { eval("a b") } catch (e) { return e.name } })()`:                                          "SyntaxError",
		`(function () { try { eval("throw new TypeError") } catch (e) { return e.name } })()`:                          "TypeError",
		`(function f() { try { return eval("f()") } catch (e) { return e.name } })()`:                                  "RangeError",
		`new Function("a", "return eval('a')")(4)`:                                                                     "4",
		`(function (a) { return [1, 2].map(function (x) { return eval("a + x") }).join() })(1)`:                        "2,3",
		`(function () { let n = 0; for (let i = 0; i < 3; i++) eval("n += i"); return n })()`:                          "3",
		`(function (a) { with ({ b: 1 }) return eval("a + b") })(1)`:                                                   "2",
		`(function () { return eval("(function () { return this === globalThis && arguments.callee.length })")() })()`: "0",
	} {
		rt := goja.New()
		rt.SetMaxCallStackSize(machine.MaxFrames + 1000)
		if err := Install(rt, Limits{}); err != nil {
			t.Fatal(err)
		}
		program, err := goja.Compile("", source, false)
		if err != nil {
			t.Fatal(err)
		}
		machine.Improve(program)
		value, err := rt.RunProgram(program)
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if got := value.String(); got != want {
			t.Errorf("%s: got %.200s, want %s", source, got, want)
		}
	}
}
