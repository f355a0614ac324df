package engine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/platform/fault"
)

// maxFrames bounds what is read of a stack, from its inner end: the rest of an endless recursion is all alike.
const maxFrames = 64

// Frame is one line of a script's stack.
type Frame struct {
	Function string      // empty for an anonymous function
	Place    fault.Place // with the file relative to the application; zero for native code
}

// Frames returns the frames in the application's own files, innermost first.
func (e *ScriptError) Frames() []Frame {
	return filtered(e.allFrames(), Frame.IsOwn)
}

// OtherFrames returns the frames of packages and of native code.
func (e *ScriptError) OtherFrames() []Frame {
	return filtered(e.allFrames(), func(f Frame) bool { return !f.IsOwn() })
}

// Place returns where the error was made: the innermost place in the application's own files.
func (e *ScriptError) Place() (fault.Place, bool) {
	if own := e.Frames(); len(own) > 0 {
		return own[0].Place, true
	}
	return fault.Place{}, false
}

// Stack renders the application's own frames the way JavaScript engines do, except that it counts repeated calls
// of the same function.
func (e *ScriptError) Stack() string {
	var lines []string
	frames := e.Frames()
	for i := 0; i < len(frames); {
		times := 1
		for i+times < len(frames) && frames[i+times] == frames[i] {
			times++
		}
		line := "    at " + frames[i].String()
		if times > 1 {
			line += ", " + strconv.Itoa(times) + " times in a row"
		}
		lines = append(lines, line)
		i += times
	}
	return strings.Join(lines, "\n")
}

// String returns the frame as "find (users/user-service.js:9:12)".
func (f Frame) String() string {
	place := f.Place.String()
	switch {
	case f.Place.File == "":
		place = "native"
	case f.Place.Line == 0:
		place = f.Place.File
	}
	if f.Function == "" {
		return place
	}
	return f.Function + " (" + place + ")"
}

// IsOwn reports whether a frame is in a file of the application or in an input at its prompt, rather than in a
// package or in native code.
func (f Frame) IsOwn() bool {
	file := f.Place.File
	if file == console.File {
		return true
	}
	return f.Place.Line > 0 && (bundle.IsScript(file) || bundle.IsTest(file)) && file != bundle.ProgramName && !strings.HasPrefix(file, "../") &&
		!strings.Contains("/"+file, "/node_modules/")
}

func filtered(frames []Frame, keep func(Frame) bool) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return !keep(f) })
}

// allFrames looks the places up in the source map, once.
func (e *ScriptError) allFrames() []Frame {
	e.once.Do(func() {
		if e.text != "" {
			e.frames = parseStack(e.text)
		} else {
			e.frames = framesOf(e.stack)
		}
		e.stack, e.text = nil, ""
	})
	return e.frames
}

func framesOf(stack []goja.StackFrame) []Frame {
	var frames []Frame
	for i := range stack[:min(len(stack), maxFrames)] {
		pos := stack[i].Position()
		frames = appendFrame(frames, stack[i].FuncName(), fault.Place{File: pos.Filename, Line: pos.Line, Col: pos.Column})
	}
	return frames
}

// stackLine matches a line of goja's, "\tat name (file:line:column(pc))", one of V8's, without the counter, or the same without the name.
var stackLine = regexp.MustCompile(`^\s*at (?:(.*) \()?(.*?):(\d+):(\d+)(?:\(\d+\))?\)?$`)

func parseStack(text string) []Frame {
	var frames []Frame
	for line := range strings.SplitSeq(text, "\n") {
		m := stackLine.FindStringSubmatch(line)
		if m == nil || len(frames) == maxFrames {
			continue
		}
		lineNumber, _ := strconv.Atoi(m[3])
		column, _ := strconv.Atoi(m[4])
		frames = appendFrame(frames, m[1], fault.Place{File: m[2], Line: lineNumber, Col: column})
	}
	return frames
}

// hostScripts begins the names of the scripts of fwrun itself.
const hostScripts = bundle.Module + ":"

// appendFrame appends a frame, unless it is in a script of fwrun itself or in code that the compiler added: nobody can
// change anything there.
func appendFrame(frames []Frame, function string, place fault.Place) []Frame {
	if function == "<anonymous>" || function == "<native>" {
		function = ""
	}
	if place.File != "" {
		place.File = bundle.Relative("", place.File)
	}
	if place.File == bundle.ProgramName || strings.HasPrefix(place.File, hostScripts) || place.File == "" && function == "" {
		return frames
	}
	return append(frames, Frame{function, place})
}

// isScripted reports whether a stack contains a frame of the application's program.
func isScripted(stack []goja.StackFrame) bool {
	return slices.ContainsFunc(stack, func(f goja.StackFrame) bool { return f.SrcName() == bundle.ProgramName })
}
