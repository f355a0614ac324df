package host

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// around is how many source lines are shown above and below the line that failed.
const around = 5

// report is what a developer is shown about a problem. Its texts have no characters that control a terminal; each
// writer escapes what its own format requires.
type report struct {
	Status int
	Title  string // Internal Server Error

	Name    string // the error's name, such as TypeError; empty if it is not a JavaScript Error
	Message string
	Why     string // the cause, which otherwise only the log shows
	Hint    string
	Facts   []engine.Fact

	Frames  []frame // the application's frames, innermost first; the handler's if none are known
	Others  []string
	Causes  []cause
	Refused []refusal
	Allowed []routeLine // the path's other methods, if the method is the reason
	Meant   []routeLine // the routes that may have been meant, if nothing is at the path
	Routes  []routeLine // all other routes

	Method, Path string
	Query        []pair
	Headers      []pair
	Handler      string
	HandlerPlace string
	Trace        string
}

// frame is a line of a stack trace with its source.
type frame struct {
	Function string
	Place    string
	Lines    []line
	Whole    bool // the place is that of the whole function: the line is not known
	Times    int  // how often it is repeated in a row, if it is; recursion
}

// line is a line of source.
type line struct{ engine.SourceLine }

// Trimmed returns the line without its indentation.
func (l line) Trimmed() string { return strings.TrimSpace(l.Text) }

// cause is an entry of an error's chain of causes.
type cause struct {
	Text   string
	Place  string // empty if it has no place in the application
	Indent int
}

// pair is a query parameter or a header with its value.
type pair struct{ Name, Value string }

// report returns what a developer is shown about a problem.
func (f *failure) report(r *request, p *problem) *report {
	out := &report{
		Status: p.status, Title: fasthttp.StatusMessage(p.status), Message: harmlessText(p.detail),
		Refused: harmlessRefusals(p.refused), Method: harmless(string(r.ctx.Method())), Path: harmless(r.loggedPath()),
		Trace: r.traceID(),
	}
	r.describeRequest(out)
	switch {
	case f.blamed.name != "":
		out.Handler = harmless(f.blamed.String())
		r.describeFailure(out, p, f.blamed.place)
	case r.route != nil:
		h := r.table.app.Manifest().Handlers[r.route.handler]
		out.Handler = harmless(h.Name)
		r.describeFailure(out, p, h.Place)
	case r.path != "":
		r.describeRoutes(out, p)
	}
	if out.Name == "" && out.Message == "" {
		out.Message = out.Title
	}
	return out
}

// describeFailure describes the error of a handler or an interceptor, or another reason why it ended.
func (r *request) describeFailure(to *report, p *problem, place fault.Place) {
	to.HandlerPlace = place.String()
	known, isKnown := errors.AsType[*fault.Error](p.cause)
	if isKnown {
		to.Message, to.Hint = harmlessText(known.Public), harmless(known.Hint)
		if known.Err != nil {
			to.Why = harmlessText(known.Err.Error())
		}
	}
	if thrown := p.thrown(); thrown != nil {
		to.describeThrown(thrown)
	}
	if strings.HasPrefix(to.Why, to.Message) {
		to.Why = "" // it repeats the message
	}
	if len(to.Frames) == 0 && p.cause != nil {
		to.Frames = []frame{{Function: to.Handler, Place: to.HandlerPlace, Lines: r.source(place), Whole: true}}
	}
}

func (r *report) describeThrown(e *engine.ScriptError) {
	r.Name, r.Message = harmless(e.Name), harmlessText(e.Message)
	if hint := e.Hint(); hint != "" {
		r.Hint = harmless(hint)
	}
	for _, f := range e.Facts {
		r.Facts = append(r.Facts, engine.Fact{Name: harmless(f.Name), Value: harmless(masked(f.Name, f.Value, isSecret))})
	}
	for _, f := range e.SourceFrames(around) {
		r.addFrame(frame{Function: harmless(f.Function), Place: harmless(f.Place.String()), Lines: harmlessLines(f.Lines)})
	}
	for _, f := range e.OtherFrames() {
		r.Others = append(r.Others, harmless(f.String()))
	}
	r.describeCauses(e, 0)
}

// addFrame adds a frame to the stack trace, or counts it if it repeats the previous one.
func (r *report) addFrame(f frame) {
	if n := len(r.Frames); n > 0 && r.Frames[n-1].Function == f.Function && r.Frames[n-1].Place == f.Place {
		r.Frames[n-1].Times = max(1, r.Frames[n-1].Times) + 1
		return
	}
	r.Frames = append(r.Frames, f)
}

// describeCauses lists the causes of an error, the nearest first.
func (r *report) describeCauses(e *engine.ScriptError, indent int) {
	for _, behind := range e.Causes {
		one := cause{Text: harmlessText(behind.Error()), Indent: indent}
		if frames := behind.SourceFrames(0); len(frames) > 0 {
			one.Place = harmless(frames[0].String())
		}
		r.Causes = append(r.Causes, one)
		r.describeCauses(behind, indent+1)
	}
}

// sourced is an application whose source files can be read.
type sourced interface {
	Source(place fault.Place, around int) []engine.SourceLine
}

func (r *request) source(place fault.Place) []line {
	if app, ok := r.table.app.(sourced); ok {
		return harmlessLines(app.Source(place, around))
	}
	return nil
}

func harmlessLines(lines []engine.SourceLine) []line {
	out := make([]line, len(lines))
	for i, l := range lines {
		out[i] = line{engine.SourceLine{Number: l.Number, Text: harmlessText(l.Text), Caret: l.Caret}}
	}
	return out
}

// into adds to a document the parts of the report that the JSON form has.
func (r *report) into(document *problemBody) {
	document.Detail = r.headline()
	if document.Status < 500 && r.Name == "HttpRestException" || r.Name == "" {
		document.Detail = r.Message
	}
	document.Hint = r.Hint
	if len(r.Meant) > 0 {
		document.Hint = "did you mean " + r.Meant[0].String() + "?"
	}
	stack := make([]string, len(r.Frames))
	for i, f := range r.Frames {
		stack[i] = "    " + f.stackLine()
	}
	document.Stack = strings.Join(stack, "\n")
	for _, c := range r.Causes {
		document.Causes = append(document.Causes, c.String())
	}
	if len(r.Frames) > 0 {
		for _, l := range r.Frames[0].Lines {
			if l.Caret != "" {
				document.Source = l.Text + "\n" + l.Caret
			}
		}
	}
}

func (r *report) headline() string {
	switch {
	case r.Name == "":
		return r.Message
	case r.Message == "":
		return r.Name
	}
	return r.Name + ": " + r.Message
}

func (f frame) String() string {
	if f.Function == "" {
		return f.Place
	}
	return f.Function + " (" + f.Place + ")"
}

// stackLine returns the frame as a line of a stack trace.
func (f frame) stackLine() string {
	switch {
	case f.Whole:
		return "in " + f.String()
	case f.Times > 1:
		return fmt.Sprintf("at %s, %d times in a row", f, f.Times)
	}
	return "at " + f.String()
}

func (c cause) String() string {
	if c.Place == "" {
		return c.Text
	}
	return c.Text + " at " + c.Place
}
