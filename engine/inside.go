package engine

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// inside is where goja keeps the properties of a plain object and the elements of an
// array. Asking for them the public way (Keys, Get) costs a list of all names and a
// conversion and a look-up for each, which is most of what writing JSON costs. So they
// are read where they lie. Where that is is found by reflection, once; if anything is
// not as expected, known is false and everything goes the public way.
type inside struct {
	known bool

	self     uintptr        // of Object: the implementation, an interface
	object   unsafe.Pointer // its method table for plain objects
	array    unsafe.Pointer // and for arrays
	names    uintptr        // of a plain object: its property names in order
	values   uintptr        // and their values
	elements uintptr        // of an array
	length   uintptr        // of an array, which may be more than its elements
	symbols  uintptr        // of a plain object or an array: what it has under symbols, a pointer
	property unsafe.Pointer // method table of values that are more than a value: accessors, hidden ones
}

// face is an interface's two words.
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
		symbols.Type.Kind() == reflect.Pointer && listed.Field(0).Type == plain && // an array is a plain object, and more
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

// fields returns the own properties of a plain object: names in order of creation, which
// is the order of keys unless one of them is an index. ok is false for all other objects.
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

// list returns the elements of an ordinary array; a hole is nil. ok is false for one that
// ends in holes, such as new Array(3).
func (in *inside) list(o *goja.Object) (elements []goja.Value, ok bool) {
	self := in.of(o)
	if !in.known || self.table != in.array {
		return nil, false
	}
	elements = *(*[]goja.Value)(unsafe.Add(self.data, in.elements))
	return elements, uint64(*(*uint32)(unsafe.Add(self.data, in.length))) == uint64(len(elements))
}

// hasNoSymbols tells a plain object or an ordinary array that has nothing under symbols of its
// own. It may say no where there are none.
func (in *inside) hasNoSymbols(o *goja.Object) bool {
	self := in.of(o)
	return in.known && (self.table == in.object || self.table == in.array) &&
		*(*unsafe.Pointer)(unsafe.Add(self.data, in.symbols)) == nil
}

// isPlain tells a value that stands for itself from one with a getter or flags, which
// has to be asked for.
func (in *inside) isPlain(v goja.Value) bool {
	return v != nil && (*face)(unsafe.Pointer(&v)).table != in.property
}
