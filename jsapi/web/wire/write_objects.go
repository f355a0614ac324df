package wire

import "github.com/dop251/goja"

// exception writes an Error with what structuredClone has kept of it.
func (w *writer) exception(o *goja.Object) {
	if w.carried(o) {
		return
	}
	w.tag(tagError)
	for _, key := range errorKeys {
		value := o.Get(key)
		if value == nil {
			value = goja.Undefined()
		}
		w.value(value)
	}
}

var errorKeys = []string{"name", "message", "stack", "cause"}

// other writes an object of the platform, or a plain one.
func (w *writer) other(o *goja.Object) {
	if w.carried(o) {
		return
	}
	keys := o.Keys()
	w.tag(tagObject)
	w.count(len(keys))
	for _, key := range keys {
		w.value(w.Runtime.ToValue(key))
		w.value(o.Get(key))
	}
}

// carried writes an object of the platform, and reports whether it is one.
func (w *writer) carried(o *goja.Object) bool {
	if o.Prototype() == w.plain {
		return false
	}
	name, data, ok := w.Carried(o)
	if ok {
		w.tag(tagPlatform)
		w.blob([]byte(name))
		w.blob(data)
	}
	return ok
}

// call calls a method of a built-in class's prototype.
func (w *writer) call(class, method string, this *goja.Object, arguments ...goja.Value) goja.Value {
	prototype := w.Runtime.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
	call, ok := goja.AssertFunction(prototype.Get(method))
	if !ok {
		return w.TypeError(class + ".prototype." + method + " is gone")
	}
	result, err := call(this, arguments...)
	if err != nil {
		panic(err)
	}
	return result
}
