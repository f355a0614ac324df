package ecma

import (
	"math"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// numbers adds what is known of numbers with 16 bits.
func (i *installer) numbers() {
	i.method(i.class("Math"), "f16round", 1, func(call goja.FunctionCall) goja.Value {
		return i.Runtime.ToValue(fromHalf(toHalf(call.Argument(0).ToFloat())))
	})
	view := i.prototype("DataView")
	getRaw, _ := view.Get("getUint16").Export().(part.Native)
	setRaw, _ := view.Get("setUint16").Export().(part.Native)
	i.method(view, "getFloat16", 1, func(call goja.FunctionCall) goja.Value {
		return i.Runtime.ToValue(fromHalf(uint16(getRaw(call).ToInteger())))
	})
	i.method(view, "setFloat16", 2, func(call goja.FunctionCall) goja.Value {
		at := call.Argument(0)
		if _, ok := call.This.(*goja.Object); ok {
			at = i.index(at)
		}
		bits := toHalf(call.Argument(1).ToFloat())
		return setRaw(goja.FunctionCall{This: call.This, Arguments: []goja.Value{at, i.Runtime.ToValue(bits), call.Argument(2)}})
	})
}

// index converts a value to an index, as built-ins do before they look at further arguments.
func (i *installer) index(v goja.Value) goja.Value {
	at := v.ToNumber().ToFloat()
	if at = math.Trunc(at); at < 0 || at > 1<<53-1 {
		i.RangeError("invalid index")
	}
	if math.IsNaN(at) {
		at = 0
	}
	return i.Runtime.ToValue(at)
}

// toHalf rounds a number to one of 16 bits: to the nearest, and to the even one of two.
func toHalf(f float64) uint16 {
	bits := math.Float64bits(f)
	sign := uint16(bits >> 48 & 0x8000)
	f = math.Abs(f)
	switch {
	case math.IsNaN(f):
		return 0x7e00
	case f >= 65520: // halfway between the largest and what would follow it
		return sign | 0x7c00
	case f < 0x1p-14: // steps of the smallest
		return sign | uint16(math.RoundToEven(f*0x1p24))
	}
	fraction, exponent := math.Frexp(f) // in [0.5, 1)
	steps := uint16(math.RoundToEven(fraction * 0x1p11))
	return sign | (uint16(exponent+13)<<10 + steps) //nolint:gosec // exponents are from -13 to 16; steps carry into them
}

// fromHalf returns the number that 16 bits are.
func fromHalf(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	var f float64
	switch exponent {
	case 0:
		f = fraction * 0x1p-24
	case 0x1f:
		f = math.Inf(1)
		if fraction != 0 {
			return math.NaN()
		}
	default:
		f = math.Ldexp(1024+fraction, exponent-25)
	}
	if bits&0x8000 != 0 {
		return -f
	}
	return f
}
