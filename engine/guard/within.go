package guard

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// within puts a guard into a built-in instead of replacing it: goja takes shortcuts for regular expressions
// as long as their exec is the function that it knows.
func (g *guard) within(prototype *goja.Object, name string, guarded func(goja.FunctionCall, native) goja.Value) {
	code, ok := codeOf(prototype.Get(name))
	if !ok {
		g.missing = append(g.missing, name)
		return
	}
	original := *code
	*code = func(call goja.FunctionCall) goja.Value { return guarded(call, original) }
}

// codeOf returns the address of a built-in's Go function. goja has no API for it.
func codeOf(v goja.Value) (code *func(goja.FunctionCall) goja.Value, ok bool) {
	return fieldOf[func(goja.FunctionCall) goja.Value](v, "f")
}

// construct is what goja calls for `new` of a built-in class.
type construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object

// constructOf returns the address of a built-in class's constructor.
func constructOf(v goja.Value) (code *construct, ok bool) { return fieldOf[construct](v, "construct") }

// fieldOf returns the address of a field of what goja has behind an object, if it is of a type.
func fieldOf[T any](v goja.Value, name string) (field *T, ok bool) {
	defer func() {
		if recover() != nil {
			field, ok = nil, false
		}
	}()
	f := reflect.ValueOf(v.(*goja.Object)).Elem().FieldByName("self").Elem().Elem().FieldByName(name)
	if f.Type() != reflect.TypeFor[T]() {
		return nil, false
	}
	return (*T)(unsafe.Pointer(f.UnsafeAddr())), true
}
