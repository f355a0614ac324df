package guard

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/records"
)

// goja makes the arrays of slice, concat, fill and from one element after the other: for each it asks the prototypes, and whenever there is
// no more room it copies all of them. A script cannot be stopped while a large array is copied, and the collector may have to wait for it.
// Here the elements are written to where they stay, if a script cannot notice. All else is left to goja.

// few is the number of elements up to which it does not matter.
const few = 16

// slice is Array.prototype.slice.
func (g *guard) slice(call goja.FunctionCall, original native) goja.Value {
	stored, alone := elements.Alone(call.This)
	from, to := call.Argument(0), call.Argument(1)
	if !inside.Copies.On() || !alone || len(stored) < few || !isIndex(from) || !isIndex(to) || !g.makesArrays(call.This) {
		return original(call)
	}
	first := index(from, 0, len(stored))
	array := g.arrayOf(stored[first:max(first, index(to, len(stored), len(stored)))])
	if array == nil {
		return original(call)
	}
	return array
}

// concat is Array.prototype.concat. It also walks its arguments.
func (g *guard) concat(call goja.FunctionCall, original native) goja.Value {
	total := 0
	for _, argument := range call.Arguments {
		if object, ok := argument.(*goja.Object); ok {
			total += g.checkLength(object)
		}
	}
	if total > g.limits.ArrayLength {
		g.failRange("array of length %d is too long; the limit is %d", total, g.limits.ArrayLength)
	}
	parts, plain := g.concatenated(call)
	if !plain {
		return original(call)
	}
	array := g.arrayOf(parts...)
	if array == nil {
		return original(call)
	}
	return array
}

// concatenated returns what concat puts one after the other, if all of it is values and ordinary arrays.
func (g *guard) concatenated(call goja.FunctionCall) (parts [][]goja.Value, plain bool) {
	if _, alone := elements.Alone(call.This); !inside.Copies.On() || !alone || !g.makesArrays(call.This) {
		return nil, false
	}
	for _, v := range append([]goja.Value{call.This}, call.Arguments...) {
		object, isObject := v.(*goja.Object)
		if !isObject {
			parts = append(parts, []goja.Value{v})
			continue
		}
		all, plain := elements.Unmarked(object)
		if !plain || object.GetSymbol(goja.SymIsConcatSpreadable) != nil {
			return nil, false
		}
		parts = append(parts, all)
	}
	return parts, true
}

// fill is Array.prototype.fill for all of an array that has holes, as one has that is made by its length.
func (g *guard) fill(call goja.FunctionCall, original native) goja.Value {
	stored, length, plain := elements.Stored(call.This)
	if !inside.Copies.On() || !plain || length-len(stored) < few || length > g.limits.ArrayLength || len(call.Arguments) > 1 ||
		call.This.(*goja.Object).Prototype() != g.arrayPrototype || !g.inheritsNoIndex() {
		return original(call)
	}
	values := make([]goja.Value, length)
	for part := range slices.Chunk(values, pollEvery) {
		g.spend(len(part))
		for i := range part {
			part[i] = call.Argument(0)
		}
	}
	if !elements.Fill(call.This, values) {
		return original(call)
	}
	return call.This
}

// arrayFrom walks an array-like natively; an iterable is walked by its iterator. Array.from({length: n}, f) is done here.
func (g *guard) arrayFrom(call goja.FunctionCall, original native) goja.Value {
	length := g.checkLength(call.Argument(0))
	mapper, callable := goja.AssertFunction(call.Argument(1))
	if !inside.Copies.On() || length < few || call.This != g.arrayClass || !g.isListLike(call.Argument(0)) {
		return original(call)
	}
	items := call.Argument(0).(*goja.Object)
	if !callable && (!goja.IsUndefined(call.Argument(1)) || !slices.Equal(items.GetOwnPropertyNames(), []string{"length"}) || !g.inheritsNoIndex()) {
		return original(call)
	}
	values := make([]goja.Value, length)
	for i := range values {
		g.spend(1)
		if values[i] = goja.Undefined(); !callable {
			continue
		}
		if item := items.Get(itoa(i)); item != nil { // the function may have put it there
			values[i] = item
		}
		mapped, err := mapper(call.Argument(2), values[i], g.rt.ToValue(i))
		g.must(err)
		values[i] = present(mapped)
	}
	return elements.Make(g.rt, values)
}

// present returns what a script gets of the result of a function: those in Go may return nil.
func present(v goja.Value) goja.Value {
	if v == nil {
		return goja.Undefined()
	}
	return v
}

// isListLike reports whether a value is a plain object, which is not iterable.
func (g *guard) isListLike(v goja.Value) bool {
	object, isObject := v.(*goja.Object)
	return isObject && records.Simple(object) && object.Prototype() == g.objectPrototype && object.GetSymbol(goja.SymIterator) == nil
}

// inheritsNoIndex reports whether an array inherits no element. The names of an object begin with its indices.
func (g *guard) inheritsNoIndex() bool {
	if g.arrayPrototype.Prototype() != g.objectPrototype || g.objectPrototype.Prototype() != nil {
		return false
	}
	for _, of := range [...]*goja.Object{g.arrayPrototype, g.objectPrototype} {
		if names := of.GetOwnPropertyNames(); len(names) > 0 && names[0] >= "0" && names[0] < ":" {
			return false
		}
	}
	return true
}

// isIndex reports whether a script does not notice that a value is made an index.
func isIndex(v goja.Value) bool { return goja.IsUndefined(v) || goja.IsNumber(v) }

// index returns the index that a value means; a negative one counts from the end.
func index(v goja.Value, absent, length int) int {
	if goja.IsUndefined(v) {
		return absent
	}
	i := v.ToInteger()
	if i < 0 {
		i += int64(length)
	}
	return int(max(0, min(i, int64(length))))
}

// arrayOf returns an array of the elements of others; nil if one of them is a hole.
func (g *guard) arrayOf(parts ...[]goja.Value) *goja.Object {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	values := make([]goja.Value, 0, length)
	for _, part := range parts {
		for piece := range slices.Chunk(part, pollEvery) {
			g.spend(len(piece))
			for _, v := range piece {
				if v == nil {
					return nil
				}
				values = append(values, v)
			}
		}
	}
	return elements.Make(g.rt, values)
}
