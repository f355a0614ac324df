package objects

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
)

// Options are what is around a runtime. All but Runtime may be left out.
type Options struct {
	Runtime *goja.Runtime
	// Prefix begins each handle: the runtimes of a process have different ones.
	Prefix string
	// Bound calls a function that runs scripts, within limits. An interrupt is cleared when it returns.
	Bound func(run func() error) error
	// Frames returns the frames of the worker while it is stopped.
	Frames func() []debugger.Frame
	// Trace returns the frames of the user's files in a stack, without scopes.
	Trace func(stack []goja.StackFrame) []debugger.Frame
	// Written reports whether a private name, with its #, is in a file of the user. The compiler adds numbers to names.
	Written func(name string) bool
	// Place returns where the user has written a function.
	Place func(function *goja.Object) (at debugger.Location, known bool)
}

// Objects implements debugger.Objects for one runtime.
type Objects struct {
	o       Options
	rt      *goja.Runtime
	native  natives
	handles map[string]kept
	entry   *goja.Object            // the prototype of the entries of maps and sets
	names   map[string]goja.Value   // that expressions have declared
	known   map[string]*expression  // that were compiled
	classes map[string]privateNames // by the texts of classes
}

var _ debugger.Objects = (*Objects)(nil)

// kept is a value that has a handle.
type kept struct {
	value goja.Value
	group string
}

// handles counts those of all runtimes: one of a generation that is gone is unknown to the next.
var handles atomic.Int64

// New returns the objects of a runtime in which no script of the user has run.
func New(o Options) *Objects {
	if o.Bound == nil {
		o.Bound = func(run func() error) error { return run() }
	}
	return &Objects{
		o: o, rt: o.Runtime, native: nativesOf(o.Runtime), handles: map[string]kept{}, entry: o.Runtime.CreateObject(nil),
		names: map[string]goja.Value{}, known: map[string]*expression{}, classes: map[string]privateNames{},
	}
}

// handle keeps a value.
func (x *Objects) handle(v goja.Value, group string) string {
	handle := fmt.Sprintf("%s.%d", x.o.Prefix, handles.Add(1))
	x.handles[handle] = kept{v, group}
	return handle
}

// Value implements debugger.Objects.
func (x *Objects) Value(handle string) (debugger.Value, error) {
	if k, ok := x.handles[handle]; ok {
		return k.value, nil
	}
	return nil, errUnknown
}

// Release implements debugger.Objects.
func (x *Objects) Release(handle string) { delete(x.handles, handle) }

// ReleaseGroup implements debugger.Objects.
func (x *Objects) ReleaseGroup(group string) {
	for handle, k := range x.handles {
		if k.group == group {
			delete(x.handles, handle)
		}
	}
}

// Describe implements debugger.Objects.
func (x *Objects) Describe(v debugger.Value, group string, look bool) (described debugger.Object) {
	described = debugger.Object{Type: "object", Class: "Object", Description: "Object"}
	_ = x.safely(func() { described = x.describe(valueOf(v), group, look) })
	return described
}

// valueOf returns a value of the runtime.
func valueOf(v debugger.Value) goja.Value {
	if value, ok := v.(goja.Value); ok && value != nil {
		return value
	}
	return goja.Undefined()
}

// safely calls a function, and returns what it has thrown.
func (x *Objects) safely(fn func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error: // an interrupt, among others
			err = p
		default:
			err = fmt.Errorf("%v", p)
		}
	}()
	if exception := x.rt.Try(fn); exception != nil {
		return exception
	}
	return nil
}

// run calls a function that runs scripts, within the limits.
func (x *Objects) run(fn func() (goja.Value, error)) (v goja.Value, err error) {
	err = x.o.Bound(func() (err error) {
		if thrown := x.safely(func() { v, err = fn() }); thrown != nil {
			err = thrown
		}
		return err
	})
	return v, err
}

// frame returns a frame of the stopped worker.
func (x *Objects) frame(index int) (*debugger.Frame, error) {
	if x.o.Frames != nil && index >= 0 {
		if frames := x.o.Frames(); index < len(frames) {
			return &frames[index], nil
		}
	}
	return nil, errNoFrame
}

// SetVariable implements debugger.Objects.
func (x *Objects) SetVariable(frame, scope int, name string, v debugger.Value) error {
	f, err := x.frame(frame)
	if err != nil {
		return err
	}
	if scope < 0 || scope >= len(f.Scopes) {
		return errNoScope
	}
	variables, ok := f.Scopes[scope].Object.(*goja.Object)
	if !ok || !x.has(variables, name) {
		return errNoVariable
	}
	_, err = x.run(func() (goja.Value, error) { return nil, x.assign(variables, name, valueOf(v)) })
	if thrown, ok := errors.AsType[*goja.Exception](err); ok {
		return errors.New(thrown.Value().String()) // its stack is that of the debugger
	}
	return err
}

// assign sets a variable of a scope.
func (x *Objects) assign(variables *goja.Object, name string, v goja.Value) error {
	err := variables.Set(name, v)
	if err != nil && strings.Contains(err.Error(), "dynamic object returned false") {
		panic(x.rt.NewTypeError("Assignment to constant variable."))
	}
	return err
}

// Check implements debugger.Objects.
func (x *Objects) Check(text string) *debugger.Thrown {
	input, err := parse(text)
	if err == nil {
		_, err = input.Compile()
	}
	if err == nil {
		return nil
	}
	return x.thrown(x.mistake(err), "", false)
}
