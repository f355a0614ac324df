package wasm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// errorClasses are the classes of errors that scripts know.
type errorClasses struct{ compile, link, trap goja.Value }

func (r *realm) setErrors(call goja.FunctionCall) goja.Value {
	r.errors = errorClasses{call.Argument(0), call.Argument(1), call.Argument(2)}
	return goja.Undefined()
}

// newError returns an error of a class, whose stack begins in the user's file.
func (r *realm) newError(class goja.Value, message string) goja.Value {
	object, err := r.Runtime.New(class, r.Runtime.ToValue(message))
	if err != nil {
		panic(err)
	}
	return part.TrimStack(r.Runtime, object)
}

func (r *realm) throw(class goja.Value, format string, args ...any) {
	panic(r.newError(class, fmt.Sprintf(format, args...)))
}

func (r *realm) throwRange(format string, args ...any) {
	r.throw(r.Runtime.Get("RangeError"), format, args...)
}

func (r *realm) throwType(format string, args ...any) {
	r.throw(r.Runtime.Get("TypeError"), format, args...)
}

// escape carries a panic of a script through the frames of a module.
type escape struct{ value any }

func (e *escape) Error() string { return "a script has thrown" }

func (e *escape) Unwrap() error {
	err, _ := e.value.(error)
	return err
}

// escaping is deferred by functions of the host: what they panic with goes on in the script that called the module.
func escaping() {
	if p := recover(); p != nil {
		panic(leaving(p))
	}
}

// leaving returns what a panic is turned into on its way through a module.
func leaving(p any) error {
	switch p := p.(type) {
	case *escape:
		return p
	case error:
		if errors.Is(p, errStopped) {
			return p
		}
	}
	return &escape{p}
}

// recovered makes an error of a panic that wazero did not recover itself.
func recovered(p any) error {
	if err, ok := p.(error); ok {
		return err
	}
	return fmt.Errorf("%v", p)
}

// raise throws what ended a call into a module.
func (r *realm) raise(err error) {
	if e, ok := errors.AsType[*escape](err); ok {
		panic(e.value)
	}
	if errors.Is(err, errStopped) {
		r.stop()
	}
	message := trapMessage(err)
	if message == stackOverflow {
		r.throwRange("%s", message)
	}
	r.throw(r.errors.trap, "%s", message)
}

// stop ends the script that called a module whose run has been interrupted: the engine does that when it runs a function.
func (r *realm) stop() {
	r.Poll()
	r.throw(r.errors.trap, "interrupted") // the run has ended meanwhile
}

const stackOverflow = "Maximum call stack size exceeded"

// traps are the messages of browsers for those of wazero.
var traps = map[string]string{
	"unreachable":                   "unreachable",
	"out of bounds memory access":   "memory access out of bounds",
	"integer divide by zero":        "divide by zero",
	"integer overflow":              "float unrepresentable in integer range",
	"invalid conversion to integer": "float unrepresentable in integer range",
	"invalid table access":          "table index is out of bounds",
	"indirect call type mismatch":   "null function or function signature mismatch",
	"stack overflow":                stackOverflow,
}

func trapMessage(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if _, after, found := strings.Cut(text, "wasm error: "); found {
		text = after
	}
	if message, ok := traps[text]; ok {
		return message
	}
	return text
}

// compileError returns the error for a module that does not compile.
func (r *realm) compileError(where string, err error) goja.Value {
	if errors.Is(err, errTooMany) {
		return r.newError(r.Runtime.Get("RangeError"), where+": "+err.Error())
	}
	return r.newError(r.errors.compile, where+": "+err.Error())
}
