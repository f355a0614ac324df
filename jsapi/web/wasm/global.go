package wasm

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// global is a global that modules of a VM and scripts share.
type global struct {
	owner  *instance
	index  uint32
	typ    binary.GlobalType
	object goja.Value // of the class Global; nil if there is none yet
}

func (g *global) cell() cell { return cellOf(g.owner.mod, g.index) }

func globalFrom(v goja.Value) *global { return v.Export().(*global) }

// makeGlobal makes a global of a script's.
func (r *realm) makeGlobal(typ binary.GlobalType, bits uint64) *global {
	i := r.makeOne(binary.OneGlobal(typ), &binary.Module{Globals: []binary.GlobalType{typ}})
	g := i.globalAt(0)
	g.cell().SetValue(bits, 0)
	return g
}

// newGlobal takes the type, whether the global can be changed, the value, and whether there is one.
func (r *realm) newGlobal(call goja.FunctionCall) goja.Value {
	value, _ := binary.TypeNamed(call.Argument(0).String())
	typ := binary.GlobalType{Value: value, Mutable: call.Argument(1).ToBoolean()}
	var bits uint64
	if call.Argument(3).ToBoolean() {
		bits = r.toModule(call.Argument(2), value)
	}
	return r.Runtime.ToValue(r.makeGlobal(typ, bits))
}

// globalType returns the type and whether the global can be changed.
func (r *realm) globalType(call goja.FunctionCall) goja.Value {
	g := globalFrom(call.Argument(0))
	return r.Runtime.NewArray(g.typ.Value.String(), g.typ.Mutable)
}

func (r *realm) globalGet(call goja.FunctionCall) goja.Value {
	g := globalFrom(call.Argument(0))
	low, _ := g.cell().Value()
	return r.toScript(low, g.typ.Value)
}

func (r *realm) globalSet(call goja.FunctionCall) goja.Value {
	g := globalFrom(call.Argument(0))
	g.cell().SetValue(r.toModule(call.Argument(1), g.typ.Value), 0)
	return goja.Undefined()
}
