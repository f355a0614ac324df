package records

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// places holds the tables of methods of plain objects and of records, and the methods of plain objects that those of
// records call.
type places struct {
	plain    unsafe.Pointer // goja's table
	original *table         // a copy of it
	record   *table         // with methods of records
	property unsafe.Pointer // table of values that are properties with accessors or flags

	getOwnPropStr, foreign int // where in tables that method, and setForeignStr, is

	getStr            func(r *record, name unistring.String, receiver goja.Value) goja.Value
	setOwnStr         func(r *record, name unistring.String, v goja.Value, throw bool) bool
	setForeignStr     func(r *record, name unistring.String, v, receiver goja.Value, throw bool) (bool, bool)
	setForeignIdx     func(r *record, index int64, v, receiver goja.Value, throw bool) (bool, bool)
	define            func(r *record, name unistring.String, d goja.PropertyDescriptor, throw bool) bool
	deleteStr         func(r *record, name unistring.String, throw bool) bool
	export            func(r *record, context unsafe.Pointer) any
	put               func(r *record, name unistring.String, v goja.Value, writable, enumerable, configurable bool) goja.Value
	iterateStringKeys func(r *record) iterator
	iterateKeys       func(r *record) iterator
	iterateSymbols    func(r *record) iterator
	stringKeys        func(r *record, all bool, names []goja.Value) []goja.Value
}

// known returns the places; nil if goja is not as expected.
var known = sync.OnceValue(func() (found *places) {
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	p := new(places)
	if !enabled || !p.tables() || !p.methods() || !p.properties() {
		return nil
	}
	return p
})

// tables finds the table of plain objects, if those have the fields that are expected.
func (p *places) tables() bool {
	sample := goja.New().NewObject()
	self := reflect.ValueOf(sample).Elem().FieldByName("self")
	if !alike(reflect.TypeFor[goja.Object](), reflect.TypeFor[object]()) ||
		!alike(self.Elem().Type().Elem(), reflect.TypeFor[plain]()) ||
		self.Type().Kind() != reflect.Interface || self.Type().NumMethod() != methodCount {
		return false
	}
	p.plain = faceOf(sample).table
	p.original = new(*(*table)(p.plain))
	for i, code := range p.original.methods {
		if !isMethod(code, "goja.(*baseObject)."+self.Type().Method(i).Name) {
			return false
		}
	}
	return true
}

// alike reports whether two structs have the same fields at the same places. A pointer or a map of types that goja
// does not export is a pointer here, and an interface of such a type a face.
func alike(theirs, ours reflect.Type) bool {
	if theirs.NumField() != ours.NumField() || theirs.Size() != ours.Size() {
		return false
	}
	for i := range ours.NumField() {
		a, b := theirs.Field(i), ours.Field(i)
		switch {
		case a.Name != b.Name || a.Offset != b.Offset:
			return false
		case a.Type == b.Type:
		case b.Type == reflect.TypeFor[unsafe.Pointer]() && (a.Type.Kind() == reflect.Pointer || a.Type.Kind() == reflect.Map):
		case b.Type == reflect.TypeFor[face]() && a.Type.Kind() == reflect.Interface && a.Type.NumMethod() > 0:
		default:
			return false
		}
	}
	return true
}

// isMethod reports whether code is that of a method. What is compiled into it has other names, which come first.
func isMethod(code uintptr, name string) bool {
	frames := runtime.CallersFrames([]uintptr{code + 1})
	for {
		frame, more := frames.Next()
		if !more {
			return frame.Entry == code && strings.HasSuffix(frame.Function, name)
		}
	}
}

// methods makes the table of records.
func (p *places) methods() bool {
	p.record = new(*p.original)
	r := replacing{places: p, good: true}
	self, _ := reflect.TypeFor[goja.Object]().FieldByName("self")
	r.implementation = self.Type

	const name, set = "unistring.String", "goja.Value, bool"
	method(&r, "getStr", "("+name+", goja.Value) goja.Value", (*record).getStr, &p.getStr)
	method(&r, "setOwnStr", "("+name+", "+set+") bool", (*record).setOwnStr, &p.setOwnStr)
	method(&r, "setForeignStr", "("+name+", goja.Value, "+set+") (bool, bool)", (*record).setForeignStr, &p.setForeignStr)
	method(&r, "setForeignIdx", "(goja.valueInt, goja.Value, "+set+") (bool, bool)", (*record).setForeignIdx, &p.setForeignIdx)
	method(&r, "defineOwnPropertyStr", "("+name+", goja.PropertyDescriptor, bool) bool", (*record).defineOwnPropertyStr, &p.define)
	method(&r, "deleteStr", "("+name+", bool) bool", (*record).deleteStr, &p.deleteStr)
	method(&r, "export", "(*goja.objectExportCtx) interface {}", (*record).export, &p.export)
	method(&r, "_putProp", "("+name+", goja.Value, bool, bool, bool) goja.Value", (*record).putProp, &p.put)
	method(&r, "iterateStringKeys", "() goja.iterNextFunc", (*record).iterateStringKeys, &p.iterateStringKeys)
	method(&r, "iterateKeys", "() goja.iterNextFunc", (*record).iterateKeys, &p.iterateKeys)
	method(&r, "iterateSymbols", "() goja.iterNextFunc", nil, &p.iterateSymbols)
	method(&r, "stringKeys", "(bool, []goja.Value) []goja.Value", (*record).stringKeys, &p.stringKeys)
	method(&r, "getOwnPropStr", "("+name+") goja.Value", (*record).getOwnPropStr, new(func(*record, unistring.String) goja.Value))
	method(&r, "hasOwnPropertyStr", "("+name+") bool", (*record).hasOwnPropertyStr, new(func(*record, unistring.String) bool))
	p.getOwnPropStr, _ = r.place("getOwnPropStr")
	p.foreign, _ = r.place("setForeignStr")
	return r.good && isIterator(self.Type)
}

// replacing replaces methods of a table.
type replacing struct {
	*places
	implementation reflect.Type
	good           bool
}

// method replaces a method by another one, unless that is nil, and keeps what is replaced. The method must have the
// signature that is expected, which takes a valueInt for an int64, and a pointer for any pointer.
func method[F any](r *replacing, name, signature string, by F, kept *F) {
	at, ok := r.place(name)
	if !ok || r.implementation.Method(at).Type.String() != "func"+signature {
		r.good = false
		return
	}
	*kept = function[F](&r.original.methods[at])
	if code := reflect.ValueOf(by); !code.IsNil() {
		r.record.methods[at] = code.Pointer()
	}
}

// place returns where in a table a method is.
func (r *replacing) place(name string) (at int, ok bool) {
	for at = range methodCount {
		if r.implementation.Method(at).Name == name {
			return at, true
		}
	}
	return 0, false
}

// isIterator reports whether goja's iterators of properties are as iterator describes them.
func isIterator(implementation reflect.Type) bool {
	for m := range implementation.Methods() {
		if m.Name != "iterateKeys" {
			continue
		}
		next := m.Type.Out(0)
		if next.Kind() != reflect.Func || next.NumIn() != 0 || next.NumOut() != 2 || next.Out(1) != next {
			return false
		}
		found, value := next.Out(0), reflect.TypeFor[goja.Value]()
		return found.NumField() == 3 && found.Field(0).Name == "name" && found.Field(0).Type == value &&
			found.Field(1).Name == "value" && found.Field(1).Type == value && found.Field(2).Type.Kind() == reflect.Int
	}
	return false
}

// function returns the function whose code is at an address. A function's value is a pointer to the address.
func function[F any](code *uintptr) F { return *(*F)(unsafe.Pointer(&code)) }

// properties finds the table of values that are properties with accessors or flags.
func (p *places) properties() bool {
	rt := goja.New()
	sample := rt.NewObject()
	if err := sample.DefineDataProperty("a", rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		return false
	}
	value := p.ownProperty(sample, "a")
	p.property = (*face)(unsafe.Pointer(&value)).table
	return reflect.TypeOf(value).String() == "*goja.valueProperty"
}

// ownProperty returns what an object of any kind has for its own property: nil, a value, or a property with flags.
func (p *places) ownProperty(o *goja.Object, name unistring.String) goja.Value {
	self := faceOf(o)
	get := function[func(unsafe.Pointer, unistring.String) goja.Value](&(*table)(self.table).methods[p.getOwnPropStr])
	return get(self.data, name)
}

// setForeign asks a prototype of any kind to assign to a property that the receiver does not have.
func (p *places) setForeign(prototype *goja.Object, name unistring.String, v, receiver goja.Value, throw bool) (done, handled bool) {
	self := faceOf(prototype)
	set := function[func(unsafe.Pointer, unistring.String, goja.Value, goja.Value, bool) (bool, bool)](&(*table)(self.table).methods[p.foreign])
	return set(self.data, name, v, receiver, throw)
}
