package inside

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"
)

// failure has the fields of an errorObject, the implementation of an Error.
type failure struct {
	Plain
	stack          []goja.StackFrame
	stackPropAdded bool
}

// HideStack takes the property "stack" from an Error that has just been made. Its frames stay.
func HideStack(o *goja.Object) {
	if self := selfOf(o); self.table == implementations.failure {
		(*failure)(self.data).stackPropAdded = true
	}
}

// StackOf returns the frames of an Error, and whether the object is one.
func StackOf(o *goja.Object) (frames []goja.StackFrame, ok bool) {
	self := selfOf(o)
	if self.table != implementations.failure {
		return nil, false
	}
	return (*failure)(self.data).stack, true
}

// checkFailures finds what is behind an Error, and asks one whose stack is hidden.
func checkFailures() error {
	if err := errors.Join(checkBuiltins(), checkObjects()); err != nil {
		return err
	}
	rt := goja.New()
	sample, err := rt.New(rt.Get("TypeError"))
	if err != nil {
		return err
	}
	implementations.failure = selfOf(sample).table
	if err := expect(sample, "errorObject", reflect.TypeFor[failure]()); err != nil {
		return err
	}
	if HideStack(sample); sample.Get("stack") != nil || len(sample.GetOwnPropertyNames()) > 0 {
		return errors.New("the stack of an Error cannot be hidden")
	}
	return nil
}
