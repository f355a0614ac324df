package jsapi

import (
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/aspects"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// sqlTransaction runs a function, sync or async, inside a transaction: what it awaits
// and whatever uses the same SqlTemplate meanwhile is part of it. A transaction inside
// another one joins it; beside another one, in the same request, it is refused: it could
// only wait for what ends no sooner than the VM is free.
func (r *runtime) sqlTransaction(database Database, call goja.FunctionCall) (goja.Value, error) {
	work, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		return nil, errors.New("transaction takes a function")
	}
	options, err := r.txOptions(call.Argument(1))
	if primary, ok := database.(onPrimary); ok {
		database, options.Primary = primary.Database, true
	}
	if err != nil {
		return nil, err
	}
	options.Async = isAsync(call.Argument(0))
	return r.within(database, options, func() (goja.Value, error) { return work(goja.Undefined(), call.This) })
}

// isAsync reports whether a function is declared async.
func isAsync(function goja.Value) bool {
	object, ok := function.(*goja.Object)
	return ok && realm.Text(object.GetSymbol(goja.SymToStringTag)) == "AsyncFunction"
}

// txOptions reads the options of a transaction that a script begins.
func (r *runtime) txOptions(v goja.Value) (aspects.Transaction, error) {
	object, ok := v.(*goja.Object)
	if !ok {
		return aspects.Transaction{}, nil
	}
	readOnly := object.Get("readOnly")
	o := aspects.Transaction{
		ReadOnly: readOnly != nil && readOnly.ToBoolean(), Isolation: realm.Text(object.Get("isolation")),
		Undone: r.advisor.Errors(object.Get("rollbackFor")), Kept: r.advisor.Errors(object.Get("noRollbackFor")),
	}
	var err error
	if timeout := object.Get("timeout"); !realm.Absent(timeout) {
		o.Timeout, err = aspects.Duration("timeout", timeout)
	}
	name := strings.ToUpper(strings.ReplaceAll(realm.Text(object.Get("propagation")), " ", "_"))
	if name != "" && err == nil {
		i := slices.Index(aspects.Propagations, name)
		if i < 0 {
			return o, errors.New("a transaction has no propagation " + name + "; there are " + strings.Join(aspects.Propagations, ", "))
		}
		o.Propagation = aspects.Propagation(i)
	}
	return o, err
}
