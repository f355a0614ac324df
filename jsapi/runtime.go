package jsapi

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// runtime is the part of "fwrun" in one VM that is no module of its own.
type runtime struct {
	*realm.Realm

	api *API

	// The exports the host itself needs, as they were before any user code ran.
	responseEntity    *goja.Object
	responsePrototype *goja.Object
	requestPrototype  *goja.Object
	innerPrototype    *goja.Object // of InternalHttpRequest
	filePrototype     *goja.Object
	uploadPrototype   *goja.Object
	restPrototype     *goja.Object
	sqlErrors         map[string]*goja.Object // by kind
	templatePrototype *goja.Object
	streamPrototype   *goja.Object
	sourcePrototype   *goja.Object
	templates         map[*goja.Object]Database
	ledgers           map[Database]*ledger // see ledgerOf
	savepoints        int                  // so many were made
	uncalled          context.Context      // of what runs for no call
	release           context.CancelFunc   // ends uncalled
	advisor           *aspects.Advisor
	primaries         map[*goja.Object]*goja.Object // of templates
	sources           map[*goja.Object]Datasource
	repositories      map[*goja.Object]*repository // by the prototype of their class

	dateClass, bytesClass *goja.Object
	parse, stringify      goja.Callable // of JSON
}

// share is what the export scripts find in host.
func share(r *realm.Realm) map[string]any {
	return map[string]any{
		"statuses": statusList(r), "methods": r.Texts(manifest.Methods()), "uploadConstants": uploadConstants(r),
		"checkPattern": func(call goja.FunctionCall) goja.Value { return checkPattern(r, call) },
		"callerPlace":  func() *fault.Place { place := engine.CallerPlace(r.Runtime); return &place },
		"isFile":       func(call goja.FunctionCall) goja.Value { return isFile(r, call) },
		"formats":      map[string]any{"EVENTS": int(engine.Events)},
	}
}

func statusList(r *realm.Realm) engine.Value {
	var list []any
	for _, s := range statuses() {
		list = append(list, r.Runtime.NewArray(s.code, s.reason, r.Texts(s.names())))
	}
	return r.Runtime.NewArray(list...)
}

func (r *runtime) keepClasses() {
	r.responseEntity = r.Shared("ResponseEntity")
	r.responsePrototype = r.Prototype("ResponseEntity")
	r.requestPrototype = r.Prototype("HttpRequest")
	r.innerPrototype = r.Prototype("InternalHttpRequest")
	r.filePrototype = r.Prototype("FileBody")
	r.uploadPrototype = r.Prototype("HttpUploadedFile")
	r.restPrototype = r.Prototype("HttpRestException")
	r.templatePrototype = r.Prototype("SqlTemplate")
	r.streamPrototype = r.Prototype("SqlStream")
	r.sourcePrototype = r.Prototype("DataSource")
	r.keepErrors()
	r.dateClass = r.Runtime.Get("Date").(*goja.Object)
	r.bytesClass = r.Runtime.Get("Uint8Array").(*goja.Object)
	r.parse, _ = goja.AssertFunction(r.Runtime.Get("JSON").(*goja.Object).Get("parse"))
	r.stringify, _ = goja.AssertFunction(r.Runtime.Get("JSON").(*goja.Object).Get("stringify"))
}

// method adds a host function to a prototype.
func (r *runtime) method(prototype *goja.Object, name string, f func(goja.FunctionCall) goja.Value) {
	function := r.Runtime.ToValue(f).(*goja.Object)
	_ = function.DefineDataProperty("name", r.Runtime.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = prototype.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
