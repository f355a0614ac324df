package elements

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// ordinary returns what is behind an ordinary array without accessors; nil for everything else.
func ordinary(v goja.Value) *inside.Array {
	o, isObject := v.(*goja.Object)
	if !isObject || !inside.Elements.On() {
		return nil
	}
	array := inside.ArrayOf(o)
	if array == nil || array.PropValueCount != 0 {
		return nil
	}
	return array
}

// Stored returns the elements that an ordinary array stores, a hole as nil, from where goja keeps them, and
// the array's length; beyond the elements there are only holes. ok is false for everything else, and for an
// array that has elements with accessors.
func Stored(v goja.Value) (elements []goja.Value, length int, ok bool) {
	array := ordinary(v)
	if array == nil {
		return nil, 0, false
	}
	return array.Values, int(array.Length), true
}

// Of is Stored for an array that does not end in holes.
func Of(v goja.Value) (elements []goja.Value, ok bool) {
	elements, length, ok := Stored(v)
	return elements, ok && length == len(elements)
}

// Alone is Of for an array that has nothing but its elements, except under symbols.
func Alone(v goja.Value) (elements []goja.Value, ok bool) {
	if elements, ok = Of(v); !ok {
		return nil, false
	}
	return elements, len(ordinary(v).PropNames) == 1
}

// Unmarked is Of for an array that has never had properties under symbols, which say how it is iterated over and put into others.
func Unmarked(v goja.Value) (elements []goja.Value, ok bool) {
	if elements, ok = Of(v); !ok {
		return nil, false
	}
	return elements, ordinary(v).SymValues == nil
}

// Make returns an ordinary array of values, none of which is nil. The array takes the slice over.
func Make(rt *goja.Runtime, values []goja.Value) *goja.Object {
	made := rt.NewArray()
	array := ordinary(made)
	if array == nil {
		return rt.NewArray(anyOf(values)...)
	}
	fill(array, values)
	return made
}

func anyOf(values []goja.Value) []any {
	all := make([]any, len(values))
	for i, v := range values {
		all[i] = v
	}
	return all
}

// Fill gives an ordinary array all of its elements, none of which is nil. It reports whether it has: only if they are as many as the
// array is long, and it may have further elements. The array takes the slice over.
func Fill(v goja.Value, values []goja.Value) bool {
	array := ordinary(v)
	if array == nil || int(array.Length) != len(values) || !array.Extensible {
		return false
	}
	fill(array, values)
	return true
}

// Append appends values, none of which is nil, to an ordinary array that has all of its elements and that no script has yet, with room for
// a few more. It reports whether it has: not if the array would have more than most elements.
func Append(v goja.Value, values []goja.Value, most int) bool {
	all, ok := Of(v)
	needed := len(all) + len(values)
	if !ok || needed > most {
		return false
	}
	if needed > cap(all) {
		all = slices.Grow(all, len(values)+needed/8+1)
	}
	fill(ordinary(v), append(all, values...))
	return true
}

func fill(array *inside.Array, values []goja.Value) {
	array.Values, array.Length, array.ObjCount = values, uint32(len(values)), len(values)
}
