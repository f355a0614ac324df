package guard

import (
	"reflect"

	"github.com/dop251/goja"
)

// typedArrays are the classes of views, with the size of an element in bytes.
var typedArrays = []struct {
	name string
	size int
}{
	{"Uint8Array", 1},
	{"Uint8ClampedArray", 1},
	{"Int8Array", 1},
	{"Uint16Array", 2},
	{"Int16Array", 2},
	{"Uint32Array", 4},
	{"Int32Array", 4},
	{"Float32Array", 4},
	{"Float64Array", 8},
	{"BigInt64Array", 8},
	{"BigUint64Array", 8},
}

// typedWalkers are the methods that take long for an element; the others copy memory.
var typedWalkers = []string{
	"every", "filter", "find", "findIndex", "findLast", "findLastIndex", "forEach", "includes", "indexOf", "join",
	"lastIndexOf", "map", "reduce", "reduceRight", "some", "toLocaleString",
}

func (g *guard) buffers() {
	g.constructor("ArrayBuffer", func(arguments []goja.Value) {
		if len(arguments) > 0 {
			g.checkBytes(arguments[0], 1)
		}
	})
	for _, class := range typedArrays {
		g.constructor(class.name, func(arguments []goja.Value) {
			if len(arguments) > 0 {
				g.checkBytes(arguments[0], class.size)
			}
		})
	}
	constructor, _ := g.rt.Get("Uint8Array").(*goja.Object)
	g.method(constructor.Prototype(), "from", g.typedFrom)
	prototype := g.prototype("Uint8Array").Prototype()
	for _, name := range typedWalkers {
		g.method(prototype, name, func(call goja.FunctionCall, original native) goja.Value {
			g.pollBetween(&call, name, g.checkLength(call.This))
			return original(call)
		})
	}
	with, _ := prototype.Get("with").Export().(native)
	g.method(prototype, "sort", g.sortTyped)
	g.method(prototype, "toSorted", g.toSortedTyped(with))
	g.method(prototype, "join", func(call goja.FunctionCall, original native) goja.Value {
		object, ok := call.This.(*goja.Object)
		if !ok || !isView(object) || g.lengthOf(object) < pollEvery {
			return original(call)
		}
		return g.joinObjects(object, int(g.lengthOf(object)), 1, call, g.joinNative)
	})
}

// typedFrom adds what the engine lacks: texts and numbers are objects, too, and missing elements are
// undefined. Array-likes are walked natively, up to the limit.
func (g *guard) typedFrom(call goja.FunctionCall, original native) goja.Value {
	source := call.Argument(0)
	if goja.IsUndefined(source) || goja.IsNull(source) {
		return original(call)
	}
	g.checkLength(source)
	object := source.ToObject(g.rt)
	if iterator := object.GetSymbol(goja.SymIterator); iterator == nil || goja.IsUndefined(iterator) || goja.IsNull(iterator) {
		object = g.listOf(object)
	}
	call.Arguments = append([]goja.Value{object}, call.Arguments[1:]...)
	return original(call)
}

// listOf is Array.from without a mapping.
func (g *guard) listOf(object *goja.Object) *goja.Object {
	return g.arrayFromNative(goja.FunctionCall{This: g.arrayClass, Arguments: []goja.Value{object}}).(*goja.Object)
}

// checkBytes checks the first argument of a buffer's constructor: a number of elements, or something to copy.
// A view of an existing buffer needs no memory.
func (g *guard) checkBytes(source goja.Value, size int) {
	count := 0.0
	switch source := source.(type) {
	case *goja.Object:
		if source.ExportType() == bufferType {
			return
		}
		count = float64(g.checkLength(source))
	case goja.String:
		count = source.ToFloat()
	default:
		if goja.IsNumber(source) {
			count = source.ToFloat()
		}
	}
	if bytes := times(count, float64(size)); bytes > int64(g.limits.BufferBytes) {
		g.failRange("buffer of %d bytes is too large; the limit is %d", bytes, g.limits.BufferBytes)
	}
}

var bufferType = reflect.TypeFor[goja.ArrayBuffer]()

// isView reports whether an object is a typed array, which exports as a slice of numbers.
func isView(object *goja.Object) bool {
	t := object.ExportType()
	return t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Interface
}
