package breakpoints

import (
	"fmt"
	"strings"
	"testing"
)

// TestExceptions: what is thrown stops at its statement, with its variables. Uncaught is what leaves the scripts for the host, also if that
// hands it to the error controller.
func TestExceptions(t *testing.T) {
	s := newStepper(t)
	for _, c := range []struct {
		name, request, at, local, message, answer string
		caught                                    bool
	}{
		{"throw", "GET /throws", "throw", "local=5", "Error: no 5", `{"sorry":"no 5"}`, false},
		{"rejection", "GET /rejects", "parse", "local=7", "SyntaxError:", ``, false},
		{"error of the engine", "GET /caught", "null", "inner=6", "TypeError:", "caught", true},
	} {
		s.run(t, c.name, func(t *testing.T) {
			for _, state := range []string{"none", "uncaught", "all"} {
				s.c.ask("Debugger.setPauseOnExceptions", params{"state": state})
				answer := s.do(c.request)
				if state == "all" || state == "uncaught" && !c.caught {
					p := s.c.paused()
					name, value, _ := strings.Cut(c.local, "=")
					if got := p.locals()[name]; s.mark(p) != c.at || got != value || p.Reason != "exception" || !strings.HasPrefix(p.Data.Description, c.message) {
						t.Errorf("%s: it is paused at %s by %s, %q, with %s=%s", state, s.mark(p), p.Reason, p.Data.Description, name, got)
					}
					if got := p.evaluate(name + " + 1"); got != fmt.Sprint(value[0]-'0'+1) {
						t.Errorf("%s: %s + 1 is %s", state, name, got)
					}
					p.resume()
				}
				if got := receive(t, answer); c.answer != "" && got != c.answer {
					t.Errorf("%s: the answer is %q, want %q", state, got, c.answer)
				}
			}
		})
	}
	s.run(t, "a promise that nobody awaits", func(t *testing.T) {
		s.c.ask("Debugger.setPauseOnExceptions", params{"state": "uncaught"})
		answer := s.do("GET /late")
		p := s.c.paused()
		if s.mark(p) != "late" || p.locals()["local"] != "9" {
			t.Errorf("it is paused at %s with %v", s.mark(p), p.locals())
		}
		p.resume()
		if got := receive(t, answer); got != "late" {
			t.Errorf("the answer is %q", got)
		}
	})
}
