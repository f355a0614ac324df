package vm

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// unwind empties the stacks of a runtime whose run was cut off. goja does this itself if the interrupt occurs
// in a plain call; if it occurs in a microtask, goja leaves the resumed function's frame behind, takes every
// later call for a nested one, and so never drains microtasks again: the calls still in flight on the VM
// would hang. goja has no API for it, so the fields are reset by reflection.
func unwind(rt *goja.Runtime) {
	pointer, ok := field(reflect.ValueOf(rt).Elem(), "vm", reflect.Pointer)
	if !ok || pointer.IsNil() {
		return
	}
	inner := pointer.Elem()
	for _, name := range []string{"callStack", "tryStack", "iterStack", "refStack", "stack"} {
		if stack, ok := field(inner, name, reflect.Slice); ok {
			stack.SetZero()
		}
	}
	for name, rest := range map[string]int64{"sp": 0, "sb": -1, "pc": 0} {
		if register, ok := field(inner, name, reflect.Int); ok {
			register.SetInt(rest)
		}
	}
	if program, ok := field(inner, "prg", reflect.Pointer); ok {
		program.SetZero()
	}
}

// field returns an unexported field, writable.
func field(owner reflect.Value, name string, kind reflect.Kind) (reflect.Value, bool) {
	f := owner.FieldByName(name)
	if !f.IsValid() || f.Kind() != kind {
		return reflect.Value{}, false
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), true
}
