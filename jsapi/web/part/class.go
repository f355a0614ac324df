package part

import (
	"math/big"
	"reflect"

	"github.com/dop251/goja"
)

// The Go types behind objects for which goja has no class name.
var (
	mapType     = reflect.TypeFor[[][2]any]()
	listType    = reflect.TypeFor[[]any]()
	promiseType = reflect.TypeFor[*goja.Promise]()
	bigIntType  = reflect.TypeFor[*big.Int]()
)

// ClassOf returns the built-in class of an object, which a script cannot fake.
func ClassOf(o *goja.Object) string {
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
