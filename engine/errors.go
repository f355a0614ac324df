package engine

import (
	"cmp"
	"errors"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// ScriptError is what a script threw, or the reason that a promise which it returned was rejected with. Making a
// ScriptError is cheap: its places and source lines, which cost time, are looked up when they are asked for.
type ScriptError struct {
	Name        string // "TypeError"; empty when no Error was thrown
	Message     string
	ErrorAnswer                // the answer that it carries; the zero value if it carries none
	Facts       []Fact         // its properties besides name and message; empty when the message is for the caller
	Causes      []*ScriptError // its cause, or what an AggregateError collects
	Cause       error          // the Go error behind it, when a host function failed

	app    *Application
	stack  []goja.StackFrame
	text   string // the stack as text, if there is no other
	once   sync.Once
	frames []Frame // of stack or text
}

// Fact is a property of a thrown value, such as the kind of a SqlError.
type Fact struct{ Name, Value string }

// Bounds of what is stored of an error.
const (
	maxCauses     = 8  // errors in a list, and errors in a chain
	maxFacts      = 8  // properties
	maxFactLength = 80 // of a property's text
)

func (e *ScriptError) Error() string {
	switch {
	case e.Name == "":
		return e.Message
	case e.Message == "":
		return e.Name
	default:
		return e.Name + ": " + e.Message
	}
}

func (e *ScriptError) Unwrap() error { return e.Cause }

// Detail returns the text for the caller of an error that has a Status.
func (e *ScriptError) Detail() string { return cmp.Or(e.Public, e.Message) }

// Fail translates the error that ended a call while its values can still be read.
func (w *work) Fail(v *vm.VM, err error) error {
	in := instanceOf(v)
	in.failed(err)
	return in.scriptError(err)
}

// scriptError reads a thrown value. It returns any other error unchanged.
func (in *instance) scriptError(err error) error {
	if interrupted, ok := errors.AsType[*goja.InterruptedError](err); ok {
		reason, ok := interrupted.Value().(error)
		if !ok {
			return err
		}
		// The stack shows which loop it was.
		return &ScriptError{Message: publicText(reason), Cause: reason, app: in.app, stack: interrupted.Stack()}
	}
	if overflow, ok := errors.AsType[*goja.StackOverflowError](err); ok {
		return &ScriptError{
			Name: "RangeError", Message: "Maximum call stack size exceeded", app: in.app, stack: overflow.Stack(),
		}
	}
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return in.thrown(exception.Value(), exception.Stack(), 0)
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return in.thrown(thrown.Value, nil, 0)
	}
	return err
}

// ThrownValue returns the script value in an error that a script threw.
func ThrownValue(err error) (Value, bool) {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return exception.Value(), true
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return thrown.Value, true
	}
	return nil, false
}

// thrown describes a value; a getter on it that throws or never returns must not do harm.
func (in *instance) thrown(value Value, stack []goja.StackFrame, depth int) (out *ScriptError) {
	out = &ScriptError{Message: "a value that cannot be shown", app: in.app, stack: stack}
	defer func() { _ = recover() }()
	out.Cause = vm.GoError(value)
	if answer, ok := in.can.errorAnswer(value); ok {
		out.ErrorAnswer = answer
	}
	object, ok := value.(*goja.Object)
	if !ok {
		out.Message = vm.Describe(value)
		return out
	}
	in.locate(out, object)
	message := object.Get("message")
	if message == nil {
		out.Message = vm.Describe(value)
	} else {
		out.Message = message.String()
		if name := object.Get("name"); name != nil {
			out.Name = name.String()
		}
	}
	if out.Status == 0 || out.Public != "" {
		out.Facts = factsOf(object)
	}
	in.trace(out, object, depth)
	return out
}

// locate finds where an Error was made, if no stack says where it was thrown.
func (in *instance) locate(out *ScriptError, object *goja.Object) {
	if isScripted(out.stack) || object.ClassName() != "Error" {
		return
	}
	// An Error that is thrown again shows the stack that it was made with.
	if again := in.vm.Runtime.Try(func() { panic(object) }); again != nil {
		out.stack = again.Stack()
	}
	if isScripted(out.stack) {
		return
	}
	if stack := object.Get("stack"); stack != nil {
		out.text = stack.String() // the stack of the host, from where it was read
	}
}

// trace follows the cause of an error, and the errors of an AggregateError.
func (in *instance) trace(out *ScriptError, object *goja.Object, depth int) {
	if depth >= maxCauses || object.ClassName() != "Error" {
		return
	}
	if cause := object.Get("cause"); cause != nil && !goja.IsUndefined(cause) {
		out.Causes = append(out.Causes, in.thrown(cause, nil, depth+1))
	}
	if out.Name != "AggregateError" {
		return
	}
	list, ok := object.Get("errors").(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return
	}
	if !inside.Builtins.On() || inside.ArrayOf(list) == nil {
		return
	}
	elements := inside.ArrayOf(list).Values
	for _, element := range elements[:min(len(elements), maxCauses)] {
		if element != nil {
			out.Causes = append(out.Causes, in.thrown(element, nil, depth+1))
		}
	}
}

// factsOf reads the properties that have plain values.
func factsOf(object *goja.Object) (facts []Fact) {
	for _, key := range object.Keys() {
		switch key {
		case "name", "message", "stack", "cause", "errors", "status":
			continue
		}
		value := object.Get(key)
		if _, nested := value.(*goja.Object); nested || value == nil || goja.IsUndefined(value) {
			continue
		}
		if value.String() == "" {
			continue
		}
		if facts = append(facts, Fact{key, fault.Shortened(value.String(), maxFactLength)}); len(facts) == maxFacts {
			break
		}
	}
	return facts
}

// publicText returns what a script sees of a Go error.
func publicText(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.Public
	}
	return err.Error()
}
