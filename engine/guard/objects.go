package guard

import (
	"reflect"

	"github.com/dop251/goja"
)

func (g *guard) objects() {
	object, _ := g.rt.Get("Object").(*goja.Object)
	for _, name := range []string{
		"keys", "values", "entries", "assign", "getOwnPropertyNames", "freeze", "seal",
	} {
		g.method(object, name, func(call goja.FunctionCall, original native) goja.Value {
			for _, argument := range call.Arguments {
				g.checkOwnKeys(argument)
			}
			return original(call)
		})
	}
	reflection, _ := g.rt.Get("Reflect").(*goja.Object)
	g.method(reflection, "ownKeys", func(call goja.FunctionCall, original native) goja.Value {
		g.checkOwnKeys(call.Argument(0))
		return original(call)
	})
	g.descriptors(object, reflection)
	g.applications(reflection)
	for _, owner := range []*goja.Object{object, reflection} {
		g.method(owner, "setPrototypeOf", func(call goja.FunctionCall, original native) goja.Value {
			g.checkPrototype(call.Argument(0), call.Argument(1))
			return original(call)
		})
	}
	g.prototypeSetter()
	g.proxies()
	g.instances()
}

// checkOwnKeys refuses to list the indexes of a huge text or view: each becomes a string and a property.
func (g *guard) checkOwnKeys(v goja.Value) {
	var length int64
	switch v := v.(type) {
	case goja.String:
		length = int64(v.Length())
	case *goja.Object:
		if v.ClassName() == "String" || isView(v) {
			length = g.lengthOf(v)
		}
	}
	if limit := g.limits.ArrayLength / 8; length > int64(limit) {
		g.failRange("%d keys are too many to list; the limit is %d", length, limit)
	}
}

// descriptors makes Object.getOwnPropertyDescriptors look for an interrupt: it makes an object for each property.
func (g *guard) descriptors(object, reflection *goja.Object) {
	keysOf, _ := reflection.Get("ownKeys").Export().(native)
	descriptorOf, _ := object.Get("getOwnPropertyDescriptor").Export().(native)
	g.method(object, "getOwnPropertyDescriptors", func(call goja.FunctionCall, _ native) goja.Value {
		g.checkOwnKeys(call.Argument(0))
		of := call.Argument(0).ToObject(g.rt)
		keys := keysOf(goja.FunctionCall{Arguments: []goja.Value{of}}).(*goja.Object)
		result := g.rt.NewObject()
		for i := range int(g.lengthOf(keys)) {
			g.spend(64)
			key := elementAt(keys, i)
			descriptor := descriptorOf(goja.FunctionCall{Arguments: []goja.Value{of, key}})
			symbol, isSymbol := key.(*goja.Symbol)
			switch {
			case goja.IsUndefined(descriptor): // it was deleted meanwhile
			case isSymbol:
				g.must(result.DefineDataPropertySymbol(symbol, descriptor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
			default:
				g.must(result.DefineDataProperty(key.String(), descriptor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
			}
		}
		return result
	})
}

// applications guards the functions that spread an array-like over a call's arguments.
func (g *guard) applications(reflection *goja.Object) {
	g.method(g.prototype("Function"), "apply", func(call goja.FunctionCall, original native) goja.Value {
		g.checkArguments(call.Argument(1))
		return original(call)
	})
	g.method(reflection, "apply", func(call goja.FunctionCall, original native) goja.Value {
		g.checkArguments(call.Argument(2))
		return original(call)
	})
	g.method(reflection, "construct", func(call goja.FunctionCall, original native) goja.Value {
		g.checkArguments(call.Argument(1))
		return original(call)
	})
}

// checkArguments allows an eighth of the length of an array, since arguments are put on the stack.
func (g *guard) checkArguments(list goja.Value) {
	length := g.lengthOf(list)
	if limit := g.limits.ArrayLength / 8; length > int64(limit) {
		g.failRange("%d arguments are too many; the limit is %d", length, limit)
	}
	g.spend(1 + int(length))
}

var proxyType = reflect.TypeFor[goja.Proxy]()

// asProxy returns the proxy behind an object.
func asProxy(object *goja.Object) (goja.Proxy, bool) {
	if object.ExportType() != proxyType {
		return goja.Proxy{}, false
	}
	proxy, ok := object.Export().(goja.Proxy)
	return proxy, ok
}

// checkPrototype refuses a chain of prototypes that leads back through a proxy: goja would follow it forever,
// on the Go stack.
func (g *guard) checkPrototype(object, prototype goja.Value) {
	start, ok := object.(*goja.Object)
	next, isObject := prototype.(*goja.Object)
	if !ok || !isObject {
		return
	}
	left := maxNativeDepth
	if g.leadsTo(next, start, &left) {
		g.fail(g.typeError, "Cyclic __proto__ value")
	}
	if left <= 0 {
		g.failRange("prototypes nested deeper than %d", maxNativeDepth)
	}
}

// leadsTo follows prototypes, and for proxies their target and their handler.
func (g *guard) leadsTo(from, to *goja.Object, left *int) bool {
	for from != nil && *left > 0 {
		if from == to {
			return true
		}
		*left--
		proxy, ok := asProxy(from)
		if !ok {
			from = from.Prototype()
			continue
		}
		if handler := proxy.Handler(); handler != nil && g.leadsTo(handler, to, left) {
			return true
		}
		from = proxy.Target()
	}
	return false
}

// prototypeSetter guards the assignment to __proto__.
func (g *guard) prototypeSetter() {
	prototype := g.prototype("Object")
	descriptor, ok := g.call(g.rt.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"),
		prototype, g.rt.ToValue("__proto__")).(*goja.Object)
	if !ok {
		g.missing = append(g.missing, "__proto__")
		return
	}
	setter := g.wrapped(descriptor.Get("set"), "set __proto__", func(call goja.FunctionCall, original native) goja.Value {
		g.checkPrototype(call.This, call.Argument(0))
		return original(call)
	})
	_ = prototype.DefineAccessorProperty("__proto__", descriptor.Get("get"), setter, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (g *guard) call(function goja.Value, arguments ...goja.Value) goja.Value {
	if callable, ok := goja.AssertFunction(function); ok {
		if result, err := callable(goja.Undefined(), arguments...); err == nil {
			return result
		}
	}
	return goja.Undefined()
}

// proxies limits the nesting of proxies.
func (g *guard) proxies() {
	g.constructor("Proxy", func(arguments []goja.Value) {
		if len(arguments) == 0 {
			return
		}
		target, ok := arguments[0].(*goja.Object)
		for depth := 0; ok && target != nil; depth++ {
			if depth > maxNativeDepth {
				g.failRange("proxies nested deeper than %d", maxNativeDepth)
			}
			var proxy goja.Proxy
			if proxy, ok = asProxy(target); ok {
				target = proxy.Target()
			}
		}
	})
}
