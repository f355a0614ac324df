package http

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/records"
)

// installEntity prepares responses that are made without the constructor of ResponseEntity, as records with the same fields.
func (r *Realm) installEntity() {
	var fields []records.Field
	for i, name := range []string{"$status", "$body", "$format", "$type", "$headers", "$cookies"} {
		fields = append(fields, records.Field{Name: name, Column: i})
	}
	r.entities = records.NewAssigned(r.response, fields)
	r.Share("newEntity", func(call goja.FunctionCall) goja.Value {
		entity, err := r.newEntity(call.Argument(0), call.Argument(1))
		if err != nil {
			panic(r.VM.ErrorValue(err))
		}
		return entity
	})
}

// newEntity returns a ResponseEntity. The body may be nil.
func (r *Realm) newEntity(status, body goja.Value) (engine.Value, error) {
	return r.entities.Filled(r.Runtime, []goja.Value{status, body, r.Runtime.ToValue(0), r.Runtime.ToValue(""), goja.Null(), goja.Null()})
}
