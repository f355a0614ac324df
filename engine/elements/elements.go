package elements

import (
	"reflect"
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
	properties uintptr        // the number of elements with accessors or flags
	names      uintptr        // the names of its other properties, length among them
}

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

var placesKnown = sync.OnceValue(findPlaces)

func findPlaces() (p places) {
	defer func() {
		if recover() != nil {
			p = places{}
		}
	}()
	list := goja.New().NewArray(1)
	self, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface {
		return places{}
	}
	p.self = self.Offset
	p.array = (*face)(unsafe.Add(unsafe.Pointer(list), p.self)).table
	array := reflect.ValueOf(list).Elem().FieldByName("self").Elem().Type().Elem()
	values, hasValues := array.FieldByName("values")
	length, hasLength := array.FieldByName("length")
	properties, hasProperties := array.FieldByName("propValueCount")
	names, hasNames := array.FieldByName("propNames")
	p.names = names.Offset
	p.values, p.length, p.properties = values.Offset, length.Offset, properties.Offset
	p.known = hasValues && hasLength && hasProperties && hasNames &&
		values.Type == reflect.TypeFor[[]goja.Value]() &&
		length.Type == reflect.TypeFor[uint32]() &&
		properties.Type == reflect.TypeFor[int]() &&
		names.Type == reflect.TypeFor[[]unistring.String]() && len(names.Index) == 2 && names.Index[0] == 0
	return p
}

// Stored returns the elements that an ordinary array stores, a hole as nil, from where goja keeps them, and
// the array's length; beyond the elements there are only holes. ok is false for everything else, and for an
// array that has elements with accessors.
func Stored(v goja.Value) (elements []goja.Value, length int, ok bool) {
	o, isObject := v.(*goja.Object)
	p := placesKnown()
	if !isObject || !p.known {
		return nil, 0, false
	}
	self := (*face)(unsafe.Add(unsafe.Pointer(o), p.self))
	if self.table != p.array || *(*int)(unsafe.Add(self.data, p.properties)) != 0 {
		return nil, 0, false
	}
	elements = *(*[]goja.Value)(unsafe.Add(self.data, p.values))
	return elements, int(*(*uint32)(unsafe.Add(self.data, p.length))), true
}

// Of is Stored for an array that does not end in holes.
func Of(v goja.Value) (elements []goja.Value, ok bool) {
	elements, length, ok := Stored(v)
	return elements, ok && length == len(elements)
}

// Alone is Of for an array that has nothing but its elements.
func Alone(v goja.Value) (elements []goja.Value, ok bool) {
	if elements, ok = Of(v); !ok {
		return nil, false
	}
	p := placesKnown()
	self := (*face)(unsafe.Add(unsafe.Pointer(v.(*goja.Object)), p.self))
	return elements, len(*(*[]unistring.String)(unsafe.Add(self.data, p.names))) == 1
}
