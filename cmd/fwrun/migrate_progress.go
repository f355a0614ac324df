package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/fwrun/fwrun/app/migrations"
)

// progress shows how a run goes on: a line for each file that ran, and on a terminal one that is overwritten while a
// file runs.
type progress struct {
	p     process
	quiet bool // JSON is written at the end

	mu      sync.Mutex
	running string // the file that runs
	pending bool   // the next line overwrites the last one
}

func newProgress(p process, f migrateFlags) *progress {
	return &progress{p: p, quiet: f.format == "json"}
}

func (s *progress) event(e migrations.Event) {
	if s.quiet {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = e.Path
	switch {
	case e.Ran:
		s.running = ""
		s.clear()
		fmt.Fprintf(s.p.err, "%s %s\n", e.Path, painter{s.p.errColours}.dim(e.Took.Round(time.Millisecond).String()))
	case !s.p.draws(s.p.terminal):
	case e.Began:
		s.overwrite(e.Path + " …")
	case e.Percent >= 0:
		s.overwrite(fmt.Sprintf("%s … %s, %.0f %%", e.Path, e.Text, e.Percent))
	default:
		s.overwrite(e.Path + " … " + e.Text)
	}
}

// stopping says what the first signal does.
func (s *progress) stopping() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != "" && !s.quiet {
		s.clear()
		fmt.Fprintf(s.p.err, "fwrun: stopping as soon as %s has run; a second signal stops at once\n", s.running)
	}
}

// overwrite writes a line in the place of the one that is pending. What does not fit into the terminal's line is cut off
// (mode 7), since a second line could not be overwritten.
func (s *progress) overwrite(line string) {
	fmt.Fprintf(s.p.err, "\r\x1b[2K\x1b[?7l%s\x1b[?7h", line)
	s.pending = true
}

// end removes the line that is pending.
func (s *progress) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
}

func (s *progress) clear() {
	if s.pending {
		fmt.Fprint(s.p.err, "\r\x1b[2K")
		s.pending = false
	}
}
