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
	defer func() {
		if recover() != nil {
			code, ok = nil, false
		}
	}()
	object := v.(*goja.Object)
	f := reflect.ValueOf(object).Elem().FieldByName("self").Elem().Elem().FieldByName("f")
	if f.Type() != reflect.TypeFor[func(goja.FunctionCall) goja.Value]() {
		return nil, false
	}
	return (*func(goja.FunctionCall) goja.Value)(unsafe.Pointer(f.UnsafeAddr())), true
}
