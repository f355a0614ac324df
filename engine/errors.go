package engine

import (
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
)

// ScriptError is something a script threw, or a promise it returned was rejected with.
type ScriptError struct {
	Name    string // "TypeError"; empty when no Error was thrown
	Message string
	Status  int // what an HttpRestException asks for; 0 for any other
	Headers []Header
	Frames  []Frame // innermost first, the application's own files only
	Cause   error   // the Go error behind it, when a host function failed

	folder string // of the application, for Excerpt
}

// Frame is one line of a script's stack.
type Frame struct {
	Function string
	Place    fault.Place
}

func (e *ScriptError) Error() string {
	if e.Name == "" {
		return e.Message
	}
	return e.Name + ": " + e.Message
}

func (e *ScriptError) Unwrap() error { return e.Cause }

// Stack renders the frames the way JavaScript engines do.
func (e *ScriptError) Stack() string {
	var b strings.Builder
	for _, f := range e.Frames {
		b.WriteString("    at ")
		if f.Function != "" {
			b.WriteString(f.Function + " (" + f.Place.String() + ")")
		} else {
			b.WriteString(f.Place.String())
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Excerpt is the line that failed with a caret under the place, read from the
// application's folder when it is asked for; empty when that cannot be told.
func (e *ScriptError) Excerpt() string {
	if len(e.Frames) == 0 || e.folder == "" {
		return ""
	}
	place := e.Frames[0].Place
	lines := readLines(os.DirFS(e.folder), place.File)
	if place.Line < 1 || place.Line > len(lines) {
		return ""
	}
	line, carets := fault.Excerpt(lines[place.Line-1], place.Col, 1)
	return line + "\n" + carets
}

// Fail translates what ended a call while its values can still be read.
func (w *work) Fail(v *vm.VM, err error) error {
	in := instanceOf(v)
	err = in.scriptError(err)
	if script, ok := errors.AsType[*ScriptError](err); ok {
		script.folder = in.folder
	}
	return err
}

// scriptError reads a thrown value. Errors that no script threw stay what they are.
func (in *instance) scriptError(err error) error {
	if interrupted, ok := errors.AsType[*goja.InterruptedError](err); ok {
		reason, ok := interrupted.Value().(error)
		if !ok {
			return err
		}
		// The stack tells which loop it was.
		return &ScriptError{Message: reason.Error(), Cause: reason, Frames: ownFrames(framesOf(interrupted.Stack()))}
	}
	if overflow, ok := errors.AsType[*goja.StackOverflowError](err); ok {
		return &ScriptError{
			Name: "RangeError", Message: "Maximum call stack size exceeded",
			Frames: ownFrames(framesOf(overflow.Stack())),
		}
	}
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return in.thrown(exception.Value(), framesOf(exception.Stack()))
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return in.thrown(thrown.Value, nil)
	}
	return err
}

// thrown describes a value; a hostile getter on it must not do harm.
func (in *instance) thrown(value Value, frames []Frame) (out *ScriptError) {
	out = &ScriptError{Message: "a value that cannot be shown", Frames: ownFrames(frames)}
	defer func() { _ = recover() }()
	out.Cause = vm.GoError(value)
	if status, headers, ok := in.host.Status(value); ok {
		out.Status, out.Headers = status, headers
	}
	object, ok := value.(*goja.Object)
	if !ok || object.Get("message") == nil {
		out.Message = vm.Describe(value)
		return out
	}
	out.Message = object.Get("message").String()
	if name := object.Get("name"); name != nil {
		out.Name = name.String()
	}
	if stack := object.Get("stack"); stack != nil {
		if own := ownFrames(parseStack(stack.String())); len(own) > 0 {
			out.Frames = own // where it was made tells more than where it was thrown again
		}
	}
	return out
}

// stackLine is goja's: "\tat name (file:line:column(pc))" or without the name.
var stackLine = regexp.MustCompile(`^\s*at (?:(.*) \()?(.*?):(\d+):(\d+)\(\d+\)\)?$`)

func parseStack(text string) []Frame {
	var frames []Frame
	for line := range strings.SplitSeq(text, "\n") {
		m := stackLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		lineNumber, _ := strconv.Atoi(m[3])
		column, _ := strconv.Atoi(m[4])
		frames = append(frames, Frame{m[1], fault.Place{File: m[2], Line: lineNumber, Col: column}})
	}
	return frames
}

func framesOf(stack []goja.StackFrame) []Frame {
	var frames []Frame
	for _, f := range stack {
		pos := f.Position()
		frames = append(frames, Frame{f.FuncName(), fault.Place{File: pos.Filename, Line: pos.Line, Col: pos.Column}})
	}
	return frames
}

// ownFrames keeps those in the application's own files, named relative to it.
func ownFrames(all []Frame) []Frame {
	var own []Frame
	for _, f := range all {
		f.Place.File = bundle.Relative("", f.Place.File)
		if f.Place.Line == 0 || !isOwn(f.Place.File) {
			continue
		}
		if f.Function == "<anonymous>" || f.Function == "<native>" {
			f.Function = ""
		}
		own = append(own, f)
	}
	return own
}

// isOwn tells the files of the application from packages, host code and what the compiler
// adds.
func isOwn(file string) bool {
	return bundle.IsScript(file) && file != bundle.ProgramName && !strings.HasPrefix(file, "../") &&
		!strings.HasPrefix(file, "fwrun:") && !strings.Contains("/"+file, "/node_modules/")
}
