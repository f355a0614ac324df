package guard

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// walkers are the methods that walk over a whole array-like, natively wherever there is a hole, so that its
// length alone determines how long they take.
var walkers = []string{
	"concat", "copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex",
	"forEach", "includes", "indexOf", "lastIndexOf", "map", "reduce", "reduceRight", "reverse",
	"shift", "slice", "some", "splice", "toReversed", "toSpliced", "unshift", "with",
}

func (g *guard) arrays() {
	prototype := g.prototype("Array")
	g.arrayPrototype, g.objectPrototype = prototype, prototype.Prototype()
	for _, name := range walkers {
		g.method(prototype, name, func(call goja.FunctionCall, original native) goja.Value {
			g.pollBetween(&call, name, g.checkLength(call.This))
			return original(call)
		})
	}
	g.joinNative, _ = prototype.Get("join").Export().(native)
	g.method(prototype, "includes", g.searchedText(func(at int) any { return at >= 0 }))
	g.method(prototype, "indexOf", g.searchedText(func(at int) any { return at }))
	g.method(prototype, "lastIndexOf", g.searchedTextBackwards)
	g.method(prototype, "concat", g.concat)
	g.method(prototype, "slice", g.slice)
	g.method(prototype, "fill", g.fill)
	g.method(prototype, "join", g.join)
	g.method(prototype, "flat", g.flat)
	g.method(prototype, "flatMap", g.flatMap)
	for _, name := range []string{"toString", "toLocaleString"} {
		g.method(prototype, name, func(call goja.FunctionCall, original native) goja.Value {
			g.checkLength(call.This)
			return g.nested(func() goja.Value { return original(call) })
		})
	}
	for _, name := range []string{"sort", "toSorted"} {
		g.method(prototype, name, g.sort)
	}
	g.arrayClass, _ = g.rt.Get("Array").(*goja.Object)
	g.arrayFromNative, _ = g.arrayClass.Get("from").Export().(native)
	g.method(g.arrayClass, "from", g.arrayFrom)
}

// calling are the methods of arrays and typed arrays that call their first argument.
var calling = []string{
	"every", "filter", "find", "findIndex", "findLast", "findLastIndex", "forEach", "map", "reduce", "reduceRight", "some", "sort", "toSorted",
}

// pollBetween lets an interrupt take effect between the calls of a method with many elements, if what it calls is a built-in:
// a script's function does so itself.
func (g *guard) pollBetween(call *goja.FunctionCall, method string, length int) {
	if length < pollEvery || !slices.Contains(calling, method) {
		return
	}
	function, callable := goja.AssertFunction(call.Argument(0))
	if _, builtIn := inside.CodeOf(call.Argument(0)); !callable || !builtIn {
		return
	}
	polling := g.rt.ToValue(func(c goja.FunctionCall) goja.Value {
		g.spend(8)
		result, err := function(c.This, c.Arguments...)
		g.must(err)
		return result
	})
	call.Arguments = append([]goja.Value{polling}, call.Arguments[1:]...)
}

// checkLength throws for an array-like longer than the limit.
func (g *guard) checkLength(v goja.Value) int {
	length := g.lengthOf(v)
	if length > int64(g.limits.ArrayLength) {
		g.failRange("array of length %d is too long; the limit is %d", length, g.limits.ArrayLength)
	}
	g.spend(int(length))
	return int(length)
}

// lengthOf returns the length that an array method would see; 0 for a value without length.
func (g *guard) lengthOf(v goja.Value) int64 {
	switch v := v.(type) {
	case goja.String:
		return int64(v.Length())
	case *goja.Object:
		if length := v.Get("length"); length != nil {
			return max(0, length.ToInteger())
		}
	}
	return 0
}

// sort guards sorting without a comparison function, which compares texts: an own comparison function makes
// it interruptible.
func (g *guard) sort(call goja.FunctionCall, original native) goja.Value {
	length := g.checkLength(call.This)
	g.pollBetween(&call, "sort", length)
	if length < pollEvery || !goja.IsUndefined(call.Argument(0)) {
		return original(call)
	}
	compare := g.rt.ToValue(func(c goja.FunctionCall) goja.Value {
		a, b := g.stringOf(c.Argument(0)), g.stringOf(c.Argument(1))
		g.spend(8 + min(a.Length(), b.Length())/64)
		return g.rt.ToValue(a.CompareTo(b))
	})
	call.Arguments = []goja.Value{compare}
	return original(call)
}
