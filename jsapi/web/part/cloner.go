package part

import "github.com/dop251/goja"

// Cloner copies the objects of one class for structuredClone. It reports false for other objects. It throws if
// an object of its class cannot be copied.
type Cloner func(original *goja.Object) (copied *goja.Object, ok bool)

// AddCloner makes structuredClone copy the objects of a class. A part calls it when it runs.
func (r *Realm) AddCloner(cloner Cloner) { r.cloners = append(r.cloners, cloner) }

// Cloned returns a copy of an object that a part knows how to copy.
func (r *Realm) Cloned(original *goja.Object) (copied *goja.Object, ok bool) {
	for _, cloner := range r.cloners {
		if copied, ok = cloner(original); ok {
			return copied, true
		}
	}
	return nil, false
}

// ClonerOf returns a Cloner from a function of a script, which returns undefined for objects of other classes.
func (r *Realm) ClonerOf(function goja.Value) Cloner {
	call, ok := goja.AssertFunction(function)
	return func(original *goja.Object) (*goja.Object, bool) {
		if !ok {
			return nil, false
		}
		copied, err := call(goja.Undefined(), original)
		if err != nil {
			panic(err)
		}
		object, is := copied.(*goja.Object)
		return object, is
	}
}
