package report

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// Around is how many source lines are shown above and below the line that failed.
const Around = 5

// Report is what a developer is shown about a problem. Its texts have no characters that control a terminal; each
// writer escapes what its own format requires.
type Report struct {
	Status int
	Title  string // Internal Server Error

	Name    string // the error's name, such as TypeError; empty if it is not a JavaScript Error
	Message string
	Why     string // the cause, which otherwise only the log shows
	Hint    string
	Facts   []engine.Fact

	Frames  []Frame // the application's frames, innermost first; the handler's if none are known
	Others  []string
	Causes  []Cause
	Refused []Refusal
	Allowed []Route // the path's other methods, if the method is the reason
	Meant   []Route // the routes that may have been meant, if nothing is at the path
	Routes  []Route // all other routes

	Method, Path string
	Query        []Pair
	Headers      []Pair
	Handler      string
	HandlerPlace string
	Trace        string
}

// Frame is a line of a stack trace with its source.
type Frame struct {
	Function string
	Place    string
	Lines    []Line
	Whole    bool // the place is that of the whole function: the line is not known
	Times    int  // how often it is repeated in a row, if it is; recursion
}

// Line is a line of source.
type Line struct{ engine.SourceLine }

// Trimmed returns the line without its indentation.
func (l Line) Trimmed() string { return strings.TrimSpace(l.Text) }

// Cause is an entry of an error's chain of causes.
type Cause struct {
	Text   string
	Place  string // empty if it has no place in the application
	Indent int
}

// Pair is a query parameter or a header with its value.
type Pair struct{ Name, Value string }

// Problem is what has gone wrong with a request.
type Problem struct {
	Status  int
	Title   string // of the status
	Detail  string
	Refused []Refusal
	Cause   error               // the error that ended it
	Thrown  *engine.ScriptError // the script's error in it; nil if there is none

	Handler string // the handler or interceptor that failed; empty if it was neither
	Place   fault.Place
	Source  func(place fault.Place) []engine.SourceLine // the lines around a place
}

// Request is the request that it has gone wrong with.
type Request struct {
	Method, Path, Trace string
	Query, Headers      iter.Seq2[[]byte, []byte]
	KeyHeader           string // of those that are secret
}

// Refusal is one value of a request that was refused.
type Refusal struct {
	Name    string      `json:"name"`
	In      string      `json:"in"` // path, query, form, cookie, header, body
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Params  schema.Node `json:"params,omitempty"`
}

// New reports a problem.
func New(p *Problem, of *Request) *Report {
	r := &Report{
		Status: p.Status, Title: p.Title, Message: harmlessText(p.Detail), Refused: harmlessRefusals(p.Refused),
		Method: harmless(of.Method), Path: harmless(of.Path), Trace: of.Trace,
	}
	r.describeRequest(of)
	if p.Handler != "" {
		r.describeFailure(p)
	}
	if r.Name == "" && r.Message == "" {
		r.Message = r.Title
	}
	return r
}

// describeFailure describes the error of a handler or an interceptor, or another reason why it ended.
func (r *Report) describeFailure(p *Problem) {
	r.Handler = harmless(p.Handler)
	r.HandlerPlace = p.Place.String()
	known, isKnown := errors.AsType[*fault.Error](p.Cause)
	if isKnown {
		r.Message, r.Hint = harmlessText(known.Public), harmless(known.Hint)
		if known.Err != nil {
			r.Why = harmlessText(known.Err.Error())
		}
	}
	if p.Thrown != nil {
		r.describeThrown(p.Thrown)
	}
	if strings.HasPrefix(r.Why, r.Message) {
		r.Why = "" // it repeats the message
	}
	if len(r.Frames) == 0 && p.Cause != nil {
		r.Frames = []Frame{{Function: r.Handler, Place: r.HandlerPlace, Lines: harmlessLines(p.Source(p.Place)), Whole: true}}
	}
}

func (r *Report) describeThrown(e *engine.ScriptError) {
	r.Name, r.Message = harmless(e.Name), harmlessText(e.Message)
	if hint := e.Hint(); hint != "" {
		r.Hint = harmless(hint)
	}
	for _, f := range e.Facts {
		r.Facts = append(r.Facts, engine.Fact{Name: harmless(f.Name), Value: harmless(masked(f.Name, f.Value, isSecret))})
	}
	for _, f := range e.SourceFrames(Around) {
		r.addFrame(Frame{Function: harmless(f.Function), Place: harmless(f.Place.String()), Lines: harmlessLines(f.Lines)})
	}
	for _, f := range e.OtherFrames() {
		r.Others = append(r.Others, harmless(f.String()))
	}
	r.describeCauses(e, 0)
}

// addFrame adds a frame to the stack trace, or counts it if it repeats the previous one.
func (r *Report) addFrame(f Frame) {
	if n := len(r.Frames); n > 0 && r.Frames[n-1].Function == f.Function && r.Frames[n-1].Place == f.Place {
		r.Frames[n-1].Times = max(1, r.Frames[n-1].Times) + 1
		return
	}
	r.Frames = append(r.Frames, f)
}

// describeCauses lists the causes of an error, the nearest first.
func (r *Report) describeCauses(e *engine.ScriptError, indent int) {
	for _, behind := range e.Causes {
		one := Cause{Text: harmlessText(behind.Error()), Indent: indent}
		if frames := behind.SourceFrames(0); len(frames) > 0 {
			one.Place = harmless(frames[0].String())
		}
		r.Causes = append(r.Causes, one)
		r.describeCauses(behind, indent+1)
	}
}

func harmlessLines(lines []engine.SourceLine) []Line {
	out := make([]Line, len(lines))
	for i, l := range lines {
		out[i] = Line{engine.SourceLine{Number: l.Number, Text: harmlessText(l.Text), Caret: l.Caret}}
	}
	return out
}

// Stack returns the frames as the lines of a stack trace, indented.
func (r *Report) Stack() string {
	stack := make([]string, len(r.Frames))
	for i, f := range r.Frames {
		stack[i] = "    " + f.stackLine()
	}
	return strings.Join(stack, "\n")
}

// Headline returns what has gone wrong in one line.
func (r *Report) Headline() string {
	switch {
	case r.Name == "":
		return r.Message
	case r.Message == "":
		return r.Name
	}
	return r.Name + ": " + r.Message
}

// String returns the function and its place.
func (f Frame) String() string {
	if f.Function == "" {
		return f.Place
	}
	return f.Function + " (" + f.Place + ")"
}

// stackLine returns the frame as a line of a stack trace.
func (f Frame) stackLine() string {
	switch {
	case f.Whole:
		return "in " + f.String()
	case f.Times > 1:
		return fmt.Sprintf("at %s, %d times in a row", f, f.Times)
	}
	return "at " + f.String()
}

// String returns the text and its place.
func (c Cause) String() string {
	if c.Place == "" {
		return c.Text
	}
	return c.Text + " at " + c.Place
}
