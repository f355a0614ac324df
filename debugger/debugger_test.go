package debugger_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/debugger"
)

// worker is a worker whose scripts are calls of reach.
type worker struct {
	number, depth    int
	activation, work string
	run              uint64
	thread           *debugger.Thread
	program          *debugger.Program
	at               int
	values           map[string]string // of expressions, as JSON; "" throws
}

func (w *worker) Number() int      { return w.number }
func (w *worker) Owns(string) bool { return true }
func (w *worker) Frames() []debugger.Frame {
	return []debugger.Frame{{Function: w.activation, Location: w.program.Location(w.at)}}
}
func (w *worker) Parents() []debugger.Parent { return nil }
func (w *worker) Objects() debugger.Objects  { return objects{w: w} }
func (w *worker) Watch(bool)                 {}
func (w *worker) Halt(wait func()) {
	wait()
}
func (w *worker) Depth() int      { return w.depth }
func (w *worker) Activation() any { return w.activation }
func (w *worker) Work() any       { return w.work }
func (w *worker) Turn() uint64    { return w.run }

// objects knows the values of a worker's expressions.
type objects struct {
	debugger.Objects
	w *worker
}

func (o objects) Evaluate(e debugger.Expression) debugger.Answer {
	text := strings.TrimSuffix(strings.TrimPrefix(e.Text, "!!("), "\n)")
	value := o.w.values[text]
	if value == "" {
		return debugger.Answer{Thrown: &debugger.Thrown{Object: debugger.Object{Description: "ReferenceError: " + text}}}
	}
	return debugger.Answer{Object: debugger.Object{JSON: json.RawMessage(value)}}
}

// host is a process that takes over at once.
type host struct {
	mu    sync.Mutex
	swaps int
	swap  chan struct{}
}

func (h *host) Instrument(context.Context) error {
	h.mu.Lock()
	h.swaps++
	h.mu.Unlock()
	if h.swap != nil {
		h.swap <- struct{}{}
	}
	return nil
}

func (h *host) On(context.Context, string, func(debugger.Objects)) error {
	return errors.New("no worker is free")
}
func (h *host) Paused(int, debugger.Location) {}

// events keeps what a client is told.
type events struct {
	paused  chan *debugger.Pause
	resumed chan struct{}

	mu       sync.Mutex
	scripts  []*debugger.Script
	resolved []debugger.Location
	lines    []debugger.Line
	cleared  int
}

func newEvents() *events {
	return &events{paused: make(chan *debugger.Pause, 100), resumed: make(chan struct{}, 100)}
}
func (e *events) Paused(p *debugger.Pause) { e.paused <- p }
func (e *events) Resumed()                 { e.resumed <- struct{}{} }
func (e *events) ScriptParsed(s *debugger.Script) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.scripts = append(e.scripts, s)
}

func (e *events) Cleared() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cleared++
}

func (e *events) BreakpointResolved(_ string, at debugger.Location) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.resolved = append(e.resolved, at)
}

func (e *events) Logged(l debugger.Line) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lines = append(e.lines, l)
}

// program has two scripts: one with a stop in each of the lines 1, 3, 5, 7 and 9, and one with two in its first line.
func program() *debugger.Program {
	users := &debugger.Script{Path: "/app/users.ts"}
	for line := 1; line < 10; line += 2 {
		users.Stops = append(users.Stops, debugger.Stop{Line: line, Column: 2})
	}
	users.Stops[1].Kind = debugger.Awaiting
	users.Stops[3].Kind = debugger.Keyword
	users.Stops[4].Kind = debugger.Return
	list := &debugger.Script{Path: "/app/lib/list.js", Stops: []debugger.Stop{{Line: 0}, {Line: 0, Column: 9}}}
	return debugger.NewProgram([]*debugger.Script{users, list}, debugger.Watch{
		Every: func(bool) {}, Errors: func(bool) {}, Stops: func(func(int) bool) {},
	})
}

// attached is a debugger with one client and one worker.
type attached struct {
	*debugger.Debugger
	t       *testing.T
	host    *host
	client  debugger.Client
	events  *events
	program *debugger.Program
	worker  *worker
}

func attach(t *testing.T) *attached {
	t.Helper()
	h := &host{}
	a := &attached{Debugger: debugger.New(h), t: t, host: h, events: newEvents(), program: program()}
	a.client = a.join(a.events)
	a.Use(a.program)
	a.worker = a.start(1)
	return a
}

func (a *attached) join(e *events) debugger.Client {
	a.t.Helper()
	c := a.Attach(e)
	if err := c.Enable(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
	return c
}

func (a *attached) start(number int) *worker {
	w := &worker{number: number, depth: 2, activation: "find", work: "GET /users", run: 1, program: a.program, values: map[string]string{}}
	w.thread = a.Thread(a.program, w)
	return w
}

// reach lets the worker come to a stop, and returns the pause that this makes; nil if it makes none. The worker waits in that.
func (a *attached) reach(w *worker, stop int) (p *debugger.Pause, done <-chan struct{}) {
	a.t.Helper()
	ended := make(chan struct{})
	w.at = stop
	go func() { defer close(ended); w.thread.Reach(stop) }()
	select {
	case p := <-a.events.paused:
		return p, ended
	case <-ended:
		return nil, ended
	}
}

// passes checks that the worker goes through stops without a pause.
func (a *attached) passes(w *worker, stops ...int) {
	a.t.Helper()
	for _, stop := range stops {
		if p, done := a.reach(w, stop); p != nil {
			a.t.Errorf("stop %d: paused for %q %v", stop, p.Reason, p.Hit)
			_ = a.client.Resume()
			<-done
		}
	}
}

// pauses checks that a stop pauses the worker for a reason, and lets it go on by goOn.
func (a *attached) pauses(w *worker, stop int, reason debugger.Reason, goOn func() error) {
	a.t.Helper()
	p, done := a.reach(w, stop)
	if p == nil {
		a.t.Errorf("stop %d: no pause", stop)
		return
	}
	if p.Reason != reason || p.Worker != w {
		a.t.Errorf("stop %d: paused for %q, want %q", stop, p.Reason, reason)
	}
	if err := goOn(); err != nil {
		a.t.Error(err)
	}
	<-done
	<-a.events.resumed
}

func (a *attached) set(b debugger.Breakpoint) (id string, at []debugger.Location) {
	a.t.Helper()
	id, at, err := a.client.Set(b)
	if err != nil {
		a.t.Fatal(err)
	}
	return id, at
}

func TestBreakpoints(t *testing.T) {
	a := attach(t)
	for _, test := range []struct {
		set   debugger.Breakpoint
		stops []int
	}{
		{debugger.Breakpoint{Path: "/app/users.ts", Line: 0}, []int{0}},
		{debugger.Breakpoint{Path: "/app/users.ts", Line: 3}, []int{1}},
		{debugger.Breakpoint{Path: "/app/users.ts", Line: 4}, []int{2}},
		{debugger.Breakpoint{Path: "/app/users.ts", Line: 40}, nil},
		{debugger.Breakpoint{Path: "/app/other.ts"}, nil},
		{debugger.Breakpoint{Files: func(path string) bool { return strings.HasSuffix(path, "list.js") }, Column: 3}, []int{6}},
		{debugger.Breakpoint{Files: func(string) bool { return true }}, []int{0, 5}},
	} {
		id, at := a.set(test.set)
		if len(at) != len(test.stops) {
			t.Errorf("%+v: %d places, want %d", test.set, len(at), len(test.stops))
		}
		for stop := range 7 {
			switch {
			case stop == 3: // the statement debugger
			case slices.Contains(test.stops, stop):
				a.pauses(a.worker, stop, debugger.AtBreakpoint, a.client.Resume)
			default:
				a.passes(a.worker, stop)
			}
		}
		a.client.Unset(id)
	}
	a.pauses(a.worker, 3, debugger.AtKeyword, a.client.Resume)
	a.client.SetSkipAll(true)
	a.passes(a.worker, 3)
	a.client.SetSkipAll(false)
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1})
	a.client.SetActive(false)
	a.passes(a.worker, 0)
	a.client.SetActive(true)
	a.pauses(a.worker, 0, debugger.AtBreakpoint, a.client.Resume)
}

func TestConditions(t *testing.T) {
	a := attach(t)
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1, Condition: "id === 7"})
	a.worker.values["id === 7"] = "false"
	a.passes(a.worker, 0)
	a.worker.values["id === 7"] = "true"
	a.pauses(a.worker, 0, debugger.AtBreakpoint, a.client.Resume)
	delete(a.worker.values, "id === 7")
	a.passes(a.worker, 0, 0, 0)
	if len(a.events.lines) != 1 || !strings.Contains(a.events.lines[0].Text, "ReferenceError: id === 7") {
		t.Errorf("a condition that throws was reported as %+v", a.events.lines)
	}
}

func TestSteps(t *testing.T) {
	type move struct {
		depth            int
		activation, work string
		run              uint64
		stop             int
		pauses           bool
	}
	for name, test := range map[string]struct {
		at    int
		kind  debugger.StepKind
		moves []move
	}{
		"over a call":           {0, debugger.Over, []move{{3, "map", "", 1, 5, false}, {2, "find", "", 1, 2, true}}},
		"over the end":          {4, debugger.Over, []move{{1, "list", "", 1, 6, true}}},
		"over a recursion":      {0, debugger.Over, []move{{3, "find again", "", 1, 1, false}, {2, "find", "", 1, 2, true}}},
		"into a call":           {0, debugger.Into, []move{{3, "map", "", 1, 5, true}}},
		"out":                   {0, debugger.Out, []move{{3, "map", "", 1, 5, false}, {2, "find", "", 1, 2, false}, {1, "list", "", 1, 6, true}}},
		"over an await":         {1, debugger.Over, []move{{1, "list", "", 1, 6, false}, {1, "other", "", 2, 5, false}, {1, "find", "", 3, 2, true}}},
		"over the end, awaited": {4, debugger.Over, []move{{1, "list", "", 2, 6, true}}},
		"out of an async one":   {0, debugger.Out, []move{{2, "find", "", 2, 2, false}, {2, "find", "", 2, 4, false}, {1, "list", "", 3, 6, true}}},
		"out over an await": {0, debugger.Out, []move{
			{2, "find", "", 1, 1, false}, {1, "other", "", 2, 5, false}, {2, "find", "", 3, 2, false}, {1, "list", "", 4, 6, true},
		}},
		"not into other requests": {0, debugger.Into, []move{{1, "list", "GET /", 2, 6, false}, {2, "find", "", 3, 1, true}}},
	} {
		t.Run(name, func(t *testing.T) {
			a := attach(t)
			a.client.PauseNext()
			a.pauses(a.worker, test.at, debugger.AtRequest, func() error { return a.client.Step(test.kind) })
			for _, m := range test.moves {
				a.worker.depth, a.worker.activation, a.worker.run, a.worker.work = m.depth, m.activation, m.run, "GET /users"
				if m.work != "" {
					a.worker.work = m.work
				}
				if m.pauses {
					a.pauses(a.worker, m.stop, debugger.AtStep, a.client.Resume)
				} else {
					a.passes(a.worker, m.stop)
				}
			}
		})
	}
}

func TestContinueTo(t *testing.T) {
	a := attach(t)
	a.client.PauseNext()
	a.pauses(a.worker, 0, debugger.AtRequest, func() error { return a.client.ContinueTo(a.program.Location(2)) })
	a.passes(a.worker, 1)
	a.pauses(a.worker, 2, debugger.AtBreakpoint, a.client.Resume)
	a.passes(a.worker, 2)
}

func TestBlackbox(t *testing.T) {
	a := attach(t)
	a.client.SetBlackbox(func(path string) bool { return strings.Contains(path, "/lib/") })
	a.client.PauseNext()
	a.passes(a.worker, 5)
	a.pauses(a.worker, 0, debugger.AtRequest, func() error { return a.client.Step(debugger.Into) })
	a.passes(a.worker, 5, 6)
	a.pauses(a.worker, 1, debugger.AtStep, a.client.Resume)
	users := a.client.Scripts()[0]
	if err := a.client.SetBlackboxRanges(users, []debugger.Location{{Line: 2}, {Line: 4}}); err != nil {
		t.Fatal(err)
	}
	a.client.PauseNext()
	a.passes(a.worker, 1)
	a.pauses(a.worker, 2, debugger.AtRequest, a.client.Resume)
}

func TestExceptions(t *testing.T) {
	a := attach(t)
	threw := func(caught bool) *debugger.Pause {
		a.worker.at = 1
		ended := make(chan struct{})
		go func() { defer close(ended); a.worker.thread.Threw(1, "boom", caught) }()
		select {
		case p := <-a.events.paused:
			_ = a.client.Resume()
			<-ended
			return p
		case <-ended:
			return nil
		}
	}
	for when, want := range map[debugger.When][2]bool{debugger.Never: {false, false}, debugger.Uncaught: {true, false}, debugger.Always: {true, true}} {
		a.client.SetExceptions(when)
		if got := [2]bool{threw(false) != nil, threw(true) != nil}; got != want {
			t.Errorf("%s: paused for uncaught and caught ones: %v, want %v", when, got, want)
		}
	}
	a.client.SetExceptions(debugger.Always)
	if p := threw(false); p.Thrown != "boom" || p.Reason != debugger.AtException {
		t.Errorf("%+v", p)
	}
}

func TestWorkersWaitInLine(t *testing.T) {
	a := attach(t)
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1})
	p, first := a.reach(a.worker, 0)
	second, ended := a.start(2), make(chan struct{})
	go func() { defer close(ended); second.thread.Reach(0) }()
	ran := a.client.On(t.Context(), "", func(o debugger.Objects) {
		if o.(objects).w != p.Worker {
			t.Error("it runs on another worker")
		}
	})
	if ran != nil {
		t.Error(ran)
	}
	if err := a.client.Resume(); err != nil {
		t.Fatal(err)
	}
	<-first
	if p := <-a.events.paused; p.Worker != second {
		t.Errorf("the second worker does not follow: %+v", p)
	}
	a.client.Close() // the last one
	<-ended
	if a.Wanted() {
		t.Error("without a client, an instrumented generation is wanted")
	}
}

func TestClientsSeeTheSame(t *testing.T) {
	a := attach(t)
	other := newEvents()
	second := a.join(other)
	if a.host.swaps != 1 {
		t.Errorf("%d generations were built for two clients", a.host.swaps)
	}
	if len(other.scripts) != 2 {
		t.Errorf("the second client knows %d scripts", len(other.scripts))
	}
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1})
	p, done := a.reach(a.worker, 0)
	if q := <-other.paused; q != p {
		t.Error("they see different pauses")
	}
	if second.Pause() != p {
		t.Error("the second client is not paused")
	}
	if err := second.Step(debugger.Over); err != nil {
		t.Error(err)
	}
	<-done
	<-other.resumed
	if err := a.client.Resume(); !errors.Is(err, debugger.ErrNotPaused) {
		t.Errorf("what goes on, resumed: %v", err)
	}
	a.client.Close() // its breakpoint goes with it; the step of the second one goes on
	ended := make(chan struct{})
	a.worker.at = 1
	go func() { defer close(ended); a.worker.thread.Reach(1) }()
	if p := <-other.paused; p.Reason != debugger.AtStep {
		t.Errorf("%+v", p)
	}
	second.Close()
	<-ended
}

func TestReload(t *testing.T) {
	a := attach(t)
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1})
	_, done := a.reach(a.worker, 0)
	before := a.client.Scripts()[0].ID
	a.program = program()
	a.Use(a.program)
	<-done
	a.passes(a.worker, 0, 3) // of the program before
	if next := a.client.Scripts()[0].ID; next == before {
		t.Error("a script of the new program has the ID of an old one")
	}
	if len(a.events.resolved) == 0 || a.events.cleared == 0 {
		t.Errorf("the client got %d resolved breakpoints, and cleared %d times", len(a.events.resolved), a.events.cleared)
	}
	<-a.events.resumed
	a.pauses(a.start(1), 0, debugger.AtBreakpoint, a.client.Resume)
}

func TestEnd(t *testing.T) {
	a := attach(t)
	a.PauseAtStart()
	p, done := a.reach(a.worker, 0)
	if p.Reason != debugger.AtStart {
		t.Errorf("paused for %q", p.Reason)
	}
	a.End()
	<-done
	a.passes(a.worker, 3)
}

func TestNothingStopsInAPause(t *testing.T) {
	a := attach(t)
	a.set(debugger.Breakpoint{Path: "/app/users.ts", Line: 1})
	_, done := a.reach(a.worker, 0)
	if err := a.client.On(t.Context(), "", func(debugger.Objects) { a.worker.thread.Reach(0) }); err != nil {
		t.Error(err)
	}
	_ = a.client.Resume()
	<-done
}
