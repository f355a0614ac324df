package inside

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// methodCount is the number of methods of goja's implementations of objects.
const methodCount = 51

// allMethods is the table of methods of an implementation. They are in the order of their names; each is the address of its code.
type allMethods struct {
	inter, kind unsafe.Pointer
	hash        uint32
	code        [methodCount]uintptr
}

// Item has the fields of a propIterItem, which iterators of properties return. A nil value is read by who needs it.
type Item struct {
	Name, Value goja.Value
	Enumerable  int
}

// Whether a property is enumerable, in an item: its value tells, or it is.
const (
	ValueTells   = 0
	IsEnumerable = 2
)

// Iterator is an iterNextFunc: it returns the next item, and what returns the one after it; nil at the end.
type Iterator func() (Item, Iterator)

// signatures are those of the methods that are called or replaced.
var signatures = map[string]string{
	"getStr":               "(unistring.String, goja.Value) goja.Value",
	"setOwnStr":            "(unistring.String, goja.Value, bool) bool",
	"setForeignStr":        "(unistring.String, goja.Value, goja.Value, bool) (bool, bool)",
	"setForeignIdx":        "(goja.valueInt, goja.Value, goja.Value, bool) (bool, bool)",
	"defineOwnPropertyStr": "(unistring.String, goja.PropertyDescriptor, bool) bool",
	"deleteStr":            "(unistring.String, bool) bool",
	"export":               "(*goja.objectExportCtx) interface {}",
	"_putProp":             "(unistring.String, goja.Value, bool, bool, bool) goja.Value",
	"iterateStringKeys":    "() goja.iterNextFunc",
	"iterateKeys":          "() goja.iterNextFunc",
	"iterateSymbols":       "() goja.iterNextFunc",
	"stringKeys":           "(bool, []goja.Value) []goja.Value",
	"getOwnPropStr":        "(unistring.String) goja.Value",
	"hasOwnPropertyStr":    "(unistring.String) bool",
}

// plainMethods is a copy of the table of plain objects, and methodAt says where in such a table a method is.
var (
	plainMethods              *allMethods
	methodAt                  = map[string]int{}
	getOwnPropStr, setForeign int
)

var checkRecords = sync.OnceValue(func() error {
	if err := checkObjects(); err != nil {
		return err
	}
	self := reflect.TypeFor[goja.Object]().Field(0).Type
	if self.NumMethod() != methodCount {
		return fmt.Errorf("%s has %d methods, where %d are expected", self, self.NumMethod(), methodCount)
	}
	plainMethods = new(*(*allMethods)(implementations.plain))
	var errs []error
	for i := range methodCount {
		m := self.Method(i)
		methodAt[m.Name] = i
		errs = append(errs, isCode(plainMethods.code[i], "goja.(*baseObject)."+m.Name))
		if want := signatures[m.Name]; want != "" && m.Type.String() != "func"+want {
			errs = append(errs, fmt.Errorf("the method %s is a %s, not a func%s", m.Name, m.Type, want))
		}
	}
	for name := range signatures {
		if _, found := methodAt[name]; !found {
			errs = append(errs, fmt.Errorf("%s has no method %s", self, name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	getOwnPropStr, setForeign = methodAt["getOwnPropStr"], methodAt["setForeignStr"]
	return errors.Join(compareIterator(self.Method(methodAt["iterateKeys"]).Type.Out(0)), checkProperty())
})

// compareIterator returns how goja's iterators of properties differ from what is expected.
func compareIterator(next reflect.Type) error {
	if next.NumIn() != 0 || next.NumOut() != 2 || next.Out(1) != next {
		return fmt.Errorf("%s does not return an item and the next iterator", next)
	}
	return same(next.Out(0), reflect.TypeFor[Item]())
}

// Methods are those of objects of our own, whose implementation begins like that of a plain object.
type Methods struct{ table *allMethods }

// NewMethods returns the methods of plain objects, to be replaced. The caller knows that the trick is on.
func NewMethods() *Methods { return &Methods{new(*plainMethods)} }

// Override replaces a method by one of the same signature, in which a *T with a Plain at its beginning is the receiver, a valueInt is an
// int64, and any pointer an unsafe pointer. It returns that of plain objects.
func Override[F any](m *Methods, name string, by F) F {
	m.table.code[methodAt[name]] = codeOf(by)
	return PlainMethod[F](name)
}

// PlainMethod returns a method of plain objects.
func PlainMethod[F any](name string) F { return function[F](&plainMethods.code[methodAt[name]]) }

// Context takes the place of the first argument of the method export.
type Context struct{ _ opaque }

// Object is a goja.Object that is made here, in one allocation with what is behind it.
type Object object

// Begin makes an object of its parts.
func (o *Object) Begin(rt *goja.Runtime, methods *Methods, behind *Plain) *goja.Object {
	made := (*goja.Object)(unsafe.Pointer(o))
	behind.Val = made
	o.runtime, o.self = rt, face{unsafe.Pointer(methods.table), unsafe.Pointer(behind)}
	return made
}

// Behind returns what is behind an object that has such methods; nil for all others.
func Behind[T any](o *goja.Object, methods *Methods) *T {
	if self := selfOf(o); self.table == unsafe.Pointer(methods.table) {
		return (*T)(self.data)
	}
	return nil
}

// BecomePlain makes an object whose implementation begins like that of a plain object one of goja's plain ones.
func BecomePlain(o *goja.Object) { selfOf(o).table = implementations.plain }

// OwnProperty returns what an object of any kind has for its own property: nil, a value, or a property with flags.
func OwnProperty(o *goja.Object, name unistring.String) goja.Value {
	self := selfOf(o)
	get := function[func(unsafe.Pointer, unistring.String) goja.Value](&(*allMethods)(self.table).code[getOwnPropStr])
	return get(self.data, name)
}

// SetForeign asks a prototype of any kind to assign to a property that the receiver does not have.
func SetForeign(prototype *goja.Object, name unistring.String, v, receiver goja.Value, throw bool) (done, handled bool) {
	self := selfOf(prototype)
	set := function[func(unsafe.Pointer, unistring.String, goja.Value, goja.Value, bool) (bool, bool)](&(*allMethods)(self.table).code[setForeign])
	return set(self.data, name, v, receiver, throw)
}

// ValuesIn returns an array of values, whatever its length, as a slice without elements that has room for them.
func ValuesIn[A any](array *A) []goja.Value {
	return unsafe.Slice((*goja.Value)(unsafe.Pointer(array)), unsafe.Sizeof(*array)/unsafe.Sizeof(goja.Value(nil)))[:0]
}
