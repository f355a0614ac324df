package machine

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// method is a method of a built-in prototype, and where goja keeps it, so that it is compared without running a getter.
type method struct {
	name   unistring.String
	is     *goja.Object
	self   *face          // of the prototype: the implementation, which goja replaces when some properties change
	table  unsafe.Pointer // of that
	values uintptr        // of that: the properties
	places *places
}

// methodIn returns a method of a prototype; nil if it is not kept as expected.
func (p *places) methodIn(prototype *goja.Object, name string) (m *method) {
	defer func() {
		if recover() != nil {
			m = nil
		}
	}()
	is, ok := prototype.Get(name).(*goja.Object)
	field, found := reflect.TypeFor[goja.Object]().FieldByName("self")
	self := reflect.ValueOf(prototype).Elem().FieldByName("self").Elem().Type()
	values, kept := self.Elem().FieldByName("values")
	if !ok || !found || field.Type.Kind() != reflect.Interface || !kept || values.Type != reflect.TypeFor[map[unistring.String]goja.Value]() {
		return nil
	}
	m = &method{name: unistring.NewFromString(name), is: is, values: values.Offset, places: p}
	m.self = (*face)(unsafe.Add(unsafe.Pointer(prototype), field.Offset))
	m.table = m.self.table
	if !m.inPlace() {
		return nil
	}
	return m
}

// inPlace reports whether the prototype still has the method.
func (m *method) inPlace() bool {
	if m.self.table != m.table {
		return false
	}
	kept, ok := (*(*map[unistring.String]goja.Value)(unsafe.Add(m.self.data, m.values)))[m.name]
	property := faceOf(&kept)
	if !ok || property.table != m.places.property || *(*bool)(unsafe.Add(property.data, m.places.accessor)) {
		return false
	}
	return *(*goja.Value)(unsafe.Add(property.data, m.places.value)) == goja.Value(m.is)
}

// properties finds what goja keeps of a property that is not an ordinary one.
func (p *places) properties() bool {
	prototype := goja.New().Get("RegExp").(*goja.Object).Get("prototype").(*goja.Object)
	prototype.Get("test")
	kept := reflect.ValueOf(prototype).Elem().FieldByName("self").Elem().Elem().FieldByName("values")
	values := *(*map[unistring.String]goja.Value)(unsafe.Pointer(kept.UnsafeAddr()))
	property := values["test"]
	is := reflect.TypeOf(property)
	if is.String() != "*goja.valueProperty" {
		return false
	}
	value, hasValue := is.Elem().FieldByName("value")
	accessor, hasAccessor := is.Elem().FieldByName("accessor")
	p.property, p.value, p.accessor = faceOf(&property).table, value.Offset, accessor.Offset
	return hasValue && hasAccessor && value.Type == reflect.TypeFor[goja.Value]() && accessor.Type.Kind() == reflect.Bool
}
