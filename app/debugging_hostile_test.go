package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

const abused = `
-- config/application.yml --
server: { workers: { min: 2, max: 2 }, cpu-timeout: 100ms, memory-limit: 256MiB }
-- app.ts --
import { Autowired, GetMapping, PathVariable, RestController, Service } from "fwrun";

@Service
export class Stock {
  async take(count: number) {
    await new Promise((done) => setTimeout(done, 1));
    return count;
  }
}

@RestController
export class Shop {
  @Autowired stock!: Stock;
  @GetMapping("/buy/{count}")
  async buy(@PathVariable count: number) {
    const left = await this.stock.take(count);
    return { left, list: [...new Map([[count, Object.keys({ a: 1 })]]).values()] };
  }
  @GetMapping("/free") free() { return "free"; }
}
`

const bought = `200 {"left":2,"list":[["a"]]}`

// abuses are what somebody may write in the console of a debugger, and a part of what is shown of it; one of several, if there is a |.
var abuses = [][2]string{
	{`throw new TypeError("mine")`, "throws TypeError: mine"},
	{`throw null`, "throws object <nil>"},
	{`throw { get stack() { throw 1 }, toString() { for (;;); } }`, "throws Object"},
	{`for (;;);`, "too long"},
	{`for (;;) { try { for (;;); } catch { continue } finally { continue } }`, "too long"},
	{`eval("for (;;);")`, "too long"},
	{`({ toString() { for (;;); } }) + ""`, "too long"},
	{`/^(?=(a+)+$)/.test("a".repeat(50) + "b")`, "too long"},
	{`[3, 2, 1].sort(() => { for (;;); })`, "too long"},
	{`(function again() { again() })()`, "throws RangeError"},
	{`const kept = []; for (;;) kept.push("x".repeat(100_000) + kept.length)`, "memory|too long"},
	{`let text = "x"; for (;;) text += text`, "memory|too long|throws RangeError"},
	{`const tree = {}; for (let at = tree; ; at = at.next = { rest: new Array(1000).fill(1) });`, "memory|too long"},
	{`new ArrayBuffer(2 ** 40)`, "throws RangeError"},
	{`Array.from({ length: 2 ** 52 })`, "memory|too long|throws RangeError"},
	{`new Array(2 ** 32 - 1).join("x")`, "memory|too long|throws RangeError"},
	{`JSON.parse("[".repeat(1e6))`, "throws SyntaxError|throws RangeError"},
	{`new Promise((_, no) => no(new Error("nobody")))`, "Promise"},
	{`setTimeout(() => { throw new Error("later") }, 0); 1`, "1"},
	{`debugger; 3`, "3"},
	{`process.kill(process.pid, 9)`, "throws"},
}

// TestHostileEvaluations: whatever a debugger evaluates, in a pause or outside of one, ends by itself, and ends nothing else.
func TestHostileEvaluations(t *testing.T) {
	i := startInspected(t, abused)
	w := i.attach()
	for _, inside := range []bool{true, false} {
		frame, resume := "", func() {}
		if inside {
			id := w.breakAt(i.folder, "app.ts", abused, "const left =", "")
			answer := i.get("/buy/2")
			frame = w.paused()
			w.ask("Debugger.removeBreakpoint", map[string]any{"breakpointId": id})
			resume = func() {
				want(t, "a call of a bean that awaits", w.evaluate("this.stock.take(count)", frame), "Promise")
				want(t, "what nobody can await here", w.evaluate("await this.stock.take(count)", frame), "Promise")
				w.ask("Debugger.resume", nil)
				want(t, "the request", <-answer, bought)
			}
		}
		for _, a := range abuses {
			shown := w.evaluate(a[0], frame)
			if !has(shown, a[1]) {
				t.Errorf("%s gives %s, want %s", a[0], shown, a[1])
			}
			want(t, "after "+a[0], w.evaluate("6 * 7", frame), "42")
		}
		resume()
		for range 4 {
			want(t, "requests", <-i.get("/buy/2"), bought)
		}
	}
}

func has(shown, list string) bool {
	for part := range strings.SplitSeq(list, "|") {
		if strings.Contains(shown, part) {
			return true
		}
	}
	return false
}

// TestGlobalsAreDeleted: a worker without its globals is the debugger's own doing. The process, the other worker, and the next generation
// have them.
func TestGlobalsAreDeleted(t *testing.T) {
	i := startInspected(t, abused)
	w := i.attach()
	w.breakAt(i.folder, "app.ts", abused, "const left =", "count === 2")
	answer := i.get("/buy/2")
	frame := w.paused()
	const away = `for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} }; 1`
	want(t, "away", w.evaluate(away, frame), "1")
	want(t, "what is gone", w.evaluate("typeof Map + typeof Promise + typeof Object", frame), "string undefinedundefinedundefined")
	want(t, "what is in scope", w.evaluate("count + 1", frame), "3")
	want(t, "a prototype without methods", w.evaluate("for (const m of ['map', 'push', 'slice', 'join']) delete [][m]; 2", frame), "2")
	for range 4 {
		want(t, "the other worker", <-i.get("/free"), "200 free")
	}
	w.ask("Debugger.resume", nil)
	if got := <-answer; !strings.HasPrefix(got, "500 ") { // new Map
		t.Errorf("the request is answered %s", got)
	}
	want(t, "afterwards", w.evaluate("1 + 1", ""), "2")
	if err := i.app.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		want(t, "the next generation", <-i.get("/buy/1"), `200 {"left":1,"list":[["a"]]}`)
	}
}

// TestConditionsThatFail: a condition that throws, or does not end, is false, and is told once in the console.
func TestConditionsThatFail(t *testing.T) {
	i := startInspected(t, abused)
	w := i.attach()
	for _, c := range [][2]string{
		{"nobody.knows", "the condition nobody.knows of a breakpoint fails: ReferenceError: nobody is not defined"},
		{"for (;;);", ""},
		{"(() => { for (;;); })()", "too long"},
		{"count ===", "SyntaxError"},
	} {
		id := w.breakAt(i.folder, "app.ts", abused, "const left =", c[0])
		for range 3 {
			want(t, "with the condition "+c[0], <-i.get("/buy/2"), bought)
		}
		w.ask("Debugger.removeBreakpoint", map[string]any{"breakpointId": id})
		said := w.said()
		if len(said) != 1 || !strings.Contains(said[0], c[1]) {
			t.Errorf("the condition %s is told as %q, want once %q", c[0], said, c[1])
		}
	}
}

// said returns the lines of the console so far, and forgets them. Nothing may have been paused.
func (w *wire) said() (lines []string) {
	w.ask("Runtime.getIsolateId", nil)
	for _, e := range w.events {
		switch e.Method {
		case "Runtime.consoleAPICalled":
			var line struct {
				Type string
				Args []struct{ Value any }
			}
			if err := json.Unmarshal(e.Params, &line); err != nil {
				w.Fatal(err)
			}
			text := line.Type + ":"
			for _, a := range line.Args {
				text += fmt.Sprint(" ", a.Value)
			}
			lines = append(lines, text)
		case "Debugger.paused":
			w.Error("it was paused")
		}
	}
	w.events = nil
	return lines
}

// TestFiveDebuggersDisagree: one goes on, others step, one evaluates for ever, one wants the next pause. The request is answered, and all are
// of use afterwards.
func TestFiveDebuggersDisagree(t *testing.T) {
	i := startInspected(t, abused)
	var all []*wire
	for range 5 {
		all = append(all, i.attach())
	}
	all[0].breakAt(i.folder, "app.ts", abused, "const left =", "")
	wishes := []string{"Debugger.resume", "Debugger.stepOver", "Debugger.evaluateOnCallFrame", "Debugger.stepOut", "Debugger.pause"}
	for range 10 {
		answer := i.get("/buy/2")
		frames := make([]string, len(all))
		for n, w := range all { // before one lets it go on: nobody is told of a pause that is over
			frames[n] = w.paused()
		}
		var wishing sync.WaitGroup
		for n, w := range all {
			params := map[string]any{"expression": "for (;;);", "callFrameId": frames[n]}
			wishing.Go(func() { _, _ = w.try(wishes[n], params) }) // others may have been first
		}
		wishing.Wait()
		for got := ""; got == ""; {
			_, _ = all[0].try("Debugger.resume", nil) // nothing may be paused
			select {
			case got = <-answer:
				want(t, "the request", got, bought)
			case <-time.After(10 * time.Millisecond):
			}
		}
		for _, w := range all {
			want(t, "afterwards", w.evaluate("6 * 7", ""), "42")
			w.events = nil
		}
	}
}

// TestReleasedTwice: Chrome's own page releases what an evaluation has thrown twice, and goes on to ask.
func TestReleasedTwice(t *testing.T) {
	i := startInspected(t, abused)
	w := i.attach()
	w.breakAt(i.folder, "app.ts", abused, "const left =", "")
	answer := i.get("/buy/2")
	frame := w.paused()
	var thrown struct{ Result struct{ ObjectID string } }
	evaluated := w.ask("Debugger.evaluateOnCallFrame", map[string]any{"callFrameId": frame, "expression": "new Error()"})
	if err := json.Unmarshal(evaluated, &thrown); err != nil || thrown.Result.ObjectID == "" {
		t.Fatalf("%s: %v", evaluated, err)
	}
	for _, id := range []string{thrown.Result.ObjectID, thrown.Result.ObjectID, "none"} {
		w.ask("Runtime.releaseObject", map[string]any{"objectId": id})
	}
	want(t, "afterwards", w.evaluate("6 * 7", frame), "42")
	w.ask("Debugger.resume", nil)
	want(t, "the request", <-answer, bought)
}
