package apptest

import (
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// around is the number of lines shown on either side of the line that failed.
const around = 2

// failureOf describes an error, with its places in the source.
func failureOf(err error) Failure {
	thrown, ok := errors.AsType[*engine.ScriptError](err)
	if !ok {
		f := Failure{Message: err.Error()}
		if failed, ok := errors.AsType[*fault.Error](err); ok {
			f.Message, f.Hint = failed.Public, failed.Hint
		}
		return f
	}
	f := Failure{Message: messageOf(thrown), Frames: framesOf(thrown, around), Hint: thrown.Hint()}
	if sides, ok := errors.AsType[*testapi.Mismatch](thrown.Cause); ok {
		f.Diff = sidesDiff(sides)
	}
	for _, cause := range thrown.Causes {
		because := failureOf(cause)
		because.Where = "caused by"
		f.Because = append(f.Because, because)
	}
	return f
}

// framesOf returns the error's places. The caret marks the whole name.
func framesOf(e *engine.ScriptError, around int) []engine.SourceFrame {
	frames := e.SourceFrames(around)
	for _, frame := range frames {
		for i, line := range frame.Lines {
			if line.Caret != "" {
				frame.Lines[i].Caret = underlined(line)
			}
		}
	}
	return frames
}

func underlined(line engine.SourceLine) string {
	text, at := []rune(line.Text), len([]rune(line.Caret))
	caret := line.Caret
	for ; at < len(text) && isNamePart(text[at-1]) && isNamePart(text[at]); at++ {
		caret += "~"
	}
	return caret
}

func isNamePart(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// messageOf returns the message, without the error's name if the name adds nothing.
func messageOf(e *engine.ScriptError) string {
	if e.Name == "AssertionError" {
		return e.Message
	}
	return e.Error()
}

// sidesDiff compares both sides, unless each is one short line, which the message contains.
func sidesDiff(sides *testapi.Mismatch) []DiffLine {
	const short = 60
	lines := diff(sides.Expected, sides.Received)
	if len(lines) <= 2 && len(sides.Expected) <= short && len(sides.Received) <= short {
		return nil
	}
	return lines
}

// tooSlow describes the failure of a function that did not end in time.
func tooSlow(f *testapi.Function, bound time.Duration) Failure {
	return Failure{
		Message: fmt.Sprintf("not finished within %v", bound),
		Frames:  firstOf(framesOf(f.At, 0)),
		Hint:    "check for an await that never ends, or raise the limit: it(…, { timeout: milliseconds }) or --timeout",
	}
}

// handlerFailures describes the failures of the application's handlers.
func handlerFailures(list []app.HandlerFailure) []Failure {
	var failures []Failure
	for _, one := range list {
		f := failureOf(one.Err)
		f.Where = one.Handler + " failed"
		failures = append(failures, f)
	}
	return failures
}

func itoa(n int) string { return strconv.Itoa(n) }

// firstOf returns the innermost place.
func firstOf(frames []engine.SourceFrame) []engine.SourceFrame { return frames[:min(1, len(frames))] }
