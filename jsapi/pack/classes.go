package pack

import (
	"reflect"

	"github.com/dop251/goja"
)

// classOf is the class of a built-in object, which its ClassName does not always tell.
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

// hostClass tells objects of the host, which are more than their fields.
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

// bytesOf reads an ArrayBuffer or a Uint8Array, which is what both are read as again.
func (w *writer) bytesOf(o *goja.Object) ([]byte, bool) {
	switch o.ExportType() {
	case typeBuffer:
		return o.Export().(goja.ArrayBuffer).Bytes(), true
	case typeBytes:
		return o.Export().([]byte), true
	}
	return nil, false
}
