package sql

import (
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// transaction runs a sync or async function in a transaction, which includes what the function awaits and every use
// of the same SqlTemplate within it. A transaction inside another one joins it. A second transaction beside an open
// one of the same request is an error: it could block the VM, and then the first one could not end.
func (t *template) transaction(call goja.FunctionCall) (engine.Value, error) {
	work, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		return nil, errors.New("transaction takes a function")
	}
	options, err := t.txOptions(call.Argument(1))
	if err != nil {
		return nil, err
	}
	database := t.database
	if primary, ok := database.(onPrimary); ok {
		database, options.Primary = primary.Database, true
	}
	options.Async = isAsync(call.Argument(0))
	result, err := t.within(database, options, func() (goja.Value, error) { return t.Awaited(work(goja.Undefined(), call.This)) })
	return t.Promised(options.Async, result, err)
}

// Together runs work in the transaction around the running code, or in a new one.
func (r *Realm) Together(database Database, work aspects.Body) (engine.Value, error) {
	// work runs as a script function, so that what it throws, for example in a getter of the script, becomes an
	// error.
	call, _ := goja.AssertFunction(r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		value, err := work()
		if err != nil {
			panic(r.Thrown(err))
		}
		return value
	}))
	return r.within(database, aspects.Transaction{}, func() (goja.Value, error) { return call(goja.Undefined()) })
}

// isAsync reports whether a function is declared async.
func isAsync(function goja.Value) bool {
	object, ok := function.(*goja.Object)
	return ok && realm.Text(object.GetSymbol(goja.SymToStringTag)) == "AsyncFunction"
}

// txOptions reads the options of a transaction that a script begins.
func (r *Realm) txOptions(v goja.Value) (aspects.Transaction, error) {
	object, ok := v.(*goja.Object)
	if !ok {
		return aspects.Transaction{}, nil
	}
	readOnly := object.Get("readOnly")
	o := aspects.Transaction{
		ReadOnly: readOnly != nil && readOnly.ToBoolean(), Isolation: realm.Text(object.Get("isolation")),
		RollbackFor: engine.ReadErrors(r.Runtime, object.Get("rollbackFor")), NoRollbackFor: engine.ReadErrors(r.Runtime, object.Get("noRollbackFor")),
	}
	var err error
	if timeout := object.Get("timeout"); !realm.Absent(timeout) {
		o.Timeout, err = aspects.Limit("timeout", timeout)
	}
	name := strings.ToUpper(strings.ReplaceAll(realm.Text(object.Get("propagation")), " ", "_"))
	if name != "" && err == nil {
		i := slices.Index(aspects.Propagations, name)
		if i < 0 {
			return o, errors.New(name + " is not a propagation; use one of " + strings.Join(aspects.Propagations, ", "))
		}
		o.Propagation = aspects.Propagation(i)
	}
	return o, err
}
