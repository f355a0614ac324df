package sql

import "github.com/dop251/goja"

// onPrimary is a database whose reads go to the primary server.
type onPrimary struct{ Database }

// installPrimary adds SqlTemplate.primary: the same template for reads that must see what was just written.
func (r *Realm) installPrimary() {
	getter := func(call goja.FunctionCall) goja.Value {
		t, ok := r.templates.Of(call.This)
		if !ok {
			panic(r.Runtime.NewTypeError("primary was read from something that is not a SqlTemplate"))
		}
		if _, already := t.database.(onPrimary); already {
			return call.This
		}
		if t.primary == nil {
			t.primary = r.templates.New(&template{Realm: r, database: onPrimary{t.database}})
		}
		return t.primary
	}
	_ = r.templates.Prototype.DefineAccessorProperty("primary", r.Runtime.ToValue(getter), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
