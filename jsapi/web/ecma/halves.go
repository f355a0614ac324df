package ecma

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// halfArray makes the class Float16Array: an object of it is a Uint16Array to the engine, but for its elements.
func (b *buffers) halfArray(goja.FunctionCall) goja.Value {
	whole, _ := inside.ConstructOf(b.class("Uint16Array"))
	list, _ := b.class("Array").Get("from").Export().(part.Native)
	var class *goja.Object
	class = b.Runtime.ToValue(func(call goja.ConstructorCall) *goja.Object {
		newTarget := call.NewTarget
		if newTarget == nil {
			newTarget = class
		}
		made := func(arguments ...goja.Value) *goja.Object {
			object := (*whole)(arguments, newTarget)
			inside.ViewOf(object).BecomeHalves(class)
			return object
		}
		source, ok := call.Argument(0).(*goja.Object)
		if !ok || part.IsBuffer(source) {
			return made(call.Arguments...)
		}
		if of := inside.ViewOf(source); of != nil {
			b.inBounds(source)
			if of.ViewedArrayBuf.Detached {
				b.TypeError("the buffer of the typed array is detached")
			}
		} else {
			source = list(goja.FunctionCall{This: b.class("Array"), Arguments: []goja.Value{source}}).(*goja.Object)
		}
		object := made(source.Get("length"))
		set, _ := object.Prototype().Get("set").Export().(part.Native)
		set(goja.FunctionCall{This: object, Arguments: []goja.Value{source}})
		return object
	}).(*goja.Object)
	return class
}
