package ecma

import (
	"math"
	"math/big"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// numbers adds what is known of numbers with 16 bits.
func (i *installer) numbers() {
	i.method(i.class("Math"), "f16round", 1, func(call goja.FunctionCall) goja.Value {
		return i.Runtime.ToValue(inside.HalfOf(call.Argument(0).ToFloat()).Float())
	})
	i.method(i.class("Math"), "sumPrecise", 1, i.sumPrecise)
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

// sumPrecise adds numbers exactly, and rounds once.
func (i *installer) sumPrecise(call goja.FunctionCall) goja.Value {
	const enough = 2200 // bits: between the largest and the smallest number, and room for carries
	sum, special := new(big.Float).SetPrec(enough), 0.0
	minusZero := true
	i.Runtime.ForOf(call.Argument(0), func(value goja.Value) bool {
		if !goja.IsNumber(value) {
			i.TypeError("Math.sumPrecise: a value is not a number")
		}
		n := value.ToFloat()
		minusZero = minusZero && n == 0 && math.Signbit(n)
		if math.IsNaN(n) || math.IsInf(n, 0) {
			special += n
		} else {
			sum.Add(sum, new(big.Float).SetFloat64(n))
		}
		return true
	})
	switch total, _ := sum.Float64(); {
	case special != 0: // or NaN
		return i.Runtime.ToValue(special)
	case minusZero:
		return i.Runtime.ToValue(math.Copysign(0, -1))
	default:
		return i.Runtime.ToValue(total)
	}
}
