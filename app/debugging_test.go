package app_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/debugger"
)

// debugged is an application that is served, with a debugger that has attached.
type debugged struct {
	*testing.T
	app    *app.App
	folder string
	url    string
	client debugger.Client

	paused  chan *debugger.Pause
	resumed chan struct{}
	mu      sync.Mutex
	lines   []debugger.Line
}

func (d *debugged) ScriptParsed(*debugger.Script)                {}
func (d *debugged) Cleared()                                     {}
func (d *debugged) BreakpointResolved(string, debugger.Location) {}
func (d *debugged) Paused(p *debugger.Pause)                     { d.paused <- p }
func (d *debugged) Resumed()                                     { d.resumed <- struct{}{} }
func (d *debugged) Logged(l debugger.Line) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, l)
}

// startDebugged serves an application, and enables a debugger.
func startDebugged(t *testing.T, archive string) *debugged {
	t.Helper()
	d := &debugged{T: t, folder: unpack(t, archive), paused: make(chan *debugger.Pause, 100), resumed: make(chan struct{}, 100)}
	options := app.Options{Folder: d.folder, Debugging: app.NewDebugging(), Reloads: true, Logger: silent}
	d.serve(options)
	d.client = options.Debugging.Attach(d)
	if err := d.client.Enable(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

// serve starts the application on a port of its own, until the test ends.
func (d *debugged) serve(options app.Options) {
	d.Helper()
	running, err := app.Start(d.Context(), options)
	if err != nil {
		d.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		d.Fatal(err)
	}
	go func() { _ = running.Serve(listener) }()
	d.Cleanup(func() { _ = running.Close(context.Background()) })
	d.app, d.url = running, "http://"+listener.Addr().String()
}

// breakAt sets a breakpoint at the first line of a file that has a text.
func (d *debugged) breakAt(file, text, condition string) (id string) {
	d.Helper()
	for _, s := range d.client.Scripts() {
		if s.Path != filepath.Join(d.folder, file) {
			continue
		}
		before, _, found := strings.Cut(s.Text, text)
		if !found {
			d.Fatalf("%s has no %q", file, text)
		}
		line := strings.Count(before, "\n")
		id, at, err := d.client.Set(debugger.Breakpoint{Path: s.Path, Line: line, Condition: condition})
		if err != nil || len(at) != 1 || at[0].Line != line {
			d.Fatalf("a breakpoint at line %d of %s: %v, %v", line+1, file, at, err)
		}
		return id
	}
	d.Fatalf("there is no script %s", file)
	return ""
}

// get begins a request, and returns what it is answered.
func (d *debugged) get(path string) <-chan string {
	answer := make(chan string, 1)
	go func() {
		response, err := http.Get(d.url + path)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer func() { _ = response.Body.Close() }()
		body, _ := io.ReadAll(response.Body)
		answer <- fmt.Sprint(response.StatusCode, " ", string(body))
	}()
	return answer
}

// stop waits for a pause, which has to be in a line that has a text.
func (d *debugged) stop(text string) *debugger.Pause {
	d.Helper()
	select {
	case p := <-d.paused:
		at := p.Frames[0].Location
		if line := strings.Split(at.Script.Text, "\n")[at.Line]; !strings.Contains(line, text) {
			d.Errorf("paused at line %d, %q, for %s; want %q", at.Line+1, strings.TrimSpace(line), p.Reason, text)
		}
		return p
	case <-time.After(time.Minute):
		d.Fatalf("never paused at %q", text)
		return nil
	}
}

func (d *debugged) resume() {
	d.Helper()
	if err := d.client.Resume(); err != nil {
		d.Error(err)
	}
}

func (d *debugged) step(kind debugger.StepKind) {
	d.Helper()
	if err := d.client.Step(kind); err != nil {
		d.Error(err)
	}
}

// evaluate returns the description of the value of an expression, or what it throws.
func (d *debugged) evaluate(text string, frame int) (shown string) {
	d.Helper()
	err := d.client.On(d.Context(), "", func(o debugger.Objects) {
		answer := o.Evaluate(debugger.Expression{Text: text, Frame: frame, Look: true})
		switch {
		case answer.Thrown != nil:
			shown, _, _ = strings.Cut(answer.Thrown.Object.Description, "\n")
		case len(answer.Object.JSON) > 0:
			shown = string(answer.Object.JSON)
		default:
			shown = answer.Object.Description
		}
	})
	if err != nil {
		d.Error(err)
	}
	return shown
}

// names returns the names in the scopes of a frame, but for the global one.
func (d *debugged) names(p *debugger.Pause, frame int) string {
	var list []string
	_ = d.client.On(d.Context(), "", func(o debugger.Objects) {
		for _, s := range p.Frames[frame].Scopes {
			if s.Kind == debugger.Global {
				continue
			}
			found, err := o.Properties(o.Describe(s.Object, "test", false).Handle, debugger.PropertyOptions{Own: true})
			if err != nil {
				d.Error(err)
			}
			var names []string
			for _, v := range found.Properties {
				names = append(names, v.Name)
			}
			list = append(list, fmt.Sprintf("%s(%s)", s.Kind, strings.Join(names, " ")))
		}
	})
	return strings.Join(list, " ")
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
}

const shop = `
-- config/application.yml --
server: { workers: { min: 2, max: 2 }, cpu-timeout: 1s, handler-timeout: 2s }
-- price.ts --
export function priceOf(count: number, each: number) {
  let total = count * each;
  return total;
}
-- shop.ts --
import { Autowired, GetMapping, PathVariable, RestController, Service } from "fwrun";
import { priceOf } from "./price.js";

@Service
export class Stock {
  #left = 3;
  async take(count: number) {
    await Promise.resolve();
    if (count > this.#left) throw new RangeError("too many");
    return this.#left - count;
  }
}

@RestController
export class Shop {
  @Autowired stock!: Stock;
  @GetMapping("/buy/{count}")
  async buy(@PathVariable count: number) {
    const price = priceOf(count, 7);
    const left = await this.stock.take(count);
    return { price, left };
  }
  @GetMapping("/free") free() { return "free"; }
  @GetMapping("/endless") endless(): Promise<string> { return new Promise(() => {}); }
  @GetMapping("/bad") bad() { return [1].map((n) => null.length + n); }
}
`

func TestDebugging(t *testing.T) {
	d := startDebugged(t, shop)
	d.breakAt("shop.ts", "const price =", "")
	answer := d.get("/buy/2")
	p := d.stop("const price =")
	want(t, "reason", string(p.Reason), "breakpoint")
	want(t, "function", p.Frames[0].Function, "Shop.buy")
	want(t, "names", d.names(p, 0), "local(count) module(Autowired GetMapping RestController Service Shop Stock priceOf)")
	want(t, "work", p.Parents[len(p.Parents)-1].Description, "GET /buy/{count}")
	for text, result := range map[string]string{
		"count": "2", "count + 1": "3", "this.stock.constructor.name": `"Stock"`, "priceOf(count, 2)": "4",
		"price":  "ReferenceError: Cannot access 'price' before initialization",
		"null.x": "TypeError: Cannot read properties of null (reading 'x')", "for (;;);": "",
	} {
		if got := d.evaluate(text, 0); result != "" && got != result {
			t.Errorf("%s: got %s, want %s", text, got, result)
		}
	}
	for range 20 { // the other worker serves on
		want(t, "beside", <-d.get("/free"), `200 free`)
	}
	d.step(debugger.Into)
	p = d.stop("let total =")
	want(t, "caller", p.Frames[1].Function, "Shop.buy")
	want(t, "in the caller", d.evaluate("count", 1), "2")
	d.step(debugger.Over)
	d.stop("return total")
	want(t, "changed", d.evaluate("total = 100", 0), "100")
	d.step(debugger.Out)
	d.stop("const left =")
	want(t, "a changed variable", d.evaluate("price", 0), "100")
	d.step(debugger.Over)
	d.stop("return { price, left }")
	want(t, "behind the await", d.evaluate("left", 0), "1")
	d.resume()
	want(t, "answer", <-answer, `200 {"price":100,"left":1}`)
}

func TestDebuggingExceptions(t *testing.T) {
	d := startDebugged(t, shop)
	d.client.SetExceptions(debugger.Uncaught)
	answer := d.get("/buy/9")
	p := d.stop("throw new RangeError")
	want(t, "reason", string(p.Reason), "exception")
	want(t, "locals intact", d.evaluate("count + 1", 0), "10")
	d.resume()
	if got := <-answer; !strings.HasPrefix(got, "500 ") {
		t.Errorf("answer: %s", got)
	}
	answer = d.get("/bad")
	d.stop("null.length")
	want(t, "an error of the engine", d.evaluate("n", 0), "1")
	d.resume()
	<-answer
}

// TestPausedForLong: no limit of a paused call goes on, and other workers are not hindered.
func TestPausedForLong(t *testing.T) {
	d := startDebugged(t, shop)
	id := d.breakAt("shop.ts", "const price =", "")
	answer := d.get("/buy/1")
	d.stop("const price =")
	d.client.Unset(id)
	for range 2 { // each has the same limit
		if got := <-d.get("/endless"); !strings.HasPrefix(got, "503 ") {
			t.Errorf("a request without an end: %s", got)
		}
		want(t, "beside", <-d.get("/buy/1"), `200 {"price":7,"left":2}`)
	}
	d.resume()
	want(t, "answer", <-answer, `200 {"price":7,"left":2}`)
}

func TestDetaching(t *testing.T) {
	d := startDebugged(t, shop)
	d.breakAt("shop.ts", "const price =", "count > 1")
	want(t, "a condition that does not hold", <-d.get("/buy/1"), `200 {"price":7,"left":2}`)
	answer := d.get("/buy/2")
	d.stop("const price =")
	d.client.Close()
	want(t, "answer", <-answer, `200 {"price":14,"left":1}`)
	for deadline := time.Now().Add(time.Minute); d.app.Serving().Instrumented(); {
		if time.Now().After(deadline) {
			t.Fatal("the plain application does not come back")
		}
		want(t, "meanwhile", <-d.get("/free"), "200 free")
	}
	want(t, "afterwards", <-d.get("/buy/2"), `200 {"price":14,"left":1}`)
}
