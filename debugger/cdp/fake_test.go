package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/objects"
)

// world is one worker, and what debuggers ask of it: a goja runtime in which scripts call stop, and a list of breakpoints that stop nothing.
type world struct {
	t       testing.TB
	rt      *goja.Runtime
	objects *objects.Objects
	work    chan func()
	resume  chan string
	script  *debugger.Script

	mu      sync.Mutex
	clients []*fake
	pause   *debugger.Pause
	set     map[string]debugger.Breakpoint
	said    []string // what clients have asked for
}

// fake is a client of the world.
type fake struct {
	*world
	debugger.Events
	enabled bool
}

const sourceOfScript = "export function find(id: number) {\n  const user = users.get(id)\n  debugger\n  return user\n}\n"

func newWorld(t testing.TB) *world {
	w := &world{
		t: t, rt: goja.New(), work: make(chan func()), resume: make(chan string, 1), set: map[string]debugger.Breakpoint{},
		script: &debugger.Script{ID: 7, Path: "/app/a b/users.ts", Text: sourceOfScript, Stops: []debugger.Stop{
			{Line: 1, Column: 2}, {Line: 2, Column: 2, Kind: debugger.Keyword}, {Line: 3, Column: 2, Kind: debugger.Return},
		}},
	}
	w.rt.SetMaxCallStackSize(500)
	w.objects = objects.New(objects.Options{
		Runtime: w.rt, Prefix: "1", Bound: w.bound,
		Frames: func() []debugger.Frame {
			if p := w.Pause(); p != nil {
				return p.Frames
			}
			return nil
		},
	})
	_ = w.rt.Set("stop", func(call goja.FunctionCall) goja.Value { w.stop(call.Argument(0)); return goja.Undefined() })
	_ = w.rt.Set("console", map[string]any{"log": func(call goja.FunctionCall) goja.Value { w.log(call.Arguments); return goja.Undefined() }})
	go func() {
		for fn := range w.work {
			fn()
		}
	}()
	t.Cleanup(func() { close(w.work) })
	return w
}

func (w *world) bound(run func() error) error {
	timer := time.AfterFunc(300*time.Millisecond, func() { w.rt.Interrupt(errors.New("the script ran too long without a pause")) })
	defer func() { timer.Stop(); w.rt.ClearInterrupt() }()
	return run()
}

// stop pauses the worker, with the properties of an object as its variables.
func (w *world) stop(variables goja.Value) {
	at := debugger.Location{Script: w.script, Line: 2, Column: 2}
	frames := []debugger.Frame{{
		Function: "find", Location: at, Start: debugger.Location{Script: w.script}, This: w.rt.ToValue(map[string]any{"me": true}),
		Scopes: []debugger.Scope{
			{
				Kind: debugger.Local, Name: "find", Object: variables,
				Start: debugger.Location{Script: w.script}, End: debugger.Location{Script: w.script, Line: 4},
			},
			{Kind: debugger.Global, Object: w.rt.GlobalObject()},
		},
	}, {Function: "list", Location: debugger.Location{Script: w.script, Line: 1}}}
	p := &debugger.Pause{Worker: worker{w}, Frames: frames, Reason: debugger.AtKeyword, Parents: []debugger.Parent{
		{Description: "await", Frames: []debugger.Frame{{Function: "all", Location: at}}}, {Description: "GET /users/{id}"},
	}}
	w.mu.Lock()
	w.pause = p
	w.mu.Unlock()
	w.tell(func(e debugger.Events) { e.Paused(p) })
	for {
		select {
		case fn := <-w.work:
			fn()
		case <-w.resume:
			w.objects.ReleaseGroup(debugger.PauseGroup)
			w.mu.Lock()
			w.pause = nil
			w.mu.Unlock()
			w.tell(func(e debugger.Events) { e.Resumed() })
			return
		}
	}
}

func (w *world) log(values []goja.Value) {
	line := debugger.Line{Kind: "log", Worker: 1, Frames: []debugger.Frame{{Function: "find", Location: debugger.Location{Script: w.script, Line: 2}}}}
	var texts []string
	for _, v := range values {
		line.Values = append(line.Values, w.objects.Describe(v, "console", true))
		texts = append(texts, v.String())
	}
	line.Text = strings.Join(texts, " ")
	w.tell(func(e debugger.Events) { e.Logged(line) })
}

func (w *world) tell(of func(debugger.Events)) {
	w.mu.Lock()
	clients := slices.Clone(w.clients)
	w.mu.Unlock()
	for _, c := range clients {
		of(c.Events)
	}
}

// run runs a script on the worker, and does not wait for it.
func (w *world) run(text string) {
	go func() {
		w.work <- func() {
			if _, err := w.rt.RunString(text); err != nil {
				w.t.Errorf("%s: %v", text, err)
			}
		}
	}()
}

func (w *world) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, fmt.Sprintf(format, args...))
}

func (w *world) heard(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Contains(w.said, text)
}

func (w *world) attach(e debugger.Events) debugger.Client {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &fake{world: w, Events: e}
	w.clients = append(w.clients, c)
	return c
}

func (c *fake) Enable(context.Context) error {
	c.say("enable")
	c.enabled = true
	c.ScriptParsed(c.script)
	return nil
}
func (c *fake) Disable() { c.say("disable") }
func (c *fake) Close() {
	c.mu.Lock()
	c.clients = slices.DeleteFunc(c.clients, func(other *fake) bool { return other == c })
	last := len(c.clients) == 0
	c.mu.Unlock()
	if last && c.Pause() != nil {
		_ = c.Resume()
	}
}
func (w *world) Scripts() []*debugger.Script { return []*debugger.Script{w.script} }
func (w *world) Set(b debugger.Breakpoint) (string, []debugger.Location, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := fmt.Sprintf("b%d", len(w.set)+1)
	w.set[id] = b
	if b.Path == w.script.Path || b.Script == w.script || b.Files != nil && b.Files(w.script.Path) {
		for _, stop := range w.script.Stops {
			if stop.Line >= b.Line {
				return id, []debugger.Location{{Script: w.script, Line: stop.Line, Column: stop.Column}}, nil
			}
		}
	}
	return id, nil, nil
}
func (w *world) Unset(id string) { w.say("unset %s", id) }
func (w *world) Possible(from debugger.Location, to *debugger.Location) (list []debugger.Location) {
	for _, stop := range w.script.Stops {
		if stop.Line >= from.Line && (to == nil || stop.Line < to.Line) {
			list = append(list, debugger.Location{Script: w.script, Line: stop.Line, Column: stop.Column})
		}
	}
	return list
}
func (w *world) SetActive(active bool)            { w.say("active %v", active) }
func (w *world) SetSkipAll(skip bool)             { w.say("skip %v", skip) }
func (w *world) SetExceptions(when debugger.When) { w.say("exceptions %s", when) }
func (w *world) SetBlackbox(hidden func(string) bool) {
	w.say("blackbox %v", hidden != nil && hidden(w.script.Path))
}

func (w *world) SetBlackboxRanges(_ *debugger.Script, ranges []debugger.Location) error {
	w.say("ranges %d", len(ranges))
	return nil
}
func (w *world) PauseNext() { w.say("pause") }
func (w *world) Pause() *debugger.Pause {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pause
}

func (w *world) goOn(how string) error {
	w.say("%s", how)
	select {
	case w.resume <- how:
	default:
	}
	return nil
}
func (w *world) Resume() error                         { return w.goOn("resume") }
func (w *world) Step(kind debugger.StepKind) error     { return w.goOn(fmt.Sprintf("step %d", kind)) }
func (w *world) ContinueTo(at debugger.Location) error { return w.goOn(fmt.Sprintf("to %d", at.Line)) }
func (w *world) On(ctx context.Context, _ string, fn func(debugger.Objects)) error {
	done := make(chan struct{})
	select {
	case w.work <- func() { fn(w.objects); close(done) }:
		<-done
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type worker struct{ *world }

func (worker) Number() int                  { return 1 }
func (worker) Owns(string) bool             { return true }
func (w worker) Frames() []debugger.Frame   { return w.Pause().Frames }
func (w worker) Parents() []debugger.Parent { return w.Pause().Parents }
func (w worker) Objects() debugger.Objects  { return w.objects }
func (worker) Halt(wait func())             { wait() }
func (worker) Watch(bool)                   {}
func (worker) Depth() int                   { return 1 }
func (worker) Activation() any              { return nil }
func (worker) Work() any                    { return nil }
func (worker) Turn() uint64                 { return 1 }

// listen serves a world on loopback.
func listen(t testing.TB, w *world, change ...func(*Options)) (server *Server, address string) {
	o := Options{Client: w.attach, Title: "shop", Folder: "/app/a b", Version: "1.2.3"}
	for _, c := range change {
		c(&o)
	}
	server = NewServer(o)
	listener := httptest.NewServer(server)
	t.Cleanup(func() { server.Close(); listener.Close() })
	return server, listener.Listener.Addr().String()
}

// peer is a client on the wire.
type peer struct {
	t      testing.TB
	conn   *websocket.Conn
	last   int
	events []message // that came while an answer was waited for
}

type message struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *protocolError  `json:"error"`
}

func dial(t testing.TB, url string) *peer {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &peer{t: t, conn: conn}
}

func (p *peer) send(text string) {
	p.t.Helper()
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) read() (m message) {
	p.t.Helper()
	_, text, err := p.conn.Read(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		p.t.Fatalf("%s: %v", text, err)
	}
	return m
}

// begin sends a command.
func (p *peer) begin(method, params string) int {
	p.t.Helper()
	p.last++
	p.send(fmt.Sprintf(`{"id":%d,"method":%q,"params":%s}`, p.last, method, params))
	return p.last
}

// wait returns the answer to a command.
func (p *peer) wait(id int) message {
	p.t.Helper()
	for {
		m := p.read()
		if m.ID != nil && *m.ID == id {
			return m
		}
		if m.Method != "" {
			p.events = append(p.events, m)
		}
	}
}

// ask sends a command, and returns the answer as a text: its result, or its error.
func (p *peer) ask(method, params string) string {
	p.t.Helper()
	m := p.wait(p.begin(method, params))
	if m.Error != nil {
		return fmt.Sprintf("%d %s", m.Error.Code, m.Error.Message)
	}
	return string(m.Result)
}

// event returns the next event of a name.
func (p *peer) event(name string) json.RawMessage {
	p.t.Helper()
	for {
		for i, e := range p.events {
			if e.Method == name {
				p.events = slices.Delete(p.events, i, i+1)
				return e.Params
			}
		}
		if m := p.read(); m.Method != "" {
			p.events = append(p.events, m)
		}
	}
}
