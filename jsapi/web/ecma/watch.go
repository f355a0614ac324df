package ecma

import (
	"runtime"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// viewClasses are the classes of views.
var viewClasses = []string{
	"DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
	"Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
}

// watch makes built-ins know buffers that can grow or are shared, from the first of them on: a VM without such buffers has
// the engine's own.
func (b *buffers) watch() {
	if b.hooked {
		return
	}
	b.hooked = true
	for _, name := range viewClasses {
		class := b.class(name)
		b.watchClass(class)
		if species, ok := class.GetSymbol(goja.SymSpecies).(*goja.Object); ok && species != class {
			b.watchClass(species) // the class without its guard
		}
	}
	typed := b.prototype("Uint8Array").Prototype()
	b.watchMethods(typed, "subarray", "toLocaleString")
	b.watchMethods(b.prototype("DataView"))
	b.watchSubarray(typed)
}

// watchClass notes the views of buffers that can grow.
func (b *buffers) watchClass(class *goja.Object) {
	construct, ok := inside.ConstructOf(class)
	if !ok {
		return
	}
	original, size := *construct, int64(1)
	if of := class.Get("BYTES_PER_ELEMENT"); of != nil {
		size = of.ToInteger()
	}
	*construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object {
		if len(arguments) == 0 {
			return original(arguments, newTarget)
		}
		source, ok := arguments[0].(*goja.Object)
		if !ok {
			return original(arguments, newTarget)
		}
		if g := b.growing.find(source); g != nil {
			return b.view(original, source, g, arguments, int(size), newTarget)
		}
		b.inBounds(source)
		return original(arguments, newTarget)
	}
}

// view makes a view of a buffer that can grow.
func (b *buffers) view(
	original inside.Construct, buffer *goja.Object, g *growable, arguments []goja.Value, size int, newTarget *goja.Object,
) *goja.Object {
	of, made := inside.BufferOf(buffer), &view{size: size, count: -1}
	arguments = slices.Concat(arguments, []goja.Value{goja.Undefined(), goja.Undefined()})[:3]
	arguments[1] = b.index(arguments[1])
	made.offset = int(arguments[1].ToInteger())
	if !goja.IsUndefined(arguments[2]) {
		arguments[2] = b.index(arguments[2])
		made.count = int(arguments[2].ToInteger())
	} else if !of.Detached && made.offset%size == 0 {
		if made.offset > len(of.Data) {
			b.RangeError("Start offset is outside the bounds of the buffer")
		}
		arguments[2] = b.Runtime.ToValue((len(of.Data) - made.offset) / size)
	}
	object := original(arguments, newTarget)
	if g.viewOf(object) == nil { // the guard of a class and the class do this
		g.see(object, made, len(of.Data))
	}
	return object
}

// bufferOf returns the buffer of a view; nil if it is none.
func bufferOf(o *goja.Object) *inside.Buffer {
	if typed := inside.ViewOf(o); typed != nil {
		return typed.ViewedArrayBuf
	}
	if data := inside.DataViewOf(o); data != nil {
		return data.ViewedArrayBuf
	}
	return nil
}

// known returns what is known of a view of a buffer that can grow; nil for other objects.
func (b *buffers) known(o *goja.Object) *view {
	buffer := bufferOf(o)
	if buffer == nil {
		return nil
	}
	g := b.growing.find(buffer.Val)
	if g == nil {
		return nil
	}
	return g.viewOf(o)
}

// inBounds throws if an object is a view of what its buffer does not have any more.
func (b *buffers) inBounds(o *goja.Object) {
	if v := b.known(o); v != nil && v.out {
		b.TypeError("the view is out of the bounds of its buffer")
	}
}

// watchMethods makes methods and getters refuse views that are out of bounds.
func (b *buffers) watchMethods(prototype *goja.Object, but ...string) {
	for _, name := range prototype.GetOwnPropertyNames() {
		if name == "constructor" || slices.Contains(but, name) {
			continue
		}
		b.watchFunction(b.functionOf(prototype, name))
	}
	b.watchFunction(prototype.GetSymbol(goja.SymIterator))
}

// functionOf returns a method, or the getter of a DataView; nil for the getters of typed arrays, which return 0.
func (b *buffers) functionOf(prototype *goja.Object, name string) goja.Value {
	describe, _ := b.class("Object").Get("getOwnPropertyDescriptor").Export().(part.Native)
	described := describe(goja.FunctionCall{Arguments: []goja.Value{prototype, b.Runtime.ToValue(name)}}).(*goja.Object)
	if getter := described.Get("get"); getter != nil {
		if name == "buffer" || prototype != b.prototype("DataView") {
			return nil
		}
		return getter
	}
	return described.Get("value")
}

func (b *buffers) watchFunction(function goja.Value) {
	code, ok := inside.CodeOf(function)
	if !ok {
		return
	}
	original := *code
	*code = func(call goja.FunctionCall) goja.Value {
		if this, ok := call.This.(*goja.Object); ok {
			b.inBounds(this)
		}
		return b.whole(original, call)
	}
}

// whole calls a built-in. A buffer that shrinks while it is at work can take it out of the bounds of its bytes.
func (b *buffers) whole(original part.Native, call goja.FunctionCall) goja.Value {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(runtime.Error); ok {
				b.TypeError("the buffer has shrunk meanwhile")
			}
			panic(p)
		}
	}()
	return original(call)
}

// watchSubarray lets the rest of a view that follows its buffer follow it, too.
func (b *buffers) watchSubarray(typed *goja.Object) {
	code, ok := inside.CodeOf(typed.Get("subarray"))
	if !ok {
		return
	}
	original := *code
	*code = func(call goja.FunctionCall) goja.Value {
		this, ok := call.This.(*goja.Object)
		if !ok || !goja.IsUndefined(call.Argument(1)) {
			return original(call)
		}
		v := b.known(this)
		if v == nil || v.count >= 0 {
			return original(call)
		}
		of := inside.ViewOf(this)
		length := of.Length
		begin := min(max(call.Argument(0).ToInteger(), math64Min), int64(length))
		if begin < 0 {
			begin = max(0, begin+int64(length))
		}
		made, err := b.Runtime.New(b.speciesOf(this, of.DefaultCtor), of.ViewedArrayBuf.Val, b.Runtime.ToValue(v.offset+int(begin)*v.size))
		if err != nil {
			panic(err)
		}
		return made
	}
}

// math64Min is as far back as an index can count.
const math64Min = -(1 << 53)

// speciesOf returns the class of what methods of an object make.
func (b *buffers) speciesOf(o, fallback *goja.Object) goja.Value {
	class := o.Get("constructor")
	if class == nil || goja.IsUndefined(class) {
		return fallback
	}
	object, ok := class.(*goja.Object)
	if !ok {
		return b.TypeError("the constructor is not an object")
	}
	if species := object.GetSymbol(goja.SymSpecies); species != nil && !goja.IsUndefined(species) && !goja.IsNull(species) {
		return species
	}
	return fallback
}
