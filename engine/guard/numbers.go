package guard

import (
	"math/big"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// numbers limits parseFloat, which takes quadratic time, to a prefix: further digits do not change a number.
func (g *guard) numbers() {
	const enough = 64 << 10
	number, _ := g.rt.Get("Number").(*goja.Object)
	parse := g.wrapped(g.rt.Get("parseFloat"), "parseFloat", func(call goja.FunctionCall, original native) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > enough {
			call.Arguments = []goja.Value{s.Substring(0, enough)}
		}
		return original(call)
	})
	for _, owner := range []*goja.Object{g.rt.GlobalObject(), number} {
		_ = owner.DefineDataProperty("parseFloat", parse, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	g.conversions(number)
}

// conversions makes Number convert BigInts of more than 64 bits, of which goja takes the last 64.
func (g *guard) conversions(number *goja.Object) {
	g.within(g.rt.GlobalObject(), "Number", func(call goja.FunctionCall, original native) goja.Value {
		call.Arguments = g.numericFirst(call.Arguments)
		return original(call)
	})
	code, ok := inside.ConstructOf(number)
	if !ok {
		g.missing = append(g.missing, "new Number")
		return
	}
	original := *code
	*code = func(arguments []goja.Value, newTarget *goja.Object) *goja.Object {
		return original(g.numericFirst(arguments), newTarget)
	}
}

// numericFirst returns arguments of which the first is not a large BigInt but the number that is nearest to it; of two, the even one.
func (g *guard) numericFirst(arguments []goja.Value) []goja.Value {
	if len(arguments) == 0 {
		return arguments
	}
	first := arguments[0]
	object, isObject := first.(*goja.Object)
	if !isObject && !goja.IsBigInt(first) {
		return arguments
	}
	if isObject {
		first = g.toPrimitive(object)
	}
	if n, ok := bigInt(first); ok && n.BitLen() > 53 {
		nearest, _ := new(big.Float).SetInt(n).Float64()
		first = g.rt.ToValue(nearest)
	}
	return []goja.Value{first}
}
