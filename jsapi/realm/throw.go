package realm

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// Convert registers a function that turns a Go error into a script's error; ok is false for an error it does not
// know.
func (r *Realm) Convert(convert func(error) (object *goja.Object, ok bool)) {
	r.errors = append(r.errors, convert)
}

// Thrown returns the value that a host function panics with for an error. What a script has thrown is passed on as it
// is; other errors are turned into errors of the modules' classes.
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

// Rejection returns the error that a promise is rejected with.
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
