package jsapi

import "github.com/dop251/goja"

// onPrimary is a database whose reads go to the primary server.
type onPrimary struct{ Database }

// installPrimary adds SqlTemplate's primary: the same template for reads that must see what
// was just written.
func (r *runtime) installPrimary() {
	getter := r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		object, _ := call.This.(*goja.Object)
		database, ok := r.templates[object]
		if !ok {
			panic(r.Runtime.NewTypeError("primary was asked of something that is no SqlTemplate"))
		}
		if _, already := database.(onPrimary); already {
			return object
		}
		return r.primaryOf(object, database)
	})
	_ = r.templatePrototype.DefineAccessorProperty("primary", getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// primaryOf makes the template once for each other.
func (r *runtime) primaryOf(template *goja.Object, database Database) goja.Value {
	made, ok := r.primaries[template]
	if !ok {
		made = r.template(onPrimary{database}).(*goja.Object)
		r.primaries[template] = made
	}
	return made
}
