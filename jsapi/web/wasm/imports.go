package wasm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// imported is what a script gives for an import: a function of its own, or something of an instance.
type imported struct {
	kind   binary.Kind
	script *scriptFunc
	owner  *instance
	index  uint32 // in the owner, as compiled

	function *function
	memory   *memory
	table    *table
	global   *global
}

// readImports checks a script's values against the types of a module's imports.
func (r *realm) readImports(code *compiled, values *goja.Object, where string) []imported {
	list := make([]imported, len(code.Imports))
	for n := range code.Imports {
		i := &code.Imports[n]
		reason := ""
		list[n], reason = r.readImport(code.Module, i, values.Get(strconv.Itoa(n)))
		if reason != "" {
			r.throw(r.errors.link, "%s: Import #%d %q %q: %s", where, n, i.Module, i.Name, reason)
		}
		list[n].kind = i.Kind
	}
	return list
}

func (r *realm) readImport(m *binary.Module, i *binary.Import, v goja.Value) (imported, string) {
	switch i.Kind {
	case binary.Func:
		return r.readFunc(&m.Types[i.Type], v)
	case binary.Table:
		return readTable(i.Table, v)
	case binary.Memory:
		return readMemory(i.Memory, v)
	default:
		return r.readGlobal(i.Global, v)
	}
}

func (r *realm) readFunc(typ *binary.FuncType, v goja.Value) (imported, string) {
	if f := r.functionOf(v); f != nil && f.owner != nil {
		if !f.typ.Equal(typ) {
			return imported{}, "imported function does not match the expected type"
		}
		return imported{owner: f.owner, index: f.index, function: f}, ""
	}
	fn, ok := goja.AssertFunction(v)
	if !ok {
		return imported{}, "function import requires a callable"
	}
	return imported{script: &scriptFunc{realm: r, fn: fn, typ: typ}}, ""
}

func readTable(want binary.TableType, v goja.Value) (imported, string) {
	t := behind[table](v)
	switch {
	case t == nil:
		return imported{}, "table import requires a WebAssembly.Table"
	case t.typ.Element != want.Element:
		return imported{}, "imported table does not match the expected type"
	}
	reason := fit("table", "elements", uint32(len(t.elements().all())), t.typ.Max, want.Limits)
	return imported{owner: t.owner, index: t.index, table: t}, reason
}

func readMemory(want binary.Limits, v goja.Value) (imported, string) {
	m := behind[memory](v)
	if m == nil {
		return imported{}, "memory import must be a WebAssembly.Memory object"
	}
	return imported{owner: m.owner, memory: m}, fit("memory", "pages", m.memory.Size()/pageSize, m.limits.Max, want)
}

// fit returns why a size is not what an import wants; empty if it is.
func fit(what, unit string, size uint32, most *uint32, want binary.Limits) string {
	switch {
	case size < want.Min:
		return fmt.Sprintf("%s import has %d %s, which is smaller than the declared initial of %d", what, size, unit, want.Min)
	case want.Max == nil:
		return ""
	case most == nil:
		return fmt.Sprintf("%s import has no maximum limit, expected at most %d", what, *want.Max)
	case *most > *want.Max:
		return fmt.Sprintf("%s import has a larger maximum size %d than the module's declared maximum %d", what, *most, *want.Max)
	}
	return ""
}

// readGlobal takes a Global, or a value for an immutable one.
func (r *realm) readGlobal(want binary.GlobalType, v goja.Value) (imported, string) {
	if g := behind[global](v); g != nil {
		switch {
		case g.typ.Mutable != want.Mutable:
			return imported{}, "imported global does not match the expected mutability"
		case g.typ.Value != want.Value:
			return imported{}, "imported global does not match the expected type"
		}
		return imported{owner: g.owner, index: g.index, global: g}, ""
	}
	if want.Mutable {
		return imported{}, "imported mutable global must be a WebAssembly.Global object"
	}
	switch want.Value {
	case binary.I64:
		if !isBigInt(v) {
			return imported{}, "global import must be a BigInt"
		}
	case binary.I32, binary.F32, binary.F64:
		if !isNumber(v) {
			return imported{}, "global import must be a number, valid Wasm reference, or WebAssembly.Global object"
		}
	case binary.V128:
		return imported{}, "global import must be a WebAssembly.Global object"
	case binary.FuncRef:
		if !goja.IsNull(v) && r.functionOf(v) == nil {
			return imported{}, "imported funcref global must be null or WebAssembly function object"
		}
	}
	g := r.makeGlobal(want, r.toModule(v, want.Value))
	return imported{owner: g.owner, index: g.index, global: g}, ""
}

func isNumber(v goja.Value) bool {
	if _, object := v.(*goja.Object); object {
		return false
	}
	switch v.Export().(type) {
	case int64, float64:
		return true
	}
	return false
}

func isBigInt(v goja.Value) bool {
	_, object := v.(*goja.Object)
	return !object && v.ExportType() == bigType
}

// checkSegments checks that active segments fit, as far as their places are known before: wazero passes over elements that do
// not.
func (r *realm) checkSegments(m *binary.Module, imports []imported) error {
	i := &instance{module: m, imports: imports}
	for n, p := range m.Elements {
		at, known := i.offset(p)
		if int(p.Table) >= len(m.Tables) || !known {
			continue
		}
		size := uint64(m.Tables[p.Table].Min)
		if int(p.Table) < m.Imported(binary.Table) {
			size = uint64(len(i.importOf(binary.Table, p.Table).table.elements().all()))
		}
		if uint64(at)+uint64(p.Count) > size {
			return fmt.Errorf("table initializer %d: table index is out of bounds (offset %d + length %d > %d)", n, at, p.Count, size)
		}
	}
	for n, p := range m.Data {
		at, known := i.offset(p)
		if len(m.Memories) == 0 || !known {
			continue
		}
		size := uint64(m.Memories[0].Min) * pageSize
		if m.Imported(binary.Memory) > 0 {
			size = uint64(i.importOf(binary.Memory, 0).memory.memory.Size())
		}
		if uint64(at)+uint64(p.Count) > size {
			return fmt.Errorf("data segment %d is out of bounds (offset %d + size %d > memory_size %d bytes)", n, at, p.Count, size)
		}
	}
	return nil
}

// offset returns where an active segment goes; known is false if that is the value of a global of the module's own.
func (i *instance) offset(p binary.Placement) (at uint32, known bool) {
	if !p.Global {
		return p.Offset, p.Known
	}
	if int(p.Offset) >= i.module.Imported(binary.Global) {
		return 0, false
	}
	low, _ := i.importOf(binary.Global, p.Offset).global.cell().Value()
	return uint32(low), true
}

// isLink reports whether an error of wazero is about an import.
func isLink(err error) bool { return strings.HasPrefix(err.Error(), "import ") }
