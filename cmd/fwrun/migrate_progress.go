package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
)

// progress shows how a run goes on: a line for each file that ran, and on a terminal one that is overwritten while a
// file runs.
type progress struct {
	p       process
	quiet   bool // JSON is written at the end
	pending int  // the width of the line that is to be overwritten
}

func newProgress(p process, f migrateFlags) *progress {
	return &progress{p: p, quiet: f.format == "json"}
}

func (s *progress) event(e app.MigrateEvent) {
	switch {
	case s.quiet:
	case e.Ran:
		s.end()
		fmt.Fprintf(s.p.err, "%s %s\n", e.Path, painter{s.p.terminal}.dim(e.Took.Round(time.Millisecond).String()))
	case s.p.terminal && e.Began:
		s.overwrite(e.Path + " …")
	case s.p.terminal && e.Percent >= 0:
		s.overwrite(fmt.Sprintf("%s … %s, %.0f %%", e.Path, e.Text, e.Percent))
	case s.p.terminal:
		s.overwrite(e.Path + " … " + e.Text)
	}
}

// overwrite writes a line in the place of the one that is pending.
func (s *progress) overwrite(line string) {
	width := len([]rune(line))
	fmt.Fprintf(s.p.err, "\r%s%s", line, strings.Repeat(" ", max(0, s.pending-width)))
	s.pending = width
}

// end removes the line that is pending.
func (s *progress) end() {
	if s.pending > 0 {
		fmt.Fprintf(s.p.err, "\r%s\r", strings.Repeat(" ", s.pending))
		s.pending = 0
	}
}
