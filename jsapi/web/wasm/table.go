package wasm

import (
	"context"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// table is a table that modules of a VM and scripts share.
type table struct {
	owner  *instance
	index  uint32
	typ    binary.TableType // as declared
	object goja.Value       // of the class Table; nil if there is none yet
}

func (t *table) elements() elements { return elementsOf(t.owner.mod, t.index) }

func tableFrom(v goja.Value) *table { return v.Export().(*table) }

// allow says by how many elements a table of a module may grow.
func allow(ctx context.Context, _ api.Module, stack []uint64) {
	defer escaping()
	r := realmOf(ctx)
	if n := int64(uint32(stack[0])); n > binary.MaxElements || !r.reserve(&r.usage.elements, n, maxElements) {
		stack[0] = 0xffffffff
	}
}

// makeTable makes a table of a script's.
func (r *realm) makeTable(typ binary.TableType) *table {
	i := r.makeOne(binary.OneTable(typ), &binary.Module{Tables: []binary.TableType{typ}})
	return i.tableAt(0)
}

// newTable takes the type of the elements, the initial size, the maximum or undefined, and the initial value.
func (r *realm) newTable(call goja.FunctionCall) goja.Value {
	element, _ := binary.TypeNamed(call.Argument(0).String())
	initial := call.Argument(1).ToInteger()
	typ := binary.TableType{Element: element, Limits: binary.Limits{Min: uint32(initial)}}
	if most := call.Argument(2); !goja.IsUndefined(most) {
		typ.Max = new(uint32(most.ToInteger()))
	}
	if initial > binary.MaxElements || r.usage.elements.Load()+initial > maxElements {
		r.throwRange("WebAssembly.Table(): initial table size (%d elements) is larger than implementation limit (%d elements)", initial, binary.MaxElements)
	}
	ref := r.toModule(call.Argument(3), element)
	t := r.makeTable(typ)
	if ref != 0 {
		all := t.elements().all()
		for i := range all {
			all[i] = uintptr(ref)
		}
	}
	return r.Runtime.ToValue(t)
}

// tableType returns the type of the elements.
func (r *realm) tableType(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(tableFrom(call.Argument(0)).typ.Element.String())
}

func (r *realm) tableLength(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(len(tableFrom(call.Argument(0)).elements().all()))
}

// at returns the index that a script gives, which has to be that of an element.
func (r *realm) at(t *table, index goja.Value, where string) uint32 {
	n, size := index.ToInteger(), len(t.elements().all())
	if n >= int64(size) {
		r.throwRange("WebAssembly.Table.%s(): invalid address %d in %s table of size %d", where, n, t.typ.Element, size)
	}
	return uint32(n)
}

func (r *realm) tableGet(call goja.FunctionCall) goja.Value {
	t := tableFrom(call.Argument(0))
	index := r.at(t, call.Argument(1), "get")
	if t.typ.Element == binary.ExternRef {
		return r.refs.value(uint64(t.elements().all()[index]))
	}
	return t.function(index)
}

func (r *realm) tableSet(call goja.FunctionCall) goja.Value {
	t := tableFrom(call.Argument(0))
	index := r.at(t, call.Argument(1), "set")
	ref := r.tableValue(t, call.Argument(2), "set")
	t.elements().all()[index] = uintptr(ref)
	return goja.Undefined()
}

func (r *realm) tableValue(t *table, v goja.Value, where string) uint64 {
	if t.typ.Element == binary.FuncRef && !goja.IsNull(v) && r.functionOf(v) == nil {
		r.throwType("WebAssembly.Table.%s(): Argument 1 is invalid for table: function-typed object expected", where)
	}
	return r.toModule(v, t.typ.Element)
}

// tableGrow takes the number of elements and their value, and returns how many there were.
func (r *realm) tableGrow(call goja.FunctionCall) goja.Value {
	t, n := tableFrom(call.Argument(0)), call.Argument(1).ToInteger()
	ref := r.tableValue(t, call.Argument(2), "grow")
	size := int64(len(t.elements().all()))
	most := int64(binary.MaxElements)
	if t.typ.Max != nil {
		most = min(most, int64(*t.typ.Max))
	}
	if size+n > most || !r.reserve(&r.usage.elements, n, maxElements) {
		r.throwRange("WebAssembly.Table.grow(): failed to grow table by %d", n)
	}
	t.elements().grower.Grow(uint32(n), uintptr(ref))
	return r.Runtime.ToValue(size)
}
