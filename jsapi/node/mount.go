package node

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// mountCode is compiled once.
var mountCode = []realm.Script{realm.Source("mount.js", "return { fromNode(handler, options) { return host.mountNode(handler, options); } };")}

// Mounts returns the module with fromNode, which makes a handler of an application of what handles requests in Node: a function, or an
// application of express, koa or fastify. The scripts of node:http run when it is first called.
func Mounts() realm.Module {
	return realm.Module{
		Exports: []string{"fromNode"}, OnUse: true,
		Scripts: mountCode,
		Share: func(r *realm.Realm) map[string]any {
			return map[string]any{"mountNode": func(call goja.FunctionCall) goja.Value { return mountNode(r, call) }}
		},
	}
}

func mountNode(r *realm.Realm, call goja.FunctionCall) goja.Value {
	globals, err := realm.Part[*web.Realm](r)
	if err == nil {
		err = globals.Use(partPrefix + "http/mount")
	}
	if err != nil {
		panic(r.VM.ErrorValue(err))
	}
	mount, _ := goja.AssertFunction(globals.Shared("http").ToObject(r.Runtime).Get("mount"))
	handler, err := mount(goja.Undefined(), call.Arguments...)
	if err != nil {
		panic(err)
	}
	return handler
}
