package guard_test

import (
	"context"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
)

// TestAStarvedMatchIsTriedAgain: a match is repeated if the machine did other things for longer than the
// limit of an expression. The delay is simulated, once, by the conversion of the index at which the match
// begins.
func TestAStarvedMatchIsTriedAgain(t *testing.T) {
	stands, standing := 0, 1
	pool, err := vm.NewPool(vm.Options{Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		if err := v.Runtime.Set("standStill", func(goja.FunctionCall) goja.Value {
			if stands++; stands <= standing {
				<-time.After(regexpBound)
			}
			return v.Runtime.ToValue(1)
		}); err != nil {
			return nil, err
		}
		return v, guard.Install(v.Runtime, guard.Limits{Left: v.Left, Overrun: v.Overrun})
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close(context.Background()) })
	for source, want := range map[string]string{
		`r.test("aba") + " " + r.lastIndex`:       "ok: true 3",
		`r.exec("aba").index + " " + r.lastIndex`: "ok: 2 3",
	} {
		stands = 0
		if got := run(t, pool, `var r = /a/g; r.lastIndex = {valueOf: standStill}; `+source); got != want || stands < 2 {
			t.Errorf("%s: got %s, begun %d times; want %s", source, got, stands, want)
		}
	}
	stands, standing = 0, 1000 // a machine that is always busy with other work
	if got := run(t, pool, `var r = /a/g; r.lastIndex = {valueOf: standStill}; r.test("a")`); got != "cpu time" || stands > 10 {
		t.Errorf("got %s, begun %d times", got, stands)
	}
}

// TestAMatchEndsWithItsRun: a match that gives up is not tried again if its run has no time left.
func TestAMatchEndsWithItsRun(t *testing.T) {
	for _, source := range []string{
		`/^(a+)+(?=b)c/.test("a".repeat(40))`, `"a".repeat(40).replace(/^(a+)+(?=b)c/g, "")`, `"a".repeat(40).match(/^(a+)+(?=b)c/)`,
	} {
		asked, ended := 0, 0
		rt := goja.New()
		limits := guard.Limits{Left: func() time.Duration { asked++; return 0 }, Overrun: func() { ended++ }}
		if err := guard.Install(rt, limits); err != nil {
			t.Fatal(err)
		}
		if v, err := rt.RunString(source); err == nil || asked != 1 || ended != 1 {
			t.Errorf("%s: %v, %v; asked %d times, ended %d times", source, v, err, asked, ended)
		}
	}
}
