package web

import (
	"reflect"

	"github.com/dop251/goja"
)

var proxyType = reflect.TypeFor[goja.Proxy]()

// internalOf calls a method of a class's prototype on an object. It returns nil if the method throws.
func (r *Realm) internalOf(class, method string, this *goja.Object, arguments ...goja.Value) goja.Value {
	constructor, ok := r.Runtime.Get(class).(*goja.Object)
	if !ok {
		return nil
	}
	prototype, ok := constructor.Get("prototype").(*goja.Object)
	if !ok {
		return nil
	}
	call, ok := goja.AssertFunction(prototype.Get(method))
	if !ok {
		return nil
	}
	result, err := call(this, arguments...)
	if err != nil {
		return nil
	}
	return result
}

// descriptorOf calls Object.getOwnPropertyDescriptor.
func (r *Realm) descriptorOf(o *goja.Object, key string) goja.Value {
	call, ok := goja.AssertFunction(r.Runtime.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"))
	if !ok {
		return nil
	}
	descriptor, err := call(goja.Undefined(), o, r.Runtime.ToValue(key))
	if err != nil {
		return nil
	}
	return descriptor
}
