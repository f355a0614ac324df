package realm

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// Absent reports whether a value is missing, undefined or null.
func Absent(v engine.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// Text returns a value as text, which is empty if the value is absent.
func Text(v engine.Value) string {
	if Absent(v) {
		return ""
	}
	return v.String()
}

// Integer returns a value as a whole number, or 0 if it is missing.
func Integer(v engine.Value) int {
	if v == nil {
		return 0
	}
	return int(v.ToInteger())
}

// Index returns an index of an array as a property name.
func Index(i int) string { return strconv.Itoa(i) }

// maxElements limits the memory that is reserved for an array's length.
const maxElements = 1 << 20

// Elements returns the elements of an array.
func Elements(list *goja.Object) []engine.Value {
	n := min(Integer(list.Get("length")), maxElements)
	items := make([]engine.Value, n)
	for i := range items {
		items[i] = list.Get(Index(i))
	}
	return items
}

// Bytes copies the bytes of an ArrayBuffer or a typed array; ok is false for any other object.
func Bytes(object *goja.Object) (bytes []byte, ok bool) {
	switch data := object.Export().(type) {
	case goja.ArrayBuffer:
		return append([]byte(nil), data.Bytes()...), true
	case []byte:
		return append([]byte(nil), data...), true
	}
	return nil, false
}

// Descends reports whether the prototype is in an object's prototype chain.
func Descends(object, prototype *goja.Object) bool {
	for p, depth := object.Prototype(), 0; p != nil && depth < 32; p, depth = p.Prototype(), depth+1 {
		if p == prototype {
			return true
		}
	}
	return false
}

// Define sets an own property of any name.
func Define(object *goja.Object, name string, value engine.Value) {
	_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// Texts returns an array of texts.
func (r *Realm) Texts(texts []string) engine.Value {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return r.Runtime.NewArray(list...)
}
