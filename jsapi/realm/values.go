package realm

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// Absent reports whether a value is missing, undefined or null.
func Absent(v engine.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// Text is a value as text, empty when it is absent.
func Text(v engine.Value) string {
	if Absent(v) {
		return ""
	}
	return v.String()
}

// Integer is a value as a whole number, 0 when it is missing.
func Integer(v engine.Value) int {
	if v == nil {
		return 0
	}
	return int(v.ToInteger())
}

// Index is an array's index as the name of a property.
func Index(i int) string { return strconv.Itoa(i) }

// maxElements bounds what an array's length can make us set aside.
const maxElements = 1 << 20

// Elements reads an array.
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

// Descends reports whether an object has the prototype in its chain.
func Descends(object, prototype *goja.Object) bool {
	for p, depth := object.Prototype(), 0; p != nil && depth < 32; p, depth = p.Prototype(), depth+1 {
		if p == prototype {
			return true
		}
	}
	return false
}

// Define sets an own property whatever its name is.
func Define(object *goja.Object, name string, value engine.Value) {
	_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// Texts makes an array of texts.
func (r *Realm) Texts(texts []string) engine.Value {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return r.Runtime.NewArray(list...)
}
