package guard

import (
	"math/big"

	"github.com/dop251/goja"
)

func (g *guard) bigints() {
	original, ok := g.rt.Get("BigInt").(*goja.Object)
	if !ok {
		g.missing = append(g.missing, "BigInt")
		return
	}
	wrapper := g.wrapped(original, "BigInt", func(call goja.FunctionCall, convert native) goja.Value {
		argument := call.Argument(0)
		if s, ok := argument.(goja.String); ok {
			g.checkDigits(s.Length())
		}
		return convert(call)
	})
	g.assume(wrapper, original)
	_ = g.rt.GlobalObject().DefineDataProperty("BigInt", wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	for _, name := range []string{"asIntN", "asUintN"} {
		g.method(wrapper, name, func(call goja.FunctionCall, original native) goja.Value {
			if bits := call.Argument(0).ToNumber().ToFloat(); bits > float64(g.limits.BigIntBits) {
				g.failRange("BigInt of %.0f bits is too large; the limit is %d", bits, g.limits.BigIntBits)
			}
			return original(call)
		})
	}
	for _, name := range []string{"toString", "toLocaleString"} {
		g.method(g.prototype("BigInt"), name, func(call goja.FunctionCall, original native) goja.Value {
			if n, ok := bigInt(call.This); ok {
				g.checkBits(int64(n.BitLen()))
			}
			return original(call)
		})
	}
	g.operators()
}

// checkDigits limits a text that is read as a BigInt; it counts three bits for a digit.
func (g *guard) checkDigits(digits int) {
	if limit := g.limits.BigIntBits / 3; digits > limit {
		g.failRange("string of length %d is too long for a BigInt; the limit is %d", digits, limit)
	}
	g.spend(digits)
}

func (g *guard) checkBits(bits int64) {
	if bits > int64(g.limits.BigIntBits) {
		g.failRange("BigInt of %d bits is too large; the limit is %d", bits, g.limits.BigIntBits)
	}
	g.spend(int(max(0, bits) / 64))
}

// bigInt returns the number of a BigInt.
func bigInt(v goja.Value) (*big.Int, bool) {
	if !goja.IsBigInt(v) {
		return nil, false
	}
	n, ok := v.Export().(*big.Int)
	return n, ok
}
