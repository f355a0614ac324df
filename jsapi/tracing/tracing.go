package tracing

import (
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed tracing.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("tracing.js", script)}

// Module returns the module with the class Tracer and the bean "tracer".
func Module() realm.Module {
	return realm.Module{
		Exports: []string{"Tracer"}, Types: []string{"Tracer"}, OnUse: true,
		Scripts: code,
		Share:   share,
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "tracer", Type: "Tracer", Primary: true},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object("Tracer"), nil },
		}},
	}
}

// Offer lets libraries that import @opentelemetry/api find the tracer. The module is added when one asks.
func Offer(r *realm.Realm) error {
	global := r.Runtime.GlobalObject()
	symbols := r.Runtime.Get("Symbol").ToObject(r.Runtime)
	find, _ := goja.AssertFunction(symbols.Get("for"))
	found, err := find(symbols, r.Runtime.ToValue("opentelemetry.js.api.1"))
	if err != nil {
		return err
	}
	name := found.(*goja.Symbol)
	keep := func(value goja.Value) {
		_ = global.DefineDataPropertySymbol(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	get := func(goja.FunctionCall) goja.Value {
		if exception := r.Runtime.Try(func() { r.Exports().Get("Tracer") }); exception != nil {
			panic(exception.Value())
		}
		api := r.Shared("openTelemetry")
		keep(api)
		return api
	}
	set := func(call goja.FunctionCall) goja.Value {
		keep(call.Argument(0))
		return goja.Undefined()
	}
	return global.DefineAccessorPropertySymbol(name, r.Runtime.ToValue(get), r.Runtime.ToValue(set), goja.FLAG_TRUE, goja.FLAG_FALSE)
}
