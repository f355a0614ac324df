package elements

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// places holds the offsets at which goja stores the elements of an ordinary array. They are found once, by
// reflection; if anything differs from what is expected, known is false, and elements are read with Get.
type places struct {
	known      bool
	self       uintptr        // of Object: the implementation, an interface
	array      unsafe.Pointer // its method table for ordinary arrays
	values     uintptr        // of an array: its elements
	length     uintptr        // its length, which can exceed the number of its elements
	count      uintptr        // how many of its elements are no holes
	properties uintptr        // the number of elements with accessors or flags
	extensible uintptr        // whether it may have further ones
	names      uintptr        // the names of its other properties, length among them
	symbols    uintptr        // those whose names are symbols
}

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

var placesKnown = sync.OnceValue(findPlaces)

func findPlaces() (p *places) {
	p = new(places)
	defer func() {
		if recover() != nil {
			p.known = false
		}
	}()
	list := goja.New().NewArray(1)
	self, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface {
		return p
	}
	p.self = self.Offset
	p.array = (*face)(unsafe.Add(unsafe.Pointer(list), p.self)).table
	array := reflect.ValueOf(list).Elem().FieldByName("self").Elem().Type().Elem()
	values, hasValues := array.FieldByName("values")
	length, hasLength := array.FieldByName("length")
	properties, hasProperties := array.FieldByName("propValueCount")
	count, hasCount := array.FieldByName("objCount")
	extensible, hasExtensible := array.FieldByName("extensible")
	names, hasNames := array.FieldByName("propNames")
	symbols, hasSymbols := array.FieldByName("symValues")
	p.names, p.symbols, p.extensible = names.Offset, symbols.Offset, extensible.Offset
	p.values, p.length, p.count, p.properties = values.Offset, length.Offset, count.Offset, properties.Offset
	p.known = hasValues && hasLength && hasCount && hasProperties && hasExtensible && hasNames && hasSymbols &&
		values.Type == reflect.TypeFor[[]goja.Value]() &&
		length.Type == reflect.TypeFor[uint32]() &&
		count.Type == reflect.TypeFor[int]() &&
		properties.Type == reflect.TypeFor[int]() &&
		extensible.Type == reflect.TypeFor[bool]() && len(extensible.Index) == 2 && extensible.Index[0] == 0 &&
		symbols.Type.Kind() == reflect.Pointer && len(symbols.Index) == 2 && symbols.Index[0] == 0 &&
		names.Type == reflect.TypeFor[[]unistring.String]() && len(names.Index) == 2 && names.Index[0] == 0
	return p
}

// Stored returns the elements that an ordinary array stores, a hole as nil, from where goja keeps them, and
// the array's length; beyond the elements there are only holes. ok is false for everything else, and for an
// array that has elements with accessors.
func Stored(v goja.Value) (elements []goja.Value, length int, ok bool) {
	p := placesKnown()
	self := p.ordinary(v)
	if self == nil {
		return nil, 0, false
	}
	elements = *(*[]goja.Value)(unsafe.Add(self, p.values))
	return elements, int(*(*uint32)(unsafe.Add(self, p.length))), true
}

// ordinary returns where goja keeps an ordinary array without accessors; nil for everything else.
func (p *places) ordinary(v goja.Value) unsafe.Pointer {
	o, isObject := v.(*goja.Object)
	if !isObject || !p.known {
		return nil
	}
	self := (*face)(unsafe.Add(unsafe.Pointer(o), p.self))
	if self.table != p.array || *(*int)(unsafe.Add(self.data, p.properties)) != 0 {
		return nil
	}
	return self.data
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
	p := placesKnown()
	return elements, len(*(*[]unistring.String)(unsafe.Add(p.ordinary(v), p.names))) == 1
}

// Unmarked is Of for an array that has never had properties under symbols, which say how it is iterated over and put into others.
func Unmarked(v goja.Value) (elements []goja.Value, ok bool) {
	if elements, ok = Of(v); !ok {
		return nil, false
	}
	p := placesKnown()
	return elements, *(*unsafe.Pointer)(unsafe.Add(p.ordinary(v), p.symbols)) == nil
}

// Make returns an ordinary array of values, none of which is nil. The array takes the slice over.
func Make(rt *goja.Runtime, values []goja.Value) *goja.Object {
	array := rt.NewArray()
	p := placesKnown()
	self := p.ordinary(array)
	if self == nil {
		return rt.NewArray(anyOf(values)...)
	}
	p.fill(self, values)
	return array
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
	p := placesKnown()
	self := p.ordinary(v)
	if self == nil || int(*(*uint32)(unsafe.Add(self, p.length))) != len(values) || !*(*bool)(unsafe.Add(self, p.extensible)) {
		return false
	}
	p.fill(self, values)
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
	p := placesKnown()
	p.fill(p.ordinary(v), append(all, values...))
	return true
}

func (p *places) fill(self unsafe.Pointer, values []goja.Value) {
	*(*[]goja.Value)(unsafe.Add(self, p.values)) = values
	*(*uint32)(unsafe.Add(self, p.length)) = uint32(len(values))
	*(*int)(unsafe.Add(self, p.count)) = len(values)
}
