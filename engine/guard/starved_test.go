package guard_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// TestAMatchBesideALateClock: what gives up a match is a clock that comes late on a busy machine, and what is given up early is tried
// again: by every method that matches, and before a function is called with what was found.
func TestAMatchBesideALateClock(t *testing.T) {
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{Left: func() time.Duration { return regexpBound - 1 }}); err != nil {
		t.Fatal(err)
	}
	run := func(source string) (result string, took time.Duration) {
		t.Helper()
		began := time.Now()
		v, err := rt.RunString(source)
		if err != nil {
			t.Fatal(err)
		}
		return v.String(), time.Since(began)
	}
	// The second match takes as long as is wanted.
	text := func(n int) string {
		return fmt.Sprintf(`const s = "bd" + "a".repeat(%d) + "bd", e = /(?:(a+)+c|a*b)(?=d)/g;`, n)
	}
	source := func(n int, expression string) string { return "(() => {" + text(n) + "return " + expression + "})()" }
	shortest := func(n int) time.Duration {
		best := time.Hour
		for range 3 { // other work of the machine affects one match, but not each of several
			found, took := run(source(n, `/^bd(?:(a+)+c|a+b)(?=d)/.test(s)`))
			if found != "true" {
				t.Fatalf("with %d not found in %v", n, took)
			}
			best = min(best, took)
		}
		return best
	}
	n := 12
	for shortest(n) < 50*time.Millisecond { // a few ticks of the clock
		n++
	}
	calls := 0
	if err := rt.Set("called", func() { calls++ }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		expression, want string
		calls            int
	}{
		{`/^bd(?:(a+)+c|a+b)(?=d)/.test(s)`, "true", 0},
		{`s.match(e).length`, "2", 0},
		{`s.split(e).join()`, ",,d,,d", 0},
		{`s.replace(e, "x")`, "xdxd", 0},
		{`s.replace(e, () => (called(), "x"))`, "xdxd", 2},
		{`s.replaceAll(e, (found, group, at) => (called(), at))`, "0d2d", 2},
		{`s.replace(/^bd(?:(a+)+c|a+b)(?=d)/, (found) => (called(), found.length))`, fmt.Sprintf("%dd", n+3), 1},
		{`[...s.matchAll(e)].length`, "2", 0},
	} {
		calls = 0
		const rounds = 4
		for range rounds {
			guard.DelayMatchClock(regexpBound)
			if found, took := run(source(n, c.expression)); found != c.want {
				t.Errorf("%s is %s after %v", c.expression, found, took)
			}
		}
		if calls != rounds*c.calls {
			t.Errorf("%s has called its function %d times in %d rounds", c.expression, calls, rounds)
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
