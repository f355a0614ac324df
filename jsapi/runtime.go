package jsapi

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/http"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// runtime is the part of "fwrun" in one VM that is no module of its own.
type runtime struct {
	*realm.Realm

	api     *API
	answers *http.Realm

	// The exports the host itself needs, as they were before any user code ran.
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

func (r *runtime) keepClasses() {
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
