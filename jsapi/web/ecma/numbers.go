package ecma

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// numbers adds what is known of numbers with 16 bits.
func (i *installer) numbers() {
	i.method(i.class("Math"), "f16round", 1, func(call goja.FunctionCall) goja.Value {
		return i.Runtime.ToValue(inside.HalfOf(call.Argument(0).ToFloat()).Float())
	})
	view := i.prototype("DataView")
	getRaw, _ := view.Get("getUint16").Export().(part.Native)
	setRaw, _ := view.Get("setUint16").Export().(part.Native)
	i.method(view, "getFloat16", 1, func(call goja.FunctionCall) goja.Value {
		return i.Runtime.ToValue(inside.Half(getRaw(call).ToInteger()).Float())
	})
	i.method(view, "setFloat16", 2, func(call goja.FunctionCall) goja.Value {
		at := call.Argument(0)
		if _, ok := call.This.(*goja.Object); ok {
			at = i.index(at)
		}
		bits := inside.HalfOf(call.Argument(1).ToFloat())
		return setRaw(goja.FunctionCall{This: call.This, Arguments: []goja.Value{at, i.Runtime.ToValue(int(bits)), call.Argument(2)}})
	})
}
