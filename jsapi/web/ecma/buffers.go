package ecma

import (
	"fmt"
	"math"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// maxMaximum is how far a buffer may say that it will grow. It costs nothing until it does.
const maxMaximum = 1 << 36

// buffers lets ArrayBuffers be resized and transferred.
type buffers struct {
	*installer
	arrayBuffer *goja.Object
	growing     growing // those with a maximum
	hooked      bool    // built-ins know buffers that others do not: see watch
}

// buffers adds the methods of ArrayBuffer.
func (i *installer) buffers() *buffers {
	b := &buffers{installer: i, arrayBuffer: i.class("ArrayBuffer")}
	b.growing.of = map[pointer]*growable{}
	b.hookConstructor()
	b.watchOwn()
	prototype := i.prototype("ArrayBuffer")
	for name, get := range map[string]func(*goja.Object, *inside.Buffer) any{
		"detached": func(_ *goja.Object, of *inside.Buffer) any { return of.Detached },
		"maxByteLength": func(o *goja.Object, of *inside.Buffer) any {
			if g := b.growing.find(o); g != nil && !of.Detached {
				return g.most
			}
			return len(of.Data)
		},
		"resizable": func(o *goja.Object, _ *inside.Buffer) any { return b.growing.find(o) != nil },
	} {
		getter := i.Function("get "+name, func(call goja.FunctionCall) goja.Value {
			o, of := b.own(call.This, name)
			return i.Runtime.ToValue(get(o, of))
		})
		_ = prototype.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	i.method(prototype, "resize", 1, b.resize)
	i.method(prototype, "transfer", 0, func(call goja.FunctionCall) goja.Value { return b.transfer(call, "transfer", true) })
	i.method(prototype, "transferToFixedLength", 0, func(call goja.FunctionCall) goja.Value {
		return b.transfer(call, "transferToFixedLength", false)
	})
	return b
}

// own returns the ArrayBuffer that a method was called on.
func (b *buffers) own(this goja.Value, method string) (*goja.Object, *inside.Buffer) {
	if o, ok := this.(*goja.Object); ok && !part.IsShared(o) {
		if of := inside.BufferOf(o); of != nil {
			return o, of
		}
	}
	b.TypeError("ArrayBuffer.prototype." + method + " called on something else than an ArrayBuffer")
	return nil, nil
}

// hookConstructor makes ArrayBuffer read its options.
func (b *buffers) hookConstructor() {
	construct, ok := inside.ConstructOf(b.arrayBuffer)
	if !ok {
		return
	}
	original := *construct
	*construct = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object {
		if len(arguments) > 1 {
			if options, ok := arguments[1].(*goja.Object); ok {
				return b.construct(original, arguments[0], options, newTarget)
			}
		}
		return original(arguments, newTarget)
	}
}

func (b *buffers) construct(original inside.Construct, length goja.Value, options, newTarget *goja.Object) *goja.Object {
	length = b.index(length)
	most := options.Get("maxByteLength")
	if most == nil || goja.IsUndefined(most) {
		return original([]goja.Value{length}, newTarget)
	}
	limit := b.index(most).ToInteger()
	if length.ToInteger() > limit || limit > maxMaximum {
		b.RangeError(fmt.Sprintf("Invalid maximum length of a buffer: %d", limit))
	}
	made := original([]goja.Value{length}, newTarget)
	b.register(made, int(limit))
	return made
}

// register notes that a buffer has a maximum.
func (b *buffers) register(buffer *goja.Object, most int) {
	b.watch()
	b.growing.add(buffer, most)
}

// resize implements ArrayBuffer.prototype.resize.
func (b *buffers) resize(call goja.FunctionCall) goja.Value {
	o, of := b.own(call.This, "resize")
	g := b.growing.find(o)
	if g == nil {
		b.TypeError("ArrayBuffer.prototype.resize: the buffer has no maxByteLength")
	}
	length := int(b.index(call.Argument(0)).ToInteger())
	if of.Detached {
		b.TypeError("ArrayBuffer.prototype.resize: the buffer is detached")
	}
	b.setLength(of, g, length)
	return goja.Undefined()
}

// setLength changes how many bytes a buffer has. What it had stays where it is when it shrinks: a built-in that is in the middle
// of it writes to memory that is there.
func (b *buffers) setLength(of *inside.Buffer, g *growable, length int) {
	if length > g.most {
		b.RangeError(fmt.Sprintf("Invalid length of a buffer: %d; its maximum is %d", length, g.most))
	}
	old := len(of.Data)
	if length > cap(of.Data) {
		data := b.room(length, min(g.most, length+length/4))
		copy(data, of.Data)
		of.Data = data
	}
	of.Data = of.Data[:length]
	if length > old {
		clear(of.Data[old:])
	}
	g.follow(length)
}

// room makes bytes within the limits of all buffers: as many as may soon be needed, or as are needed now.
func (b *buffers) room(needed, wanted int) []byte {
	var data []byte
	if b.Runtime.Try(func() { data = b.bytes(wanted) }) == nil {
		return data
	}
	return b.bytes(needed)
}

func (b *buffers) bytes(count int) []byte { return inside.BufferOf(b.fresh(count)).Data }

// fresh makes an ArrayBuffer as scripts make them.
func (b *buffers) fresh(count int) *goja.Object {
	made, err := b.Runtime.New(b.arrayBuffer, b.Runtime.ToValue(count))
	if err != nil {
		panic(err)
	}
	return made
}

// transfer implements the methods of that name: the bytes have another buffer, and are not copied if they stay as many.
func (b *buffers) transfer(call goja.FunctionCall, name string, keepsMost bool) goja.Value {
	o, of := b.own(call.This, name)
	length := len(of.Data)
	if given := call.Argument(0); !goja.IsUndefined(given) {
		length = int(b.index(given).ToInteger())
	}
	if of.Detached {
		b.TypeError("ArrayBuffer.prototype." + name + ": the buffer is detached")
	}
	if part.IsLent(o) {
		b.TypeError("ArrayBuffer.prototype." + name + ": the buffer is that of a WebAssembly.Memory")
	}
	g := b.growing.find(o)
	if g != nil && keepsMost && length > g.most {
		b.RangeError(fmt.Sprintf("Invalid length of a buffer: %d; its maximum is %d", length, g.most))
	}
	var made *goja.Object
	if length == len(of.Data) {
		made = b.NewBuffer(of.Data).(*goja.Object)
	} else {
		made = b.fresh(length)
		copy(inside.BufferOf(made).Data, of.Data)
	}
	if g != nil && keepsMost {
		b.register(made, g.most)
	}
	o.Export().(goja.ArrayBuffer).Detach()
	return made
}

// index converts a value to an index, as built-ins do before they look at further arguments.
func (i *installer) index(v goja.Value) goja.Value {
	at := math.Trunc(v.ToNumber().ToFloat())
	if math.IsNaN(at) {
		at = 0
	}
	if at < 0 || at > 1<<53-1 {
		i.RangeError("Invalid index or length")
	}
	return i.Runtime.ToValue(int64(at))
}
