package guard_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// TestAMatchBesideALateClock: what gives up a match is a clock that comes late on a busy machine, and what is given up early is tried
// again.
func TestAMatchBesideALateClock(t *testing.T) {
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{Left: func() time.Duration { return regexpBound }}); err != nil {
		t.Fatal(err)
	}
	match := func(n int) (found bool, took time.Duration) {
		began := time.Now()
		v, err := rt.RunString(fmt.Sprintf(`/^(?:(a+)+c|a+b)(?=d)/.test("a".repeat(%d) + "bd")`, n))
		if err != nil {
			t.Fatal(err)
		}
		return v.ToBoolean(), time.Since(began)
	}
	n := 12
	for ; ; n++ { // until it takes a few ticks
		if found, took := match(n); !found {
			t.Fatalf("with %d not found in %v", n, took)
		} else if took > 50*time.Millisecond {
			break
		}
	}
	for range 10 {
		guard.DelayMatchClock(regexpBound)
		if found, took := match(n); !found {
			t.Errorf("given up after %v", took)
		}
	}
}

// TestAStarvedMatchIsTriedAgain: a match that has given up is repeated a few times if its run has time left.
func TestAStarvedMatchIsTriedAgain(t *testing.T) {
	for _, left := range []time.Duration{time.Millisecond, regexpBound - 1} {
		asked, ended := 0, 0
		rt := goja.New()
		limits := guard.Limits{Left: func() time.Duration { asked++; return left }, Overrun: func() { ended++ }}
		if err := guard.Install(rt, limits); err != nil {
			t.Fatal(err)
		}
		v, err := rt.RunString(`/^(a+)+(?=b)c/.test("a".repeat(40))`)
		if err == nil || asked < 2 || asked > 6 || ended != 1 {
			t.Errorf("%v: %v, %v; asked %d times, ended %d times", left, v, err, asked, ended)
		}
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
