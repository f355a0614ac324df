package inside

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// object has the fields of goja.Object. Its implementation is one of the structs below, by what kind of an object it is.
type object struct {
	self    face
	runtime *goja.Runtime
}

// Plain has the fields of a baseObject, the implementation of a plain object, with which those of most others begin.
type Plain struct {
	Class      string
	Val        *goja.Object
	Prototype  *goja.Object
	Extensible bool

	Values    map[unistring.String]goja.Value
	PropNames []unistring.String

	LastSortedPropLen, IdxPropCount int

	SymValues       pointer
	PrivateElements pointer
}

// Array has the first fields of an arrayObject, the implementation of an ordinary array.
type Array struct {
	Plain
	Values         []goja.Value // a hole is nil
	Length         uint32       // it can exceed the number of values
	ObjCount       int          // how many of the values are not holes
	PropValueCount int          // how many are properties with accessors or flags
}

// arrayIterator has the first fields of an arrayIterObject.
type arrayIterator struct {
	Plain
	obj     *goja.Object
	nextIdx int64
	kind    int
}

// dynamic has the fields of a dynamicObject.
type dynamic struct {
	dynamicBase
	d goja.DynamicObject
}

type dynamicBase struct{ val, prototype *goja.Object }

// implementations are the tables of what is behind objects.
var implementations struct{ plain, array, arrayIterator, dynamic, global, failure pointer }

func selfOf(o *goja.Object) *face { return &(*object)(pointer(o)).self }

func plainOf(o *goja.Object) *Plain { return (*Plain)(selfOf(o).data) }

// SetClass sets what an object is to the engine, and is asked for with ClassName. The implementation of it begins like that of a plain one.
func SetClass(o *goja.Object, class string) { plainOf(o).Class = class }

// implementation returns the type of the struct behind an object.
func implementation(o *goja.Object) reflect.Type {
	return reflect.ValueOf(o).Elem().FieldByName("self").Elem().Type().Elem()
}

// startsPlain returns how what is behind an object differs from what begins like a plain object.
func startsPlain(theirs reflect.Type) error {
	return same(startOf(theirs), reflect.TypeFor[Plain]())
}

var checkObjects = sync.OnceValue(func() error {
	rt := goja.New()
	sample := rt.NewObject()
	if err := same(reflect.TypeFor[goja.Object](), reflect.TypeFor[object]()); err != nil {
		return err
	}
	implementations.plain = selfOf(sample).table
	return errors.Join(startsPlain(implementation(sample)), checkProperty())
})

var checkArrays = sync.OnceValue(func() error {
	if err := checkObjects(); err != nil {
		return err
	}
	list := goja.New().NewArray(1)
	implementations.array = selfOf(list).table
	return expect(list, "arrayObject", reflect.TypeFor[Array]())
})

// expect returns how what is behind an object differs from what is expected.
func expect(o *goja.Object, name string, mirror reflect.Type) error {
	theirs := implementation(o)
	if theirs.Name() != name {
		return fmt.Errorf("a %s is where a %s is expected", theirs, name)
	}
	return compare(theirs, mirror)
}

func checkProperties() error { return checkArrays() }

// Fields returns the own properties of a plain object: names in the order of creation, which is the order of keys unless one of them is an
// index. ok is false for all other objects.
func Fields(o *goja.Object) (names []unistring.String, values map[unistring.String]goja.Value, ok bool) {
	self := selfOf(o)
	if !Properties.On() || self.table != implementations.plain {
		return nil, nil, false
	}
	p := (*Plain)(self.data)
	for _, name := range p.PropNames {
		if name != "" && name[0] >= '0' && name[0] <= '9' {
			return nil, nil, false
		}
	}
	return p.PropNames, p.Values, true
}

// List returns the elements of an ordinary array; a hole is nil. ok is false for an array that ends in holes, such as new Array(3).
func List(o *goja.Object) (elements []goja.Value, ok bool) {
	self := selfOf(o)
	if !Properties.On() || self.table != implementations.array {
		return nil, false
	}
	a := (*Array)(self.data)
	return a.Values, uint64(a.Length) == uint64(len(a.Values))
}

// HasNoSymbols reports whether o is a plain object or an ordinary array without own properties that have symbols as keys. It may report
// false for an object without any.
func HasNoSymbols(o *goja.Object) bool {
	self := selfOf(o)
	return Properties.On() && (self.table == implementations.plain || self.table == implementations.array) && (*Plain)(self.data).SymValues == nil
}

// IsValue reports whether what an object keeps for a name is the value itself, rather than a property with a getter or flags, or nothing.
func IsValue(v goja.Value) bool { return v != nil && !IsProperty(v) }

// ArrayOf returns what is behind an ordinary array; nil for all other objects. The caller knows that the trick is on.
func ArrayOf(o *goja.Object) *Array {
	if self := selfOf(o); self.table == implementations.array {
		return (*Array)(self.data)
	}
	return nil
}

// IsPlain reports whether an object is one of goja's plain ones. The caller knows that the trick is on.
func IsPlain(o *goja.Object) bool { return selfOf(o).table == implementations.plain }

// PlainOf returns what is behind such an object.
func PlainOf(o *goja.Object) *Plain { return plainOf(o) }
