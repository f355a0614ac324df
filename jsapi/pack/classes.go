package pack

import (
	"reflect"

	"github.com/dop251/goja"
)

// classOf returns the class of a built-in object, which ClassName does not always return.
func classOf(o *goja.Object) string {
	switch o.ExportType() {
	case typeMap:
		return "Map"
	case typePromise:
		return "Promise"
	case typeList:
		if o.ClassName() != "Array" {
			return "Set"
		}
	}
	return o.ClassName()
}

// hostClass reports whether a prototype belongs to an object of the host, which cannot be rebuilt from its fields,
// and returns the name of its class.
func hostClass(prototype *goja.Object) (name string, is bool) {
	constructor, ok := prototype.Get("constructor").(*goja.Object)
	if !ok {
		return "", false
	}
	name = constructor.Get("name").String()
	switch name {
	case "ResponseEntity", "HttpRequest", "HttpUploadedFile", "SqlTemplate", "Response", "Request", "ReadableStream":
		return name + " of the host", true
	}
	return "", false
}

var (
	typeBuffer = reflect.TypeFor[goja.ArrayBuffer]()
	typeBytes  = reflect.TypeFor[[]byte]()

	typeMap     = reflect.TypeFor[[][2]any]()
	typeList    = reflect.TypeFor[[]any]()
	typePromise = reflect.TypeFor[*goja.Promise]()
)

// bytesOf returns the bytes of an ArrayBuffer or a Uint8Array. Both are read back as a Uint8Array.
func (w *writer) bytesOf(o *goja.Object) ([]byte, bool) {
	switch o.ExportType() {
	case typeBuffer:
		return o.Export().(goja.ArrayBuffer).Bytes(), true
	case typeBytes:
		return w.exported(o), true
	}
	return nil, false
}

// exported returns the bytes of a Uint8Array. If its buffer was moved elsewhere there are none, and goja would fail.
func (p *Packer) exported(o *goja.Object) []byte {
	value, err := p.bufferOf(o)
	if err != nil {
		return nil
	}
	buffer, ok := value.Export().(goja.ArrayBuffer)
	if !ok || buffer.Detached() {
		return nil
	}
	return o.Export().([]byte)
}

// getterOf returns the getter of a property of an object.
func getterOf(rt *goja.Runtime, object *goja.Object, name string) goja.Callable {
	describe := methodIn(classNamed(rt, "Object"), "getOwnPropertyDescriptor")
	descriptor, err := describe(goja.Undefined(), object, rt.ToValue(name))
	if err != nil {
		panic(err)
	}
	return methodIn(descriptor.(*goja.Object), "get")
}
