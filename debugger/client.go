package debugger

import "context"

// Events are what a client is told, from the time on that it is made. Its methods return at once, and keep the order: they are called from
// any goroutine.
type Events interface {
	// ScriptParsed is called for each script of a generation that takes over, before anything of it runs.
	ScriptParsed(s *Script)
	// Cleared is called before the scripts of a new generation: those of the one before are gone, with all handles.
	Cleared()
	// BreakpointResolved is called for a breakpoint that has found a place in a script that was parsed after it was set.
	BreakpointResolved(id string, at Location)
	Paused(p *Pause)
	Resumed()
	// Logged is called for a line that a script has written by console.log and its like, a message of a logpoint, or an error that
	// nothing has caught (kind "exception").
	Logged(l Line)
}

// Line is a line of the console.
type Line struct {
	Kind   string // log, info, warning, error, debug, trace, dir, table, assert, exception
	Worker int
	Values []Object // of the arguments; of an exception, the thrown value
	Text   string
	Frames []Frame // where it was written, without scopes
	Thrown *Thrown
}

// Pause says where and why a worker is paused.
type Pause struct {
	Worker  Worker
	Frames  []Frame
	Parents []Parent
	Reason  Reason
	Hit     []string // the breakpoints
	Thrown  Value    // for the reason Exception
	Caught  bool     // likewise: whether a script catches it, if that is known

	do func(ctx context.Context, fn func(Objects)) error
}

// On runs fn on the goroutine of the worker while that is paused here. Once it has gone on, the error is [ErrNotPaused].
func (p *Pause) On(ctx context.Context, fn func(Objects)) error { return p.do(ctx, fn) }

// Reason is why a worker is paused.
type Reason string

// The reasons.
const (
	AtBreakpoint Reason = "breakpoint"
	AtKeyword    Reason = "debugger"
	AtStep       Reason = "step"
	AtException  Reason = "exception"
	AtRequest    Reason = "request" // somebody asked for a pause
	AtStart      Reason = "start"   // the first statement, see --inspect-brk
)

// Breakpoint is what a client asks for. One of Path, Files and Script says where.
type Breakpoint struct {
	Path      string                 // of a file, absolute
	Files     func(path string) bool // reports whether a file is meant, also one of a later generation
	Script    *Script
	Line      int
	Column    int
	Condition string // an expression; empty for always
}

// StepKind is into, over or out.
type StepKind uint8

// The kinds of steps.
const (
	Into StepKind = iota
	Over
	Out
)

// When says which exceptions stop a worker.
type When string

// The kinds of exceptions.
const (
	Never    When = "none"
	Uncaught When = "uncaught" // what leaves scripts for the host
	Always   When = "all"
)

// Client is one debugger in somebody's hands. Up to five see the same pauses; what one does, all see.
type Client interface {
	// Enable builds the instrumented generation, waits until it has taken over, and reports its scripts: all [Events] come from then on.
	// Without it there are lines of the console alone.
	Enable(ctx context.Context) error
	// Disable takes back the breakpoints and settings of this client; the last one to do so brings the plain generation back.
	Disable()
	// Close is Disable, and the end of the client. A worker that is paused resumes if it was the last.
	Close()

	Scripts() []*Script
	// Set sets a breakpoint and returns its name and the places that it has now. A line without a stop resolves to the next with one.
	Set(b Breakpoint) (id string, at []Location, err error)
	Unset(id string)
	// Possible returns the stops between two places of a script, the second exclusive; nil means the end.
	Possible(from Location, to *Location) []Location
	SetActive(active bool)                     // of all breakpoints
	SetSkipAll(skip bool)                      // of all pauses
	SetExceptions(when When)                   // that stop a worker
	SetBlackbox(hidden func(path string) bool) // of the files that no step enters; nil if there are none
	SetBlackboxRanges(s *Script, ranges []Location) error

	// PauseNext stops the next worker that reaches a statement.
	PauseNext()
	// Pause returns the pause at the moment; nil if there is none.
	Pause() *Pause
	Resume() error
	Step(kind StepKind) error
	ContinueTo(at Location) error

	// On runs fn on the goroutine of the paused worker; if none is paused, on that of the first worker that is free. Handles are of
	// the worker that made them: handle, which may be empty, says which one is meant.
	On(ctx context.Context, handle string, fn func(Objects)) error
}
