package guard

import "github.com/dop251/goja"

// toPrimitive converts an object to a primitive value, for a number or a BigInt: by its Symbol.toPrimitive, valueOf or toString.
func (g *guard) toPrimitive(object *goja.Object) goja.Value {
	if exotic := object.GetSymbol(goja.SymToPrimitive); exotic != nil && !goja.IsUndefined(exotic) && !goja.IsNull(exotic) {
		call, ok := goja.AssertFunction(exotic)
		if !ok {
			g.fail(g.typeError, "Symbol.toPrimitive is not a function")
		}
		if result := g.called(call, object, g.rt.ToValue("number")); !isObject(result) {
			return result
		}
		g.fail(g.typeError, "Cannot convert object to primitive value")
	}
	for _, name := range []string{"valueOf", "toString"} {
		if call, ok := goja.AssertFunction(orUndefined(object.Get(name))); ok {
			if result := g.called(call, object); !isObject(result) {
				return result
			}
		}
	}
	g.fail(g.typeError, "Cannot convert object to primitive value")
	return nil
}

// called returns what a method of an object returns, and throws what it throws.
func (g *guard) called(method goja.Callable, object *goja.Object, arguments ...goja.Value) goja.Value {
	result, err := method(object, arguments...)
	g.must(err)
	return result
}

func isObject(v goja.Value) bool {
	_, is := v.(*goja.Object)
	return is
}
