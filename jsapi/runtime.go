package jsapi

import (
	"context"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/web"
)

// runtime is the host's part of one VM.
type runtime struct {
	api     *API
	vm      *vm.VM
	rt      *goja.Runtime
	globals *web.Globals
	exports *goja.Object
	shared  *goja.Object // what the export scripts have returned, exports and more

	// The exports the host itself needs, as they were before any user code ran.
	responseEntity    *goja.Object
	responsePrototype *goja.Object
	requestPrototype  *goja.Object
	innerPrototype    *goja.Object // of InternalHttpRequest
	contextPrototype  *goja.Object // of McpToolContext
	contentPrototype  *goja.Object
	filePrototype     *goja.Object
	uploadPrototype   *goja.Object
	restPrototype     *goja.Object
	sqlErrors         map[string]*goja.Object // by kind
	templatePrototype *goja.Object
	loggerPrototype   *goja.Object
	streamPrototype   *goja.Object
	sourcePrototype   *goja.Object
	templates         map[*goja.Object]Database
	ledgers           map[Database]*ledger // see ledgerOf
	savepoints        int                  // so many were made
	uncalled          context.Context      // of what runs for no call
	release           context.CancelFunc   // ends uncalled
	advisor           *aspects.Advisor
	container         engine.Container
	primaries         map[*goja.Object]*goja.Object // of templates
	sources           map[*goja.Object]Datasource
	repositories      map[*goja.Object]*repository // by the prototype of their class

	dateClass, bytesClass *goja.Object
	parse, then           goja.Callable // JSON.parse, and Promise.prototype.then as a function of the promise
	stringify             goja.Callable // JSON.stringify
}

// Exports implements [engine.Runtime].
func (r *runtime) Exports() *goja.Object { return r.exports }

func (r *runtime) runExports() error {
	host := r.rt.NewObject()
	_ = host.Set("statuses", r.statuses())
	_ = host.Set("methods", r.texts(manifest.Methods()))
	_ = host.Set("uploadConstants", r.uploadConstants())
	_ = host.Set("checkPattern", r.checkPattern)
	_ = host.Set("callerPlace", func() *fault.Place { place := engine.CallerPlace(r.rt); return &place })
	_ = host.Set("isFile", r.isFile)
	_ = host.Set("base64", r.base64)
	_ = host.Set("formats", map[string]any{"EVENTS": int(engine.Events)})
	r.shared = host
	for _, program := range r.api.programs {
		function, err := r.rt.RunProgram(program)
		if err != nil {
			return err
		}
		call, ok := goja.AssertFunction(function)
		if !ok {
			return fmt.Errorf("an export script is not a function")
		}
		made, err := call(goja.Undefined(), host)
		if err != nil {
			return err
		}
		object := made.ToObject(r.rt)
		for _, name := range object.Keys() {
			_ = host.Set(name, object.Get(name))
			if slices.Contains(r.api.Exports(), name) {
				_ = r.exports.Set(name, object.Get(name))
			}
		}
	}
	return nil
}

func (r *runtime) statuses() engine.Value {
	var list []any
	for _, s := range statuses() {
		list = append(list, r.rt.NewArray(s.code, s.reason, r.texts(s.names())))
	}
	return r.rt.NewArray(list...)
}

func (r *runtime) texts(texts []string) engine.Value {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return r.rt.NewArray(list...)
}

func (r *runtime) keepClasses() {
	r.responseEntity = r.exports.Get("ResponseEntity").(*goja.Object)
	r.responsePrototype = r.prototype("ResponseEntity")
	r.requestPrototype = r.prototype("HttpRequest")
	r.innerPrototype = r.prototype("InternalHttpRequest")
	r.contextPrototype = r.prototype("McpToolContext")
	r.contentPrototype = r.prototype("McpContent")
	r.filePrototype = r.shared.Get("FileBody").(*goja.Object).Get("prototype").(*goja.Object)
	r.uploadPrototype = r.prototype("HttpUploadedFile")
	r.restPrototype = r.prototype("HttpRestException")
	r.templatePrototype = r.prototype("SqlTemplate")
	r.loggerPrototype = r.prototype("Logger")
	r.streamPrototype = r.prototype("SqlStream")
	r.sourcePrototype = r.prototype("DataSource")
	r.keepErrors()
	r.dateClass = r.rt.Get("Date").(*goja.Object)
	r.bytesClass = r.rt.Get("Uint8Array").(*goja.Object)
	r.parse, _ = goja.AssertFunction(r.rt.Get("JSON").(*goja.Object).Get("parse"))
	r.stringify, _ = goja.AssertFunction(r.rt.Get("JSON").(*goja.Object).Get("stringify"))
	promise := r.rt.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object)
	r.then, _ = goja.AssertFunction(promise.Get("then"))
}

func (r *runtime) prototype(name string) *goja.Object {
	return r.exports.Get(name).(*goja.Object).Get("prototype").(*goja.Object)
}

// method adds a host function to a prototype.
func (r *runtime) method(prototype *goja.Object, name string, f func(goja.FunctionCall) goja.Value) {
	function := r.rt.ToValue(f).(*goja.Object)
	_ = function.DefineDataProperty("name", r.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = prototype.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// descends tells whether an object has the prototype in its chain.
func descends(object, prototype *goja.Object) bool {
	for p, depth := object.Prototype(), 0; p != nil && depth < 32; p, depth = p.Prototype(), depth+1 {
		if p == prototype {
			return true
		}
	}
	return false
}
