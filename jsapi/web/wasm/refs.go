package wasm

import (
	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
	tables "github.com/tetratelabs/wazero/experimental/table"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// refs are the values of scripts that modules hold as externref: as a number, since a module's memory is not the collector's.
type refs struct {
	values []goja.Value // number n is at n-1; nil if it is free
	free   []uint32
	sweep  int // how many may be held until those that are not are looked for
}

const minSweep = 1024

// hold returns the number of a value. Zero is null.
func (f *refs) hold(r *realm, v goja.Value) uint64 {
	if goja.IsNull(v) {
		return 0
	}
	if n := len(f.free); n > 0 {
		at := f.free[n-1]
		f.free = f.free[:n-1]
		f.values[at] = v
		return uint64(at) + 1
	}
	if len(f.values) >= maxRefs {
		r.throwRange("modules hold more than %d values", maxRefs)
	}
	f.values = append(f.values, v)
	return uint64(len(f.values))
}

func (f *refs) value(n uint64) goja.Value {
	if n == 0 || n > uint64(len(f.values)) || f.values[n-1] == nil {
		return goja.Null()
	}
	return f.values[n-1]
}

// forget lets go of the values that no module holds any more. It is called while none runs: then they are in tables and globals
// only.
func (r *realm) forgetRefs() {
	f := &r.refs
	held := make([]bool, len(f.values))
	mark := func(n uint64) {
		if n > 0 && n <= uint64(len(held)) {
			held[n-1] = true
		}
	}
	r.instances.all(func(i *instance) { i.eachRef(mark) })
	count := 0
	f.free = f.free[:0]
	for n := range f.values {
		if held[n] {
			count++
			continue
		}
		f.values[n] = nil
		f.free = append(f.free, uint32(n))
	}
	f.sweep = max(minSweep, 2*count)
}

// eachRef calls mark with each reference in the tables and globals that an instance has or imports.
func (i *instance) eachRef(mark func(uint64)) {
	for n, t := range i.module.Tables {
		if t.Element == binary.ExternRef {
			for _, ref := range elementsOf(i.mod, uint32(n)).all() {
				mark(uint64(ref))
			}
		}
	}
	for n, g := range i.module.Globals {
		if g.Value == binary.ExternRef {
			low, _ := cellOf(i.mod, uint32(n)).Value()
			mark(low)
		}
	}
}

// funcRef returns the reference of an exported function, which is kept from then on.
func (r *realm) funcRef(v goja.Value) uint64 {
	if goja.IsNull(v) {
		return 0
	}
	f := r.functionOf(v)
	if f == nil {
		r.throwType("function-typed object expected")
	}
	if _, ok := r.pins[f]; !ok {
		if len(r.pins) >= maxFuncRefs {
			r.throwRange("scripts have put more than %d functions into tables", maxFuncRefs)
		}
		r.pins[f] = struct{}{}
		r.types[f.typ.Key()] = f.typ
	}
	if f.ref == 0 { // of what has no owner it is known from the start
		f.ref = functionsOf(f.owner.mod).FunctionInstanceReference(f.index)
	}
	return uint64(f.ref)
}

// funcValue returns the script's function for a reference.
func (r *realm) funcValue(ref uintptr) goja.Value {
	if ref == 0 {
		return goja.Null()
	}
	if r.scratch == nil {
		r.scratch = r.makeTable(binary.TableType{Element: binary.FuncRef, Limits: binary.Limits{Min: 1}})
	}
	r.scratch.elements().all()[0] = ref
	defer func() { r.scratch.elements().all()[0] = 0 }()
	return r.scratch.function(0)
}

// function returns the function in an element of a table. Its type is one of those that a module of the VM has declared.
func (t *table) function(index uint32) goja.Value {
	r := t.owner.realm
	if t.elements().all()[index] == 0 {
		return goja.Null()
	}
	for _, typ := range r.types {
		if f, ok := lookUp(t.owner.mod, t.index, index, typ); ok {
			return r.found(f, typ, t, index)
		}
	}
	r.throwType("the type of the function is not known")
	return nil
}

// lookUp returns the function in an element of a table; ok is false if it has another type.
func lookUp(mod api.Module, tableIndex, index uint32, typ *binary.FuncType) (f api.Function, ok bool) {
	defer func() {
		if recover() != nil {
			f, ok = nil, false
		}
	}()
	return tables.LookupFunction(mod, tableIndex, index, apiTypes(typ.Params), apiTypes(typ.Results)), true
}

func apiTypes(list []binary.ValueType) []api.ValueType {
	types := make([]api.ValueType, len(list))
	for i, t := range list {
		types[i] = api.ValueType(t)
	}
	return types
}

// found returns the exported function for one that was found in a table.
func (r *realm) found(f api.Function, typ *binary.FuncType, t *table, at uint32) goja.Value {
	engine, index, ok := identity(f)
	if ok {
		if owner := r.instances.find(engine); owner != nil {
			if imported, ok := owner.module.Wrapped(index); ok {
				return owner.exportedFunction(imported)
			}
			return owner.functionAt(index, typ).value()
		}
	}
	unknown := &function{
		realm: r, typ: typ, idle: []api.Function{f}, name: f.Definition().Index(),
		ref: t.elements().all()[at], keeper: t.owner,
	}
	return unknown.value()
}
