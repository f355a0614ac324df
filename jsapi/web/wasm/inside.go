package wasm

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero/api"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// This file is all that knows how wazero keeps an instance. Its interfaces offer no tables and no references to functions, and
// find what a module imports by name only; but the fields and methods below are exported, so that they can be reached by
// reflection. The package's tests fail if one is renamed.

// inside is the struct of an instance.
func inside(mod api.Module) reflect.Value {
	v := reflect.ValueOf(mod)
	if v.Kind() == reflect.Struct { // what a builder of host modules returns is wrapped
		v = v.Field(0).Elem()
	}
	return v.Elem()
}

// release takes an instance from wazero's list of all instances. It can be used as before, and the collector frees it when
// nothing refers to it.
func release(mod api.Module) {
	_ = mod.Close(context.Background()) // what it closes beside that are files and sockets, of which there are none
	inside(mod).FieldByName("Closed").Addr().Interface().(*atomic.Uint64).Store(0)
}

// offer returns a view of an instance that exports one thing, under [binary.ImportName].
func offer(mod api.Module, kind binary.Kind, index uint32) api.Module {
	original := inside(mod)
	view := reflect.New(original.Type())
	view.Elem().Set(original)
	exports := view.Elem().FieldByName("Exports")
	export := reflect.New(exports.Type().Elem().Elem())
	export.Elem().FieldByName("Name").SetString(binary.ImportName)
	export.Elem().FieldByName("Type").SetUint(uint64(kind))
	export.Elem().FieldByName("Index").SetUint(uint64(index))
	only := reflect.MakeMap(exports.Type())
	only.SetMapIndex(reflect.ValueOf(binary.ImportName), export)
	exports.Set(only)
	return view.Interface().(api.Module)
}

// attach lets an instance hold something, as long as it lives. The field is for those that want to know when it is closed, which
// it is no more.
func attach(mod api.Module, s *shimmed) {
	inside(mod).FieldByIndex(notifier().Index).Set(reflect.ValueOf(s))
}

func attached(mod api.Module) *shimmed {
	return inside(mod).FieldByIndex(notifier().Index).Interface().(*shimmed)
}

// notifier is the field that [attach] uses.
var notifier = sync.OnceValue(func() reflect.StructField {
	e, err := process()
	if err != nil {
		panic(err)
	}
	field, ok := inside(e.host).Type().FieldByName("CloseNotifier")
	if !ok {
		panic("wazero has no field CloseNotifier any more")
	}
	return field
})

// functions makes an instance's functions callable, and refers to them.
type functions interface {
	NewFunction(index uint32) api.Function
	FunctionInstanceReference(index uint32) uintptr
}

func functionsOf(mod api.Module) functions {
	return inside(mod).FieldByName("Engine").Interface().(functions)
}

// cell is a global.
type cell interface {
	Value() (low, high uint64)
	SetValue(low, high uint64)
}

func cellOf(mod api.Module, index uint32) cell {
	return inside(mod).FieldByName("Globals").Index(int(index)).Interface().(cell)
}

// elements is a table.
type elements struct {
	references reflect.Value
	grower     interface {
		Grow(delta uint32, initial uintptr) uint32
	}
}

func elementsOf(mod api.Module, index uint32) elements {
	table := inside(mod).FieldByName("Tables").Index(int(index))
	e := elements{references: table.Elem().FieldByName("References")}
	e.grower = table.Interface().(interface {
		Grow(delta uint32, initial uintptr) uint32
	})
	return e
}

// all returns the elements, which can be written to until the table grows.
func (e elements) all() []uintptr { return e.references.Interface().([]uintptr) }

// identity says which function of which instance one is that was found in a table; ok is false if it is one of the host.
func identity(f api.Function) (engine uintptr, index uint32, ok bool) {
	v := reflect.ValueOf(f).Elem()
	if parent, at := v.FieldByName("parent"), v.FieldByName("indexInModule"); parent.IsValid() && at.IsValid() {
		return parent.Pointer(), uint32(at.Uint()), true
	}
	inner := v.FieldByName("f") // of the interpreter
	if !inner.IsValid() || inner.Kind() != reflect.Pointer {
		return 0, 0, false
	}
	owner, code := inner.Elem().FieldByName("moduleInstance"), inner.Elem().FieldByName("parent")
	if !owner.IsValid() || !code.IsValid() {
		return 0, 0, false
	}
	at := code.Elem().FieldByName("index")
	return owner.Elem().FieldByName("Engine").Elem().Pointer(), uint32(at.Uint()), at.IsValid()
}

// engineOf returns what [identity] returns for the functions of an instance.
func engineOf(mod api.Module) uintptr { return inside(mod).FieldByName("Engine").Elem().Pointer() }

// addressOf returns the address of a memory, which says whether two are the same.
func addressOf(m api.Memory) uintptr { return reflect.ValueOf(m).Pointer() }
