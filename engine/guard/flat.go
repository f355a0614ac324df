package guard

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
)

// flat flattens nested arrays, to a limited depth, and throws if that was not enough. Ordinary arrays are
// flattened here, where the elements are counted: a few arrays inside of each other, each several times, make
// a list of any length.
func (g *guard) flat(call goja.FunctionCall, original native) goja.Value {
	g.checkLength(call.This)
	depth := int64(1)
	if argument := call.Argument(0); !goja.IsUndefined(argument) {
		depth = argument.ToInteger()
		call.Arguments = []goja.Value{g.rt.ToValue(min(depth, maxFlatDepth))}
	}
	if g.makesArrays(call.This) {
		f := flattener{guard: g, out: list{guard: g}, plain: true}
		if f.add(call.This, min(depth, maxFlatDepth), depth > maxFlatDepth); f.plain {
			return f.out.array()
		}
	}
	if depth <= maxFlatDepth {
		return original(call)
	}
	flat := original(call)
	if result, ok := flat.(*goja.Object); ok {
		for i := range int(g.lengthOf(result)) {
			if element, ok := result.Get(itoa(i)).(*goja.Object); ok && element.ClassName() == "Array" {
				g.failFlat()
			}
		}
	}
	return flat
}

func (g *guard) failFlat() {
	g.failRange("arrays nested deeper than %d cannot be flattened", maxFlatDepth)
}

// makesArrays reports whether the methods of an object make results of the class Array.
func (g *guard) makesArrays(v goja.Value) bool {
	object, ok := v.(*goja.Object)
	return ok && object.Prototype() == g.arrayPrototype && object.Get("constructor") == g.arrayClass &&
		g.arrayClass.GetSymbol(goja.SymSpecies) == g.arrayClass
}

// flattener collects the elements of arrays.
type flattener struct {
	guard *guard
	out   list
	plain bool // nothing but ordinary arrays has been met
}

// add adds the elements of an array, and those of arrays in it down to depth. Bounded means that an array
// below that is too deep.
func (f *flattener) add(of goja.Value, depth int64, bounded bool) {
	stored, plain := elements.Of(of)
	if !plain {
		f.plain = false
		return
	}
	for _, element := range stored {
		if element == nil {
			continue
		}
		f.guard.spend(1)
		if object, ok := element.(*goja.Object); ok && isArray(object) {
			switch {
			case depth > 0:
				f.add(object, depth-1, bounded)
				if !f.plain {
					return
				}
				continue
			case bounded:
				f.guard.failFlat()
			}
		}
		f.one(element)
	}
}

func (f *flattener) one(element goja.Value) {
	if f.out.length >= f.guard.limits.ArrayLength {
		f.guard.failRange("flattened array is too long; the limit is %d", f.guard.limits.ArrayLength)
	}
	f.out.add(element)
}

// flatMap is flat for what a function returns for each element.
func (g *guard) flatMap(call goja.FunctionCall, original native) goja.Value {
	length := g.checkLength(call.This)
	mapper, callable := goja.AssertFunction(call.Argument(0))
	if _, plain := elements.Of(call.This); !plain || !callable || !g.makesArrays(call.This) {
		return original(call)
	}
	f := flattener{guard: g, out: list{guard: g}}
	object, _ := call.This.(*goja.Object)
	for i := range length {
		element := elementAt(object, i)
		if element == nil {
			continue
		}
		g.spend(1)
		mapped, err := mapper(call.Argument(1), element, g.rt.ToValue(i), object)
		g.must(err)
		f.all(present(mapped))
	}
	return f.out.array()
}

// all adds the elements of an array, or a single value.
func (f *flattener) all(value goja.Value) {
	object, ok := value.(*goja.Object)
	if !ok || !isArray(object) {
		f.one(value)
		return
	}
	for i := range f.guard.checkLength(object) {
		if element := elementAt(object, i); element != nil {
			f.one(element)
		}
	}
}

// elementAt returns an element, or nil for a hole.
func elementAt(o *goja.Object, i int) goja.Value {
	if stored, _, plain := elements.Stored(o); plain {
		if i < len(stored) {
			return stored[i]
		}
		return nil
	}
	return o.Get(itoa(i))
}
