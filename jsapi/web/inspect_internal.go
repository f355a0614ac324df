package web

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

// The Go types behind objects for which goja has no class name.
var (
	proxyType   = reflect.TypeFor[goja.Proxy]()
	mapType     = reflect.TypeFor[[][2]any]()
	listType    = reflect.TypeFor[[]any]()
	promiseType = reflect.TypeFor[*goja.Promise]()
	bigIntType  = reflect.TypeFor[*big.Int]()
)

// classOf returns the built-in class of an object, which a script cannot fake.
func classOf(o *goja.Object) string {
	switch o.ExportType() {
	case mapType:
		return "Map"
	case promiseType:
		return "Promise"
	case bigIntType:
		return "BigInt"
	case listType:
		if o.ClassName() != "Array" {
			return "Set"
		}
	}
	return o.ClassName()
}

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
