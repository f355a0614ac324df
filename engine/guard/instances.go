package guard

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// instances makes instanceof ask proxies of functions, too: goja refuses what is not a function of its own. The prototype that counts is the one
// that the proxy gives.
func (g *guard) instances() {
	code, known := inside.CodeOf(g.prototype("Function").GetSymbol(goja.SymHasInstance))
	isPrototypeOf, is := g.prototype("Object").Get("isPrototypeOf").Export().(native)
	if !known || !is {
		g.missing = append(g.missing, "Symbol.hasInstance")
		return
	}
	original := *code
	*code = func(call goja.FunctionCall) goja.Value {
		function, isObject := call.This.(*goja.Object)
		if !isObject || function.ExportType() != proxyType {
			return original(call)
		}
		if _, callable := goja.AssertFunction(function); !callable {
			return g.rt.ToValue(false)
		}
		instance, isObject := call.Argument(0).(*goja.Object)
		if !isObject {
			return g.rt.ToValue(false)
		}
		prototype, isObject := function.Get("prototype").(*goja.Object)
		if !isObject {
			g.fail(g.typeError, "Function has non-object prototype in instanceof check")
		}
		return isPrototypeOf(goja.FunctionCall{This: prototype, Arguments: []goja.Value{instance}})
	}
}
