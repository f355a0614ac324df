package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
)

// Maker makes script values for binding. It implements [schema.Maker].
type Maker struct {
	rt       *goja.Runtime
	instance *instance
}

var _ schema.Maker[Value] = Maker{}

// Absent marks a value that was not sent.
func (Maker) Absent() Value { return nil }

// Null makes null.
func (Maker) Null() Value { return goja.Null() }

// Undefined makes undefined, so that a default in the script applies.
func (Maker) Undefined() Value { return goja.Undefined() }

// String makes a string. The text is copied, because it may be part of a request's buffer.
func (m Maker) String(s string) Value { return m.rt.ToValue(strings.Clone(s)) }

// Int makes a number.
func (m Maker) Int(i int64) Value { return m.rt.ToValue(i) }

// Float makes a number.
func (m Maker) Float(f float64) Value { return m.rt.ToValue(f) }

// Bool makes a boolean.
func (m Maker) Bool(b bool) Value { return m.rt.ToValue(b) }

// Date makes a Date.
func (m Maker) Date(t time.Time) Value {
	date, err := m.rt.New(m.instance.builtin.date, m.rt.ToValue(t.UnixMilli()))
	if err != nil { // only if a script broke Date
		return goja.Null()
	}
	return date
}

// Bytes makes a Uint8Array over b.
func (m Maker) Bytes(b []byte) Value {
	array, err := m.rt.New(m.instance.builtin.bytes, m.rt.ToValue(m.rt.NewArrayBuffer(b)))
	if err != nil {
		return goja.Null()
	}
	return array
}

// List makes an array.
func (m Maker) List(items []Value) Value {
	var room [8]any
	list := room[:min(len(items), len(room))]
	if len(items) > len(room) {
		list = make([]any, len(items))
	}
	for i, item := range items {
		list[i] = item
	}
	return m.rt.NewArray(list...)
}

// Poll lets a pending interrupt of the VM take effect.
func (m Maker) Poll() error {
	_, err := m.instance.builtin.nothing(goja.Undefined())
	return err
}

// Map makes an object with own properties only, even for a key such as "__proto__".
func (m Maker) Map(keys []string, values []Value) Value {
	object := m.rt.NewObject()
	for i, key := range keys {
		_ = setOwn(object, key, values[i]) // fails only if a script has frozen Object.prototype
	}
	return object
}

// Plain makes a script value from a plain Go value: string, bool, int64, float64, nil, []any, map[string]any.
func (m Maker) Plain(value any) Value {
	switch v := value.(type) {
	case []any:
		items := make([]Value, len(v))
		for i, item := range v {
			items[i] = m.Plain(item)
		}
		return m.List(items)
	case map[string]any:
		object := m.rt.NewObject()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			_ = setOwn(object, key, m.Plain(v[key]))
		}
		return object
	}
	return m.rt.ToValue(value)
}

// Frozen makes an object that scripts cannot change, including the lists in it.
func (m Maker) Frozen(value map[string]any) Value {
	object := m.Plain(value).(*goja.Object)
	for _, key := range object.Keys() {
		if inner, isObject := object.Get(key).(*goja.Object); isObject {
			_, _ = m.instance.builtin.freeze(goja.Undefined(), inner)
		}
	}
	_, _ = m.instance.builtin.freeze(goja.Undefined(), object) // never fails for a plain object
	return object
}

// Memoize returns what make has returned for the key in this VM; it is stored as long as the VM lives.
func (m Maker) Memoize(key any, make func() Value) Value {
	value, known := m.instance.memo[key]
	if !known {
		value = make()
		m.instance.memo[key] = value
	}
	return value
}

// Instance makes an object of class c. If the class declares no constructor and no field defaults, the constructor
// is not called: the object consists of its prototype and its fields.
func (m Maker) Instance(c *schema.Class, values []Value) (Value, error) {
	class, err := m.instance.class(manifest.Ref{File: c.File, Export: c.Export})
	if err != nil {
		return nil, err
	}
	object, err := m.filled(c, class, values)
	if err != nil {
		return nil, err
	}
	if c.Checks != nil {
		if err := m.check(c, object); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// filled makes an object of a class with the values of its fields. An error is one of the constructor, or of a setter.
func (m Maker) filled(c *schema.Class, of *class, values []Value) (*goja.Object, error) {
	if !c.Plain {
		object, err := m.rt.New(of.constructor)
		if err != nil {
			return nil, err
		}
		return object, setFields(object, c, values, func(*schema.Field) bool { return false }) // it has the default
	}
	if layout := m.layout(c, of); layout.Lazy() {
		return layout.Filled(m.rt, values)
	}
	object := m.rt.CreateObject(of.prototype)
	return object, setFields(object, c, values, func(f *schema.Field) bool { return !of.members[f.Name] })
}

// layout returns the layout of the objects of a class whose constructor is not called.
func (m Maker) layout(c *schema.Class, of *class) *records.Layout {
	known := m.instance.filled[c]
	if known == nil {
		fields := make([]records.Field, len(c.Fields))
		for i, field := range c.Fields {
			fields[i] = records.Field{Name: field.Name, Column: i}
		}
		known = records.NewAssigned(of.prototype, fields)
		m.instance.filled[c] = known
	}
	return known
}

// setFields sets the fields that have values, and those that have none to undefined if that is said of them.
func setFields(object *goja.Object, c *schema.Class, values []Value, undefined func(*schema.Field) bool) error {
	for i, field := range c.Fields {
		value := values[i]
		if value == nil && undefined(field) {
			value = goja.Undefined()
		}
		if value == nil {
			continue
		}
		if err := setOwn(object, field.Name, value); err != nil {
			return err
		}
	}
	return nil
}

// setOwn sets a property the way a class field does. On an object that has no setters, assigning and defining
// differ only for "__proto__"; the error is a setter's.
func setOwn(object *goja.Object, name string, value Value) error {
	if name == "__proto__" {
		return object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object.Set(name, value)
}

// Scope gives an invocation access to the VM while it runs there.
type Scope struct {
	Maker
	VM *vm.VM
}

// Supply makes the script's view of something that the edge has, by the name of its host type.
func (s *Scope) Supply(hostType string, subject any) (Value, error) {
	for _, supplier := range s.instance.can.suppliers {
		if value, ok, err := supplier.Supply(hostType, subject); ok {
			return value, err
		}
	}
	return nil, fmt.Errorf("the host has no %s to supply", hostType)
}

// Response reads a ResponseEntity; ok is false for any other value.
func (s *Scope) Response(value Value) (Response, bool) {
	if object, isObject := value.(*goja.Object); !isObject || s.instance.isData(object) {
		return Response{}, false
	}
	return s.instance.can.responses.Response(value)
}

// File reads a body that is a file; ok is false for any other value.
func (s *Scope) File(value Value) (*File, bool) {
	if object, isObject := value.(*goja.Object); !isObject || s.instance.isData(object) {
		return nil, false
	}
	return s.instance.can.responses.File(value)
}

// Construct calls a class's constructor with one text, for a raw body.
func (s *Scope) Construct(c *schema.Class, text string) (Value, error) {
	class, err := s.instance.class(manifest.Ref{File: c.File, Export: c.Export})
	if err != nil {
		return nil, err
	}
	return s.rt.New(class.constructor, s.String(text))
}
