package inside

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// Value is a goja.Value as it is in memory.
type Value face

// tables are those of the types of values.
var tables struct {
	ascii, units, imported unsafe.Pointer
	integer, float         unsafe.Pointer
	others                 [3]unsafe.Pointer // true, undefined and null
	object, property       unsafe.Pointer
	small                  [1024]int64
}

var checkValues = sync.OnceValue(func() error {
	rt, t := goja.New(), &tables
	var errs []error
	of := func(v goja.Value, kind reflect.Kind) unsafe.Pointer {
		if got := reflect.TypeOf(v); got.Kind() != kind {
			errs = append(errs, fmt.Errorf("the value %s is a %s, not a %s", v, got, kind))
		}
		return ValueOf(&v).table
	}
	t.ascii = of(rt.ToValue("a"), reflect.String)
	t.units = of(goja.StringFromUTF16([]uint16{0x100}), reflect.Slice)
	t.imported = of(rt.ToValue(strings.Repeat("a", 100)), reflect.Pointer)
	t.integer, t.float = of(rt.ToValue(1000), reflect.Int64), of(rt.ToValue(0.5), reflect.Float64)
	t.others = [3]unsafe.Pointer{of(rt.ToValue(true), reflect.Bool), of(goja.Undefined(), reflect.Struct), of(goja.Null(), reflect.Struct)}
	t.object = of(rt.NewObject(), reflect.Pointer)
	for i := range t.small {
		t.small[i] = int64(i)
	}
	return errors.Join(errs...)
})

// ValueOf returns a value as it is in memory.
func ValueOf(v *goja.Value) *Value { return (*Value)(unsafe.Pointer(v)) }

// IsInteger reports whether a value is a number that goja keeps as an integer.
func (v *Value) IsInteger() bool { return v.table == tables.integer }

// Integer returns the number of such a value.
func (v *Value) Integer() int64 { return *(*int64)(v.data) }

// SetInteger gives such a value another number.
func (v *Value) SetInteger(n int64) {
	if uint64(n) < uint64(len(tables.small)) {
		v.data = unsafe.Pointer(&tables.small[n])
		return
	}
	v.data = unsafe.Pointer(&[1]int64{n})
}

// IsPrimitive reports whether a value is a number, true, undefined or null.
func (v *Value) IsPrimitive() bool {
	switch v.table {
	case tables.integer, tables.float, tables.others[0], tables.others[1], tables.others[2]:
		return true
	}
	return false
}

// IsText reports whether a value is a text.
func (v *Value) IsText() bool { return v.IsASCII() || v.IsUnits() || v.IsImported() }

// IsASCII reports whether a value is a text of ASCII characters.
func (v *Value) IsASCII() bool { return v.table == tables.ascii }

// IsUnits reports whether a value is a text of UTF-16 units, of which the first is a mark.
func (v *Value) IsUnits() bool { return v.table == tables.units }

// IsImported reports whether a value is a text of Go's, which is either kind, or not known yet.
func (v *Value) IsImported() bool { return v.table == tables.imported }

// ASCII returns the characters of an ASCII text.
func (v *Value) ASCII() string { return *(*string)(v.data) }

// Units returns the mark and the units of a text.
func (v *Value) Units() []uint16 { return *(*[]uint16)(v.data) }

// SetASCII gives an ASCII text other characters.
func (v *Value) SetASCII(s string) { v.data = unsafe.Pointer(&s) }

// SetUnits gives a text of UTF-16 units others.
func (v *Value) SetUnits(units []uint16) { v.data = unsafe.Pointer(&units) }

// Same reports whether two values are identical, and not only equal.
func (v *Value) Same(other *Value) bool { return *v == *other }

// property has the fields of a valueProperty: one with an accessor or flags.
type property struct {
	value                                        goja.Value
	writable, configurable, enumerable, accessor bool
	getterFunc, setterFunc                       *goja.Object
}

// checkProperty finds the table of such properties.
var checkProperty = sync.OnceValue(func() error {
	rt := goja.New()
	sample := rt.NewObject()
	if err := sample.DefineDataProperty("a", rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
		return err
	}
	if err := startsPlain(implementation(sample)); err != nil {
		return err
	}
	kept := plainOf(sample).Values["a"]
	tables.property = ValueOf(&kept).table
	return compare(reflect.TypeOf(kept), reflect.TypeFor[*property]())
})

// IsProperty reports whether what an object keeps for a name is a property with an accessor or flags, and not a value.
func IsProperty(v goja.Value) bool { return ValueOf(&v).table == tables.property }

// property returns such a property.
func (v *Value) property() *property { return (*property)(v.data) }

// A Method is a method of a built-in prototype, and where goja keeps it: it is compared without running a getter.
type Method struct {
	Is   *goja.Object
	name unistring.String
	of   *face // the implementation of the prototype, which goja replaces when some properties change
	was  face
}

// MethodIn returns a method of a prototype; nil if it is not kept as expected.
func MethodIn(prototype *goja.Object, name string) *Method {
	is, ok := prototype.Get(name).(*goja.Object)
	if !ok || checkProperty() != nil || startsPlain(implementation(prototype)) != nil {
		return nil
	}
	m := &Method{Is: is, name: unistring.NewFromString(name), of: selfOf(prototype), was: *selfOf(prototype)}
	if !m.InPlace() {
		return nil
	}
	return m
}

// InPlace reports whether the prototype still has the method.
func (m *Method) InPlace() bool {
	if m.of.table != m.was.table {
		return false
	}
	kept := (*Plain)(m.of.data).Values[m.name]
	v := ValueOf(&kept)
	return v.table == tables.property && !v.property().accessor && v.property().value == goja.Value(m.Is)
}
