package aspects

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// Errors is a set of classes and names of errors.
type Errors struct {
	prototypes []*goja.Object
	names      []string
}

// ReadErrors reads a class, a name, or an array of them.
func ReadErrors(rt *goja.Runtime, v goja.Value) (out Errors) {
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

func (e Errors) empty() bool { return len(e.prototypes)+len(e.names) == 0 }

// matches reports whether an error is in the set. An empty set matches every error.
func (e Errors) matches(err error) bool { return e.empty() || e.distance(thrownBy(err)) >= 0 }

// distance returns how many classes lie between an error and the closest class in the set, or -1 if the error is not
// in it.
func (e Errors) distance(thrown goja.Value) int {
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
	}
	return -1
}

// thrownBy returns the script value behind an error, or nil for an error of Go.
func thrownBy(err error) goja.Value {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return exception.Value()
	}
	if thrown, ok := errors.AsType[*vm.Thrown](err); ok {
		return thrown.Value
	}
	return nil
}
