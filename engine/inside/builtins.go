package inside

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"
)

// Native is the function behind a built-in.
type Native = func(goja.FunctionCall) goja.Value

// Construct is what goja calls for `new` of a built-in class.
type Construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object

// CodeOf returns the address of a built-in's function.
func CodeOf(v goja.Value) (code *Native, ok bool) { return field[Native](v, "f") }

// ConstructOf returns the address of a built-in class's constructor.
func ConstructOf(v goja.Value) (code *Construct, ok bool) { return field[Construct](v, "construct") }

// ProgramOf returns the program of a function that was compiled; nil for other objects.
func ProgramOf(function *goja.Object) *goja.Program {
	program, ok := field[*goja.Program](function, "prg")
	if !ok {
		return nil
	}
	return *program
}

// field returns the address of a field of what is behind an object, if it is of a type.
func field[T any](v goja.Value, name string) (at *T, ok bool) {
	defer func() {
		if recover() != nil {
			at, ok = nil, false
		}
	}()
	f := reflect.ValueOf(v.(*goja.Object)).Elem().FieldByName("self").Elem().Elem().FieldByName(name)
	if f.Type() != reflect.TypeFor[T]() {
		return nil, false
	}
	return (*T)(f.Addr().UnsafePointer()), true
}

func checkBuiltins() error {
	rt := goja.New()
	if _, ok := CodeOf(rt.Get("parseInt")); !ok {
		return errors.New("a built-in has no field f with a function")
	}
	if _, ok := ConstructOf(rt.Get("TypeError")); !ok {
		return errors.New("a class has no field construct with a function")
	}
	return errors.Join(checkMachine(), checkArrays(), checkExpressions())
}
