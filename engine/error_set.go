package engine

import (
	"slices"

	"github.com/dop251/goja"
)

// ErrorSet is a set of classes and names of errors.
type ErrorSet struct {
	prototypes []*goja.Object
	names      []string
}

// ReadErrors reads a class, a name, or an array of them.
func ReadErrors(rt *goja.Runtime, v goja.Value) (out ErrorSet) {
	object, isObject := v.(*goja.Object)
	switch {
	case v == nil || goja.IsUndefined(v) || goja.IsNull(v):
	case isObject && object.ClassName() == "Array":
		rt.ForOf(object, func(item goja.Value) bool {
			one := ReadErrors(rt, item)
			out.prototypes, out.names = append(out.prototypes, one.prototypes...), append(out.names, one.names...)
			return true
		})
	case isObject:
		if prototype, ok := object.Get("prototype").(*goja.Object); ok {
			out.prototypes = append(out.prototypes, prototype)
		}
	default:
		out.names = append(out.names, v.String())
	}
	return out
}

// IsEmpty reports whether the set names no errors.
func (e ErrorSet) IsEmpty() bool { return len(e.prototypes)+len(e.names) == 0 }

// Has reports whether the value that a script has thrown is in the set. An empty set has every error.
func (e ErrorSet) Has(err error) bool {
	thrown, _ := ThrownValue(err)
	return e.IsEmpty() || e.Distance(thrown) >= 0
}

// Distance returns how many classes lie between an error and the closest class in the set, or -1 if the error is not
// in it.
func (e ErrorSet) Distance(thrown goja.Value) int {
	object, ok := thrown.(*goja.Object)
	if !ok {
		return -1
	}
	if name := object.Get("name"); name != nil {
		for _, known := range e.names {
			if name.String() == known {
				return 0
			}
		}
	}
	for at, depth := object.Prototype(), 0; at != nil && depth < 64; at, depth = at.Prototype(), depth+1 {
		for _, known := range e.prototypes {
			if at == known {
				return depth
			}
		}
		if len(e.names) > 0 && slices.Contains(e.names, classOf(at)) {
			return depth
		}
	}
	return -1
}

// classOf returns the name of the class with a prototype: that of an error need not be its name.
func classOf(prototype *goja.Object) string {
	class, ok := prototype.Get("constructor").(*goja.Object)
	if !ok {
		return ""
	}
	name, ok := class.Get("name").(goja.String)
	if !ok {
		return ""
	}
	return name.String()
}
