package engine

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// inside holds the offsets at which goja stores the properties of a plain object and the elements of an array. The
// public methods (Keys, Get) make a list of all names, and convert and look up each of them, which is most of the
// cost of writing JSON. So properties are read where goja stores them. The offsets are found once, by reflection;
// if anything differs from what is expected, known is false and the public methods are used.
type inside struct {
	known bool

	self     uintptr        // of Object: the implementation, an interface
	object   unsafe.Pointer // its method table for plain objects
	array    unsafe.Pointer // and for arrays
	names    uintptr        // of a plain object: its property names in order
	values   uintptr        // and their values
	elements uintptr        // of an array: its elements
	length   uintptr        // of an array: its length, which can exceed the number of its elements
	symbols  uintptr        // of a plain object or an array: a pointer to its properties with symbols as keys
	property unsafe.Pointer // method table of properties with accessors or flags
}

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

var insides = sync.OnceValue(findInside)

func findInside() (in *inside) {
	in = new(inside)
	defer func() {
		if recover() != nil {
			in = new(inside)
		}
	}()
	rt := goja.New()
	object, list, accessor := rt.NewObject(), rt.NewArray(1), rt.NewObject()
	_ = accessor.DefineAccessorProperty("a", rt.ToValue(func(goja.FunctionCall) goja.Value { return nil }), nil, goja.FLAG_TRUE, goja.FLAG_TRUE)

	self, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface {
		return in
	}
	in.self = self.Offset
	in.object, in.array = in.of(object).table, in.of(list).table
	plain := reflect.ValueOf(object).Elem().FieldByName("self").Elem().Type().Elem()
	listed := reflect.ValueOf(list).Elem().FieldByName("self").Elem().Type().Elem()
	names, hasNames := plain.FieldByName("propNames")
	values, hasValues := plain.FieldByName("values")
	elements, hasElements := listed.FieldByName("values")
	length, hasLength := listed.FieldByName("length")
	symbols, hasSymbols := plain.FieldByName("symValues")
	in.names, in.values, in.elements, in.length = names.Offset, values.Offset, elements.Offset, length.Offset
	in.symbols = symbols.Offset
	in.known = hasNames && hasValues && hasElements && hasLength && hasSymbols &&
		symbols.Type.Kind() == reflect.Pointer && listed.Field(0).Type == plain && // an array contains a plain object
		length.Type == reflect.TypeFor[uint32]() &&
		names.Type == reflect.TypeFor[[]unistring.String]() &&
		values.Type == reflect.TypeFor[map[unistring.String]goja.Value]() &&
		elements.Type == reflect.TypeFor[[]goja.Value]()
	if in.known {
		_, properties, _ := in.fields(accessor)
		hidden := properties["a"]
		in.property = (*face)(unsafe.Pointer(&hidden)).table
	}
	return in
}

func (in *inside) of(o *goja.Object) *face {
	return (*face)(unsafe.Add(unsafe.Pointer(o), in.self))
}

// fields returns the own properties of a plain object: names in order of creation, which is the order of keys
// unless one of them is an index. ok is false for all other objects.
func (in *inside) fields(o *goja.Object) (names []unistring.String, values map[unistring.String]goja.Value, ok bool) {
	self := in.of(o)
	if !in.known || self.table != in.object {
		return nil, nil, false
	}
	names = *(*[]unistring.String)(unsafe.Add(self.data, in.names))
	values = *(*map[unistring.String]goja.Value)(unsafe.Add(self.data, in.values))
	for _, name := range names {
		if name != "" && name[0] >= '0' && name[0] <= '9' {
			return nil, nil, false
		}
	}
	return names, values, true
}

// list returns the elements of an ordinary array; a hole is nil. ok is false for an array that ends in holes, such
// as new Array(3).
func (in *inside) list(o *goja.Object) (elements []goja.Value, ok bool) {
	self := in.of(o)
	if !in.known || self.table != in.array {
		return nil, false
	}
	elements = *(*[]goja.Value)(unsafe.Add(self.data, in.elements))
	return elements, uint64(*(*uint32)(unsafe.Add(self.data, in.length))) == uint64(len(elements))
}

// hasNoSymbols reports whether o is a plain object or an ordinary array without own properties that have symbols
// as keys. It may report false for an object without any.
func (in *inside) hasNoSymbols(o *goja.Object) bool {
	self := in.of(o)
	return in.known && (self.table == in.object || self.table == in.array) &&
		*(*unsafe.Pointer)(unsafe.Add(self.data, in.symbols)) == nil
}

// isPlain reports whether v is a property's value itself, rather than a property with a getter or flags, whose
// value has to be read with Get.
func (in *inside) isPlain(v goja.Value) bool {
	return v != nil && (*face)(unsafe.Pointer(&v)).table != in.property
}
