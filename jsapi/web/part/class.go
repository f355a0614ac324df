package part

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

// IsProxy reports whether an object is a Proxy.
func IsProxy(o *goja.Object) bool { return o.ExportType() == proxyType }

// ClassOf returns the built-in class of an object, which a script cannot fake.
func ClassOf(o *goja.Object) string {
	switch o.ExportType() {
	case proxyType:
		return "Proxy"
	case bufferType:
		return "ArrayBuffer"
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
