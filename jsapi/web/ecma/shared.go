package ecma

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// watchOwn makes the methods of ArrayBuffer that the engine has refuse SharedArrayBuffers, which it takes for ArrayBuffers.
func (b *buffers) watchOwn() {
	prototype := b.prototype("ArrayBuffer")
	for name, function := range map[string]goja.Value{"byteLength": b.getter(prototype, "byteLength"), "slice": prototype.Get("slice")} {
		code, ok := inside.CodeOf(function)
		if !ok {
			continue
		}
		original := *code
		*code = func(call goja.FunctionCall) goja.Value {
			if _, of := b.own(call.This, name); of.Detached && name == "slice" {
				b.TypeError("ArrayBuffer.prototype.slice: the buffer is detached")
			}
			return b.whole(original, call)
		}
	}
}

// getter returns the function of an accessor.
func (b *buffers) getter(prototype *goja.Object, name string) goja.Value {
	describe, _ := b.class("Object").Get("getOwnPropertyDescriptor").Export().(part.Native)
	return describe(goja.FunctionCall{Arguments: []goja.Value{prototype, b.Runtime.ToValue(name)}}).(*goja.Object).Get("get")
}

// host returns the functions behind SharedArrayBuffer.
func (b *buffers) host() map[string]any {
	return map[string]any{
		"newShared": b.newShared,
		"sharedLength": func(call goja.FunctionCall) goja.Value {
			return b.Runtime.ToValue(len(b.shared(call).Data))
		},
		"sharedMost": func(call goja.FunctionCall) goja.Value { // undefined if it cannot grow
			of := b.shared(call)
			if g := b.growing.find(of.Val); g != nil {
				return b.Runtime.ToValue(g.most)
			}
			return goja.Undefined()
		},
		"grow":       b.grow,
		"copyShared": b.copyShared,
		"halfArray":  b.halfArray,
	}
}

// shared returns the SharedArrayBuffer that is the first argument.
func (b *buffers) shared(call goja.FunctionCall) *inside.Buffer {
	if o, ok := call.Argument(0).(*goja.Object); ok && part.IsShared(o) {
		return inside.BufferOf(o)
	}
	b.TypeError("the method was called on something else than a SharedArrayBuffer")
	return nil
}

// newShared makes a SharedArrayBuffer of new.target, a length, and options.
func (b *buffers) newShared(call goja.FunctionCall) goja.Value {
	construct, _ := goja.AssertConstructor(b.arrayBuffer)
	made, err := construct(call.Argument(0).(*goja.Object), call.Arguments[1:]...)
	if err != nil {
		panic(err)
	}
	inside.BufferOf(made).Class = part.SharedClass
	return made
}

// grow gives a SharedArrayBuffer a length that is not less than what it has.
func (b *buffers) grow(call goja.FunctionCall) goja.Value {
	of := b.shared(call)
	g := b.growing.find(of.Val)
	if g == nil {
		b.TypeError("SharedArrayBuffer.prototype.grow: the buffer has no maxByteLength")
	}
	length := int(b.index(call.Argument(1)).ToInteger())
	if length < len(of.Data) {
		b.RangeError("SharedArrayBuffer.prototype.grow: the buffer cannot shrink")
	}
	b.setLength(of, g, length)
	return goja.Undefined()
}

// copyShared copies bytes of a SharedArrayBuffer, from one on and up to another, to the beginning of one.
func (b *buffers) copyShared(call goja.FunctionCall) goja.Value {
	from := b.shared(call)
	to := b.shared(goja.FunctionCall{Arguments: call.Arguments[min(3, len(call.Arguments)):]})
	begin, end := int(call.Argument(1).ToInteger()), int(call.Argument(2).ToInteger())
	if to == from || len(to.Data) < end-begin {
		b.TypeError("SharedArrayBuffer.prototype.slice: the class made a buffer that is too small, or this one")
	}
	copy(to.Data, from.Data[min(begin, len(from.Data)):min(end, len(from.Data))])
	return goja.Undefined()
}
