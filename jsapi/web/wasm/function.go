package wasm

import (
	"strconv"
	"weak"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// function is a function of a module that scripts can call.
type function struct {
	realm  *realm
	owner  *instance // nil if it was found in a table, and nobody knows its owner
	index  uint32    // in the owner, as it is compiled
	name   uint32    // the index in the owner as it was written
	typ    *binary.FuncType
	idle   []api.Function // those that are not running: one cannot be called within itself
	object *goja.Object
	ref    uintptr
	keeper *instance // whose table has it, if there is no owner
}

// maxIdle is how many of a function's stacks are kept after it has called itself through scripts.
const maxIdle = 2

// functionAt returns the function of an instance that has this index as it is compiled.
func (i *instance) functionAt(index uint32, typ *binary.FuncType) *function {
	if f, ok := i.functions[index]; ok {
		return f
	}
	f := &function{realm: i.realm, owner: i, index: index, name: i.written(index), typ: typ}
	i.functions[index] = f
	return f
}

// value returns the script's function, the same each time.
func (f *function) value() goja.Value {
	if f.object == nil {
		f.object = f.realm.Function(strconv.FormatUint(uint64(f.name), 10), f.call)
		length := f.realm.Runtime.ToValue(len(f.typ.Params))
		_ = f.object.DefineDataProperty("length", length, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		f.realm.exported.put(weak.Make(f.object), f)
	}
	return f.object
}

// functionOf returns the function behind a script's; nil if it is another one.
func (r *realm) functionOf(v goja.Value) *function {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	return r.exported.find(weak.Make(object))
}

// call calls the function from a script.
func (f *function) call(call goja.FunctionCall) goja.Value {
	r := f.realm
	if !isTransferable(f.typ) {
		r.throwType("type incompatibility when transforming from/to JS")
	}
	if r.depth == 0 {
		r.slab = r.slab[:0]
		if len(r.refs.values)-len(r.refs.free) > max(minSweep, r.refs.sweep) {
			r.forgetRefs()
		}
	}
	stack := r.room(max(len(f.typ.Params), len(f.typ.Results)))
	for i, t := range f.typ.Params {
		stack[i] = r.toModule(call.Argument(i), t)
	}
	if r.depth >= maxDepth {
		r.throwRange(stackOverflow)
	}
	fn := f.take()
	r.depth++
	err := fn.CallWithStack(r.running, stack)
	r.depth--
	if err != nil {
		r.raise(err) // the function is dropped: its stack may have become large
	}
	f.give(fn)
	result := r.results(f.typ, stack)
	r.slab = r.slab[:len(r.slab)-len(stack)]
	return result
}

// room returns zeroes for the parameters and results of a call. Calls within this one use what comes after them.
func (r *realm) room(n int) []uint64 {
	from := len(r.slab)
	for range n {
		r.slab = append(r.slab, 0)
	}
	return r.slab[from : from+n : from+n]
}

func (f *function) take() api.Function {
	if n := len(f.idle); n > 0 {
		fn := f.idle[n-1]
		f.idle = f.idle[:n-1]
		return fn
	}
	if f.owner == nil {
		f.realm.throwType("a function whose instance is gone cannot be called within itself")
	}
	return functionsOf(f.owner.mod).NewFunction(f.index)
}

func (f *function) give(fn api.Function) {
	if len(f.idle) < maxIdle {
		f.idle = append(f.idle, fn)
	}
}

// results returns what a script gets for a function's results: nothing, a value or an array.
func (r *realm) results(typ *binary.FuncType, stack []uint64) goja.Value {
	switch len(typ.Results) {
	case 0:
		return goja.Undefined()
	case 1:
		return r.toScript(stack[0], typ.Results[0])
	}
	list := make([]any, len(typ.Results))
	for i, t := range typ.Results {
		list[i] = r.toScript(stack[i], t)
	}
	return r.Runtime.NewArray(list...)
}
