package engine

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// advise puts the aspects around their methods on the prototype, so that calls from within the class go through
// them, too.
func (w wiring) advise() error {
	for _, advised := range w.manifest.Advised {
		class, err := w.class(advised.Class)
		if err != nil {
			return err
		}
		method, ok := class.prototype.Get(advised.Method).(*goja.Object)
		if !ok || !isFunction(method) {
			return fmt.Errorf("%s is not a function", advised.Name)
		}
		around := w.can.advisor.Around(method, advised, aspectValues{w.instance, advised})
		for _, property := range []string{"name", "length"} { // as the class declares them
			_ = around.DefineDataProperty(property, method.Get(property), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		if err := class.prototype.DefineDataProperty(advised.Method, around, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

// aspectValues implements [AspectValues].
type aspectValues struct {
	*instance
	advised *manifest.Advised
}

func (a aspectValues) Option(aspect int, name string) Value {
	return a.records.option(a.advised.Aspects[aspect].Record, name)
}

func (a aspectValues) Bean(aspect int) Value { return a.beans[a.advised.Aspects[aspect].Bean] }

// option returns the argument that the listing gives this name, or the object's property of this name.
func (a applied) option(name string) Value {
	for i, arg := range a.args {
		object, isObject := arg.(*goja.Object)
		switch {
		case isObject && isPlainObject(object) && !a.isValue(i):
			if value := object.Get(name); value != nil {
				return value
			}
		case a.decorator.Positional(i) == name:
			return arg
		}
	}
	return goja.Undefined()
}

// ClassOf implements [Classes].
func (in *instance) ClassOf(prototype *goja.Object) (manifest.Ref, bool) {
	if ref, known := in.prototypes[prototype]; known {
		return ref, !ref.IsZero()
	}
	var ref manifest.Ref
	if constructor, ok := prototype.Get("constructor").(*goja.Object); ok && constructor.Get("prototype") == Value(prototype) {
		ref = in.refs[constructor]
	}
	in.prototypes[prototype] = ref
	return ref, !ref.IsZero()
}

// Prototype implements [Classes].
func (in *instance) Prototype(ref manifest.Ref) *goja.Object {
	if class, err := in.class(ref); err == nil {
		return class.prototype
	}
	return nil
}
