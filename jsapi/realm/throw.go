package realm

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
)

// Convert adds a way of making a script's error of one of Go's; ok is false for those that it does not know.
func (r *Realm) Convert(convert func(error) (object *goja.Object, ok bool)) {
	r.errors = append(r.errors, convert)
}

// Thrown is what a host function panics with for an error: what a script threw itself goes on unchanged, and of others
// the modules make the errors of their classes.
func (r *Realm) Thrown(err error) any {
	var exception *goja.Exception
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &exception):
		return exception
	case errors.As(err, &interrupted):
		return interrupted
	case errors.As(err, &overflow):
		return overflow
	}
	if object, ok := r.converted(err); ok {
		return object
	}
	return r.VM.ErrorValue(err)
}

// Rejection is what a promise is rejected with for an error.
func (r *Realm) Rejection(err error) error {
	if object, ok := r.converted(err); ok {
		return &vm.Thrown{Value: object}
	}
	return err
}

func (r *Realm) converted(err error) (*goja.Object, bool) {
	for _, convert := range r.errors {
		if object, ok := convert(err); ok {
			return object, true
		}
	}
	return nil, false
}

// After has end called with how a call went, when that is known: at once, or when the promise
// it gave is settled. What end returns is what the caller gets.
func (r *Realm) After(result engine.Value, err error, end func(engine.Value, error) (engine.Value, error)) (engine.Value, error) {
	if _, pending := vm.AsPromise(result); err != nil || !pending {
		return end(result, err)
	}
	settled := func(how func(goja.Value) (goja.Value, error)) goja.Value {
		return r.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
			value, err := end(how(f.Argument(0)))
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
	fulfilled := settled(func(value goja.Value) (goja.Value, error) { return value, nil })
	rejected := settled(func(reason goja.Value) (goja.Value, error) { return nil, &vm.Thrown{Value: reason} })
	return r.then(result, fulfilled, rejected)
}
