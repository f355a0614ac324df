package guard

import (
	"cmp"
	"math"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// sortTyped sorts a long typed array without a comparison function where its bytes are, and looks for an interrupt between
// comparisons.
func (g *guard) sortTyped(call goja.FunctionCall, original native) goja.Value {
	view := g.sortedHere(call)
	if view == nil {
		g.pollBetween(&call, "sort", g.checkLength(call.This))
		return original(call)
	}
	g.sortView(view)
	return view
}

// toSortedTyped is sortTyped on a copy, which the method with makes.
func (g *guard) toSortedTyped(with native) func(goja.FunctionCall, native) goja.Value {
	return func(call goja.FunctionCall, original native) goja.Value {
		view := g.sortedHere(call)
		if view == nil {
			g.pollBetween(&call, "toSorted", g.checkLength(call.This))
			return original(call)
		}
		copied := with(goja.FunctionCall{This: view, Arguments: []goja.Value{g.rt.ToValue(0), view.Get("0")}}).(*goja.Object)
		g.sortView(copied)
		return copied
	}
}

// sortedHere returns the typed array to sort by its numbers; nil if it is short, or goja's method must handle the call.
func (g *guard) sortedHere(call goja.FunctionCall) *goja.Object {
	object, ok := call.This.(*goja.Object)
	if !ok || !isView(object) || !goja.IsUndefined(call.Argument(0)) || g.lengthOf(object) < pollEvery {
		return nil
	}
	return object
}

// sortView sorts the numbers of a view. Equal ones look the same, so it need not be stable.
func (g *guard) sortView(view *goja.Object) {
	switch of := view.Export().(type) {
	case []uint8:
		sortNumbers(g, of, cmp.Compare)
	case []int8:
		sortNumbers(g, of, cmp.Compare)
	case []uint16:
		sortNumbers(g, of, cmp.Compare)
	case []int16:
		sortNumbers(g, of, cmp.Compare)
	case []uint32:
		sortNumbers(g, of, cmp.Compare)
	case []int32:
		sortNumbers(g, of, cmp.Compare)
	case []uint64:
		sortNumbers(g, of, cmp.Compare)
	case []int64:
		sortNumbers(g, of, cmp.Compare)
	case []float32:
		sortNumbers(g, of, compareFloats)
	case []inside.Half:
		sortNumbers(g, of, func(a, b inside.Half) int { return compareFloats(a.Float(), b.Float()) })
	case []float64:
		sortNumbers(g, of, compareFloats)
	}
}

func sortNumbers[T any](g *guard, numbers []T, compare func(a, b T) int) {
	slices.SortFunc(numbers, func(a, b T) int {
		g.spend(1)
		return compare(a, b)
	})
}

// compareFloats orders numbers as scripts do: -0 comes before 0, and NaN last.
func compareFloats[T float32 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return cmp.Compare(sign(b), sign(a))
	}
	return cmp.Compare(unordered(a), unordered(b))
}

// sign is 1 for a number below 0, and for -0.
func sign[T float32 | float64](n T) uint64 { return math.Float64bits(float64(n)) >> 63 }

// unordered is 1 for NaN.
func unordered[T float32 | float64](n T) int {
	if n != n {
		return 1
	}
	return 0
}
