package breakpoints

import (
	"testing"
)

// TestTests: the tests of an application stop in their files, and in what they test.
func TestTests(t *testing.T) {
	a := unpack(t, "tests.txtar")
	a.begin("test", ".", "--inspect=0")
	c := a.attach()
	s := &stepper{a, c}
	for _, mark := range []string{"test", "bean", "direct"} {
		m := s.marks[mark]
		c.breakAt(a, m.file, m.line, 0, "")
	}
	c.ask("Runtime.runIfWaitingForDebugger", nil)
	p := c.paused()
	if s.mark(p) != "bean" || p.locals()["price"] != "3" || p.work() != "GET /price" {
		t.Errorf("it is paused at %s with %v for %q", s.mark(p), p.locals(), p.work())
	}
	p = p.resumed()
	if s.mark(p) != "test" || p.evaluate("expected") != "3" || p.evaluate("typeof Prices + answer.status") != `"function200"` {
		t.Errorf("it is paused at %s with %v", s.mark(p), p.locals())
	}
	p.set("expected", "4")
	c.send("Debugger.resume", nil) // the process may end before the answer
	a.app.Ends(t, `expected "3" to be "4"`)
}

// resumed lets a worker go on until it is paused again.
func (p *pause) resumed() *pause {
	p.resume()
	return p.c.paused()
}
