package instrument

import (
	"errors"

	"github.com/dop251/goja"
)

// Frame is a call of a function of the user's files, and the statement that it has come to. It outlives the call, and so do its variables.
type Frame struct {
	Place int32
	Depth int // see [Recorder.Depth]

	recorder *Recorder
	scope    *goja.Object
}

// Frames returns the calls that there are, innermost first. Built-ins, and functions that are not the user's, are left out.
func (r *Recorder) Frames() []Frame { return r.frames(len(r.slots)) }

// frames returns so many of the frames at most.
func (r *Recorder) frames(most int) (list []Frame) {
	for depth := len(r.slots) - 1; depth >= 0 && len(list) < most; depth-- {
		s := &r.slots[depth]
		if s.used && s.program == r.caller(depth) {
			list = append(list, Frame{s.place, depth, r, s.scope})
		}
	}
	return list
}

// Scopes returns the scopes of a frame that have names, innermost first, up to that of the file.
func (f Frame) Scopes() (list []View) {
	at := f.recorder.Table.Places[f.Place].Scope
	for accessor := f.scope; accessor != nil && at >= 0; at = f.recorder.Table.Scopes[at].Parent {
		view := View{at, f.recorder, accessor}
		list = append(list, view)
		accessor = view.outer()
	}
	return list
}

// Call returns what only the frames of one call have, before and behind an await; nil for a call that never suspends and has no variables:
// its depth is enough.
func (f Frame) Call() (call *goja.Object) {
	table := f.recorder.Table
	for _, view := range f.Scopes() {
		if table.Scopes[view.Scope].Function != table.Places[f.Place].Function {
			break
		}
		call = view.accessor
	}
	return call
}

// This returns what this is in a frame. It is not known in a function without names within which nothing uses it, and before super returns.
func (f Frame) This() (value goja.Value, known bool) {
	for _, view := range f.Scopes() {
		if f.recorder.Table.Scopes[view.Scope].This {
			value, err := view.ask(askThis)
			return value, err == nil
		}
	}
	return nil, false
}

// View is a scope of a frame.
type View struct {
	Scope int32

	recorder *Recorder
	accessor *goja.Object
}

// The errors of variables.
var (
	ErrNotYet   = errors.New("it has no value yet")
	ErrConstant = errors.New("Assignment to constant variable.") //nolint:staticcheck // the message of the language
)

// Names returns the names of a scope, by number.
func (v View) Names() []Name { return v.recorder.Table.Scopes[v.Scope].Names }

// Get returns the value of a name, by its number. The error is ErrNotYet before its declaration was reached.
func (v View) Get(number int) (goja.Value, error) {
	value, err := v.ask(firstName + number)
	if err == nil && v.isEarly(number, value) {
		return nil, ErrNotYet
	}
	return value, err
}

// isEarly reports whether a value is that of a variable of a file's top level before its declaration.
func (v View) isEarly(number int, value goja.Value) bool {
	return goja.IsUndefined(value) && !v.recorder.hasRun(v.Names()[number].Place)
}

// Set changes the value of a name.
func (v View) Set(number int, value goja.Value) error {
	if v.Names()[number].Constant {
		return ErrConstant
	}
	if _, err := v.Get(number); err != nil {
		return err
	}
	_, err := v.ask(firstName+number, true, value)
	return err
}

// What an accessor is asked for, by number.
const (
	askOuter = iota
	askThis
	firstName
)

func (v View) outer() *goja.Object {
	value, _ := v.ask(askOuter)
	accessor, _ := value.(*goja.Object)
	return accessor
}

// ask calls an accessor.
func (v View) ask(number int, more ...any) (value goja.Value, err error) {
	call, _ := goja.AssertFunction(v.accessor)
	arguments := []goja.Value{v.recorder.runtime.ToValue(number)}
	for _, argument := range more {
		arguments = append(arguments, v.recorder.runtime.ToValue(argument))
	}
	v.recorder.aside(func() { value, err = call(goja.Undefined(), arguments...) })
	if thrown, is := errors.AsType[*goja.Exception](err); is {
		if object, _ := thrown.Value().(*goja.Object); object != nil && object.Get("name").String() == "ReferenceError" {
			return nil, ErrNotYet
		}
	}
	return value, err
}
