package breakpoints

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// stepper is a debugger in an application to step through.
type stepper struct {
	*application
	c *client
}

func newStepper(t *testing.T) *stepper {
	t.Helper()
	a, c := serve(t, "steps.txtar")
	return &stepper{a, c}
}

// newEarlyStepper is newStepper with a debugger that attaches while the application starts.
func newEarlyStepper(t *testing.T) *stepper {
	t.Helper()
	a := unpack(t, "steps.txtar")
	a.begin("serve", ".", "--port", "0", "--inspect=0")
	c := a.attach()
	a.url = harness.UntilListens(t, a.app)
	c.until("script", func() bool { return c.scripts[a.urlOf("steps.ts")].ID != "" })
	// What is built for the debugger serves once a script can run there: until then, what was built before passes all breakpoints.
	for end := time.Now().Add(patience); c.try("Runtime.evaluate", params{"expression": "1"}).Error != nil; <-time.After(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("what is built for the debugger does not serve")
		}
	}
	return &stepper{a, c}
}

// run runs a part of a test, after which nothing is paused and no breakpoint is left.
func (s *stepper) run(t *testing.T, name string, part func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		s.t, s.c.t = t, t
		t.Cleanup(func() {
			s.c.try("Debugger.resume", nil)
			s.c.forget()
		})
		part(t)
	})
}

// breakAt sets a breakpoint at a mark.
func (s *stepper) breakAt(mark, condition string) (id string) {
	s.t.Helper()
	m, known := s.marks[mark]
	if !known {
		s.t.Fatalf("there is no mark %s", mark)
	}
	id, at := s.c.breakAt(s.application, m.file, m.line, 0, condition)
	s.t.Cleanup(func() { s.c.try("Debugger.removeBreakpoint", params{"breakpointId": id}) })
	if !strings.Contains(at, ":") {
		s.t.Fatalf("%s has %s", mark, at)
	}
	return id
}

// mark returns the mark of the line at which something is paused.
func (s *stepper) mark(p *pause) string {
	file, rest, _ := strings.Cut(p.at(), ":")
	line, _, _ := strings.Cut(rest, " ")
	for name, m := range s.marks {
		if m.file == file && line == strconv.Itoa(m.line) {
			return name
		}
	}
	return p.at()
}

// walk goes through an application from a breakpoint, by steps such as "into here, over there": each must end at its mark. It returns the answer.
func (s *stepper) walk(request, from, steps string) string {
	s.t.Helper()
	id := s.breakAt(from, "")
	answer := s.do(request)
	p := s.c.paused()
	s.c.remove(id)
	if s.mark(p) != from {
		s.t.Fatalf("it is paused at %s, want %s", s.mark(p), from)
	}
	for i, step := range strings.Split(steps, ", ") {
		how, want, _ := strings.Cut(step, " ")
		if want == "" {
			p.c.ask("Debugger."+methods[how], nil)
			return receive(s.t, answer)
		}
		if p = p.step(methods[how]); s.mark(p) != want {
			s.t.Fatalf("step %d, %q, leads to %s, %s", i+1, step, s.mark(p), p.at())
		}
	}
	p.resume()
	return receive(s.t, answer)
}

var methods = map[string]string{"into": "stepInto", "over": "stepOver", "out": "stepOut"}

func TestSteps(t *testing.T) {
	s := newStepper(t)
	for _, c := range []struct {
		name, request, from, answer, steps string
	}{
		{
			"over an await", "GET /load/1", "start", "found 4", "over await, over after, over end, over",
		},
		{
			"into a bean through an aspect", "GET /load/1", "start", "found 4",
			"into plain, into await, into aspect, into load, into load-2, into double, into load-end, into aspect-end, into after, out",
		},
		{
			"out of a bean that awaits", "GET /load/1", "load-2", "found 4", "out aspect-end, out after, over end, over",
		},
		{
			"out of a function", "GET /load/2", "double", "found 6", "out load-end, over aspect-end, over after",
		},
		{"through an interceptor", "GET /trail", "pre", "trail", "over trail, over"},
		{
			"in a generator", "GET /count", "counting", "01",
			"over of, into count, into count, into yield, into body, into count, into yield, into body, into count, into counted",
		},
		{
			"over a generator", "GET /count", "counting", "01",
			"over of, over body, over body, over counted, over",
		},
		{
			"in an async generator", "GET /letters", "spelling", "ab",
			"over for-await, into letters, into for-await, into spell, into letters-2, into letters-3, into for-await, into spell, into spelled",
		},
		{
			"over an async generator", "GET /letters", "spelling", "ab",
			"over for-await, over for-await, over spell, over for-await, over spell, over spelled, over",
		},
		{"into what throws", "GET /caught", "try", "caught", "over null, over catch, over"},
	} {
		s.run(t, c.name, func(t *testing.T) {
			if got := s.walk(c.request, c.from, c.steps); got != c.answer {
				t.Errorf("the answer is %q, want %q", got, c.answer)
			}
		})
	}
	s.run(t, "continue to a place", func(t *testing.T) {
		s.breakAt("start", "")
		answer := s.do("GET /load/1")
		p := s.c.paused()
		line := s.marks["end"].line - 1
		s.c.ask("Debugger.continueToLocation", params{"location": params{"scriptId": p.Frames[0].Location.Script, "lineNumber": line}})
		if p = s.c.paused(); s.mark(p) != "end" || len(p.Hit) != 0 {
			t.Errorf("it is paused at %s by %q", s.mark(p), p.Hit)
		}
		p.resume()
		if got := receive(t, answer); got != "found 4" {
			t.Errorf("the answer is %q", got)
		}
	})
	s.run(t, "the stack of an expression", func(t *testing.T) {
		s.breakAt("ping", "")
		answer := s.do("GET /ping")
		p := s.c.paused()
		if got := p.evaluate("new Error('x').stack"); strings.Contains(got, "instrument") || !strings.Contains(got, "ping (steps.ts") {
			t.Errorf("the stack is %s", got)
		}
		p.resume()
		receive(t, answer)
	})
	s.run(t, "the stack before", func(t *testing.T) {
		s.breakAt("last", "")
		answer := s.do("GET /stacks")
		p := s.c.paused()
		if got := strings.Join(p.parents(), "; "); got != "setTimeout  Steps.stacks; GET /stacks" {
			t.Errorf("the parents are %q", got)
		}
		p.resume()
		receive(t, answer)
		s.breakAt("load-end", "")
		answer = s.do("GET /load/1")
		p = s.c.paused()
		if got := strings.Join(p.parents(), "; "); got != "await Watching.around Steps.load; GET /load/{id}" {
			t.Errorf("the parents are %q", got)
		}
		p.resume()
		receive(t, answer)
	})
	s.run(t, "pause while idle", func(t *testing.T) {
		s.c.ask("Debugger.pause", nil)
		answer := s.do("GET /ping")
		if p := s.c.paused(); s.mark(p) != "ping" {
			t.Errorf("it is paused at %s", s.mark(p))
		}
		s.c.ask("Debugger.resume", nil)
		if got := receive(t, answer); got != "pong" {
			t.Errorf("the answer is %q", got)
		}
	})
}

// TestSettings: what a debugger has said not to stop for, does not stop; conditions decide, and logpoints write.
func TestSettings(t *testing.T) {
	s := newEarlyStepper(t)
	passes := func(t *testing.T, request, want string) {
		t.Helper()
		if got := receive(t, s.do(request)); got != want {
			t.Errorf("the answer is %q, want %q", got, want)
		}
	}
	s.run(t, "breakpoints are not active", func(t *testing.T) {
		s.breakAt("ping", "")
		s.c.ask("Debugger.setBreakpointsActive", params{"active": false})
		passes(t, "GET /ping", "pong")
		s.c.ask("Debugger.setBreakpointsActive", params{"active": true})
		answer := s.do("GET /ping")
		s.c.paused().resume()
		receive(t, answer)
	})
	s.run(t, "all pauses are skipped", func(t *testing.T) {
		s.breakAt("ping", "")
		s.c.ask("Debugger.setSkipAllPauses", params{"skip": true})
		passes(t, "GET /ping", "pong")
		passes(t, "GET /keyword", "k")
		s.c.ask("Debugger.setSkipAllPauses", params{"skip": false})
	})
	s.run(t, "debugger", func(t *testing.T) {
		answer := s.do("GET /keyword")
		p := s.c.paused()
		if s.mark(p) != "keyword" || p.locals()["word"] != `"k"` {
			t.Errorf("it is paused at %s with %v", s.mark(p), p.locals())
		}
		p.set("word", `"l"`)
		p.resume()
		if got := receive(t, answer); got != "l" {
			t.Errorf("the answer is %q", got)
		}
	})
	s.run(t, "a file is a black box", func(t *testing.T) {
		s.c.ask("Debugger.setBlackboxPatterns", params{"patterns": []string{"/lib/"}})
		if got := s.walk("GET /load/1", "load-2", "into load-end"); got != "found 4" {
			t.Errorf("the answer is %q", got)
		}
		s.c.ask("Debugger.setBlackboxPatterns", params{"patterns": []string{}})
		if got := s.walk("GET /load/1", "load-2", "into double"); got != "found 4" {
			t.Errorf("the answer is %q", got)
		}
	})
	s.run(t, "conditions", func(t *testing.T) {
		s.breakAt("load-2", "id == 3")
		passes(t, "GET /load/1", "found 4")
		answer := s.do("GET /load/2")
		p := s.c.paused()
		if got := p.evaluate("id"); got != "3" {
			t.Errorf("id is %s", got)
		}
		p.resume()
		receive(t, answer)
	})
	s.run(t, "a condition that throws", func(t *testing.T) {
		s.breakAt("ping", "nothing.here")
		passes(t, "GET /ping", "pong")
		passes(t, "GET /ping", "pong")
		if got := s.c.console(); len(got) != 1 || !strings.Contains(got[0], "nothing is not defined") {
			t.Errorf("the console has %q", got)
		}
	})
	s.run(t, "a logpoint", func(t *testing.T) {
		s.breakAt("load-2", "console.log('id', id, double(id)), false\n//# sourceURL=pause.cdp")
		passes(t, "GET /load/1", "found 4")
		passes(t, "GET /load/2", "found 6")
		if got := strings.Join(s.c.console(), "; "); got != `"id" 2 4; "id" 3 6` {
			t.Errorf("the console has %s", got)
		}
	})
}
