package objects

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/platform/fault"
)

// What is wrong with a question, as V8 says it.
var (
	errUnknown    = errors.New("Could not find object with given id")          //nolint:staticcheck // clients know these words
	errNoFrame    = errors.New("Could not find call frame with given id")      //nolint:staticcheck // likewise
	errNoScope    = errors.New("Could not find scope with given number")       //nolint:staticcheck // likewise
	errNoVariable = errors.New("Could not find a variable of that name")       //nolint:staticcheck // likewise
	errNoValue    = errors.New("Couldn't parse value object in call argument") //nolint:staticcheck // likewise
	errNoFunction = "Given expression does not evaluate to a function"         // of an answer
	errCycle      = "Object reference chain is too long"                       // likewise
	errByValue    = "Object couldn't be returned by value"                     // likewise
	errDeep       = &madeError{"SyntaxError", "The text is too long, or nested too deep"}
	errPure       = &madeError{"EvalError", "Possible side-effect in debug-evaluate"} // of a pure expression
)

// madeError is an error that no script has made.
type madeError struct{ class, message string }

func (e *madeError) Error() string { return e.class + ": " + e.message }

// mistake returns the SyntaxError of a text that cannot be compiled.
func (x *Objects) mistake(err error) error {
	message := err.Error()
	if made, ok := errors.AsType[*madeError](err); ok {
		return made
	}
	if errors.Is(err, console.ErrIncomplete) {
		message = "Unexpected end of input"
	} else if list, ok := errors.AsType[fault.List](err); ok && len(list) > 0 {
		message = list[0].Message
	}
	return &madeError{"SyntaxError", message}
}

// none is an answer that cannot be given.
func none(why string) debugger.Answer {
	return debugger.Answer{Object: debugger.Object{Type: "undefined"}, Thrown: &debugger.Thrown{Text: why}}
}

// thrown describes an error that ended a run.
func (x *Objects) thrown(err error, group string, look bool) *debugger.Thrown {
	t := &debugger.Thrown{Text: "Uncaught"}
	var exception *goja.Exception
	made := &madeError{"Error", ""}
	switch {
	case errors.As(err, &exception):
		t.Object = x.Describe(exception.Value(), group, look)
		t.Frames = x.trace(exception.Stack())
	case errors.As(err, &made):
	default:
		made.message = reason(err)
		if _, deep := errors.AsType[*goja.StackOverflowError](err); deep {
			made = &madeError{"RangeError", "Maximum call stack size exceeded"}
		}
	}
	if exception == nil {
		v, _ := x.native.error(goja.Undefined(), x.rt.ToValue(made.class), x.rt.ToValue(made.message))
		t.Object = x.Describe(v, group, false)
		t.Object.Description = made.Error()
	}
	if len(t.Frames) > 0 {
		t.Location = t.Frames[0].Location
	}
	return t
}

// reason returns why a run was cut off.
func reason(err error) string {
	if cut, ok := errors.AsType[*goja.InterruptedError](err); ok {
		if why, ok := cut.Value().(error); ok {
			return fault.Text(why)
		}
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return cmp.Or(text, "the expression was ended")
}

func (x *Objects) trace(stack []goja.StackFrame) []debugger.Frame {
	if x.o.Trace == nil {
		return nil
	}
	return x.o.Trace(stack)
}

// rejected describes the reason of a promise.
func (x *Objects) rejected(reason goja.Value, group string, look bool) debugger.Answer {
	object := x.Describe(reason, group, look)
	return debugger.Answer{Object: object, Thrown: &debugger.Thrown{Text: "Uncaught (in promise)", Object: object}}
}

// jsonOf returns a text as JSON.
func jsonOf(text string) json.RawMessage {
	encoded, _ := json.Marshal(text) // a text can always be written
	return encoded
}
