package background

import (
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed background.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("background.js", script)}

// Module returns the module with the function waitUntil.
func Module() realm.Module {
	return realm.Module{
		Exports: []string{"waitUntil"},
		OnUse:   true,
		Scripts: code,
		Share: func(r *realm.Realm) map[string]any {
			return map[string]any{"keepUntil": func(call goja.FunctionCall) goja.Value {
				if err := r.VM.WaitUntil(call.Argument(0)); err != nil {
					panic(r.Thrown(err))
				}
				return goja.Undefined()
			}}
		},
	}
}
