package guard

import (
	"math/big"

	"github.com/dop251/goja"
)

// The globals that rewritten programs call. Their names are not identifiers, so a script can neither shadow
// nor use them by accident.
const (
	helperShiftLeft  = "%shl"
	helperShiftRight = "%shr"
	helperPower      = "%pow"
	helperMember     = "%member" // followed by a helper's letters: o[k] = helper(o[k], v)
)

// operators installs the helpers.
func (g *guard) operators() {
	value, err := g.rt.RunProgram(operatorsProgram())
	if err != nil {
		g.missing = append(g.missing, "operators")
		return
	}
	plain := value.(*goja.Object)
	g.numeric, _ = goja.AssertFunction(plain.Get("numeric"))
	g.operator(helperShiftLeft, plain.Get("shl"), func(a, b *big.Int) int64 { return shiftedBits(a, b, 1) })
	g.operator(helperShiftRight, plain.Get("shr"), func(a, b *big.Int) int64 { return shiftedBits(a, b, -1) })
	g.operator(helperPower, plain.Get("pow"), powerBits)
}

// operator defines the helper of one operator, and the one for compound assignment to
// a member. size estimates the bits of the result.
func (g *guard) operator(name string, plain goja.Value, size func(a, b *big.Int) int64) {
	compute, _ := goja.AssertFunction(plain)
	apply := func(left, right goja.Value) goja.Value {
		left, right = g.primitive(left), g.primitive(right)
		a, aBig := bigInt(left)
		b, bBig := bigInt(right)
		if aBig && bBig {
			g.checkBits(size(a, b))
		}
		result, err := compute(goja.Undefined(), left, right)
		g.must(err)
		return result
	}
	g.hidden(name, func(call goja.FunctionCall) goja.Value {
		return apply(call.Argument(0), call.Argument(1))
	})
	g.hidden(helperMember+name, func(call goja.FunctionCall) goja.Value {
		object := call.Argument(0).ToObject(g.rt)
		key := call.Argument(1)
		if symbol, ok := key.(*goja.Symbol); ok {
			result := apply(orUndefined(object.GetSymbol(symbol)), call.Argument(2))
			g.must(object.SetSymbol(symbol, result))
			return result
		}
		property := key.String()
		result := apply(orUndefined(object.Get(property)), call.Argument(2))
		g.must(object.Set(property, result))
		return result
	})
}

func (g *guard) must(err error) {
	if err != nil {
		panic(err)
	}
}

func orUndefined(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// primitive converts an operand to a number or a BigInt, as the operator would; only once, since an object
// may have code for it.
func (g *guard) primitive(v goja.Value) goja.Value {
	if _, ok := v.(*goja.Object); !ok {
		return v
	}
	n, err := g.numeric(goja.Undefined(), v)
	g.must(err)
	return n
}

func (g *guard) hidden(name string, fn native) {
	global := g.rt.GlobalObject()
	_ = global.DefineDataProperty(name, g.rt.ToValue(fn), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// shiftedBits returns the size of a shifted left by b, or right if direction is -1.
func shiftedBits(a, b *big.Int, direction int64) int64 {
	if a.Sign() == 0 || int64(b.Sign())*direction <= 0 {
		return int64(a.BitLen())
	}
	return int64(a.BitLen()) + magnitude(b)
}

// powerBits returns the size of a to the power of b; powers of 0, 1 and -1 do not grow.
func powerBits(a, b *big.Int) int64 {
	if b.Sign() <= 0 || a.BitLen() <= 1 {
		return 1
	}
	return times(float64(a.BitLen()-1), float64(magnitude(b))) + 1
}

// magnitude returns the absolute value, or a very large one if it does not fit.
func magnitude(n *big.Int) int64 {
	if n.BitLen() > 50 {
		return 1 << 50
	}
	if v := n.Int64(); v < 0 {
		return -v
	}
	return n.Int64()
}
