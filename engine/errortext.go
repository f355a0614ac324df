package engine

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/inside"
)

// speakPlainly gives the TypeErrors that the engine throws the messages of other JavaScript engines, which scripts
// and users expect: "o.f is not a function".
func (in *instance) speakPlainly() {
	construct, known := inside.ConstructOf(in.vm.Runtime.Get("TypeError"))
	if !known {
		return
	}
	original := *construct
	*construct = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		if len(args) == 1 {
			if text, ok := args[0].(goja.String); ok {
				if plain := in.plainText(text.String()); plain != "" {
					args = []goja.Value{in.vm.Runtime.ToValue(plain)}
				}
			}
		}
		return original(args, newTarget)
	}
}

// The messages of goja about calls and reads that are impossible.
const (
	noSuchMember = "Object has no member '"
	noFunction   = "Not a function: "
	noObject     = "Value is not an object: "
	noRead       = "Cannot read property '"
)

// plainText returns the message of other engines for a message of goja's, and "" for any other text.
func (in *instance) plainText(text string) string {
	switch {
	case strings.HasPrefix(text, noSuchMember):
		name := strings.TrimSuffix(strings.TrimPrefix(text, noSuchMember), "'")
		if object := in.here().objectOf(name); object != "" {
			object = strings.Replace(" "+calls.ReplaceAllString(object, "(...)"), " (...)", " (intermediate value)", 1)
			name = strings.TrimSpace(object) + "." + name
		}
		return name + " is not a function"
	case strings.HasPrefix(text, noFunction), strings.HasPrefix(text, noObject):
		at := in.here()
		if name := strings.TrimSuffix(calledChain.FindString(at.line[at.at:]), "("); name != "" {
			return name + " is not a function"
		}
	case strings.HasPrefix(text, noRead):
		name, _, _ := strings.Cut(strings.TrimPrefix(text, noRead), "' of undefined")
		return "Cannot read properties of " + in.nothing(name) + " (reading '" + name + "')"
	}
	return ""
}

var (
	calls       = regexp.MustCompile(`\([^()]*\)`)
	calledChain = regexp.MustCompile(`^(?:[\w$]+\.)*[\w$]+\(`)
)

// here returns the place in a script's text that is being run; it is empty if it is not known.
func (in *instance) here() spot {
	for _, frame := range framesOf(in.vm.Runtime.CaptureCallStack(1, nil)) {
		lines := in.app.textOf(frame.Place.File)
		if frame.Place.Line > 0 && frame.Place.Line <= len(lines) {
			return newSpot(lines[frame.Place.Line-1], frame.Place.Col)
		}
	}
	return spot{}
}

// textOf returns the lines of a file as they were when an error first needed them.
func (a *Application) textOf(file string) []string {
	if lines, ok := a.texts.Load(file); ok {
		return lines.([]string)
	}
	lines := a.readLines(file)
	if file != console.File { // the text at a prompt changes with each input
		a.texts.Store(file, lines)
	}
	return lines
}

// nothing returns "null" or "undefined", whichever the property was read from: the value is on the engine's stack,
// below the property's name if that was computed.
func (in *instance) nothing(property string) string {
	const undefined, null = "undefined", "null"
	if !inside.Builtins.On() {
		return undefined
	}
	values := inside.MachineOf(in.vm.Runtime).Topmost(3)
	for i := len(values) - 1; i >= 0; i-- {
		isTop := i == len(values)-1
		switch value := values[i]; {
		case value == nil:
		case goja.IsNull(value) && (property != null || !isTop):
			return null
		case goja.IsUndefined(value) && (property != undefined || !isTop):
			return undefined
		}
	}
	return undefined
}
