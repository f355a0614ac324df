package jsapi

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// txKey keys the transaction that surrounds the running code, per database.
type txKey struct{ database Database }

// session is the transaction around the running code, or the database itself.
func (r *runtime) session(database Database) Session {
	if tx, ok := r.vm.Value(txKey{database}).(Transaction); ok {
		return tx
	}
	return database
}

// sqlTransaction runs a function, sync or async, inside a transaction: what it awaits
// and whatever uses the same SqlTemplate meanwhile is part of it. A transaction inside
// another one joins it; beside another one, in the same request, it is refused: it could
// only wait for what ends no sooner than the VM is free.
func (r *runtime) sqlTransaction(database Database, call goja.FunctionCall) (goja.Value, error) {
	work, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		return nil, errors.New("transaction takes a function")
	}
	if _, joined := r.vm.Value(txKey{database}).(Transaction); joined {
		return work(goja.Undefined(), call.This)
	}
	if open := r.open[database]; open != nil && open == r.vm.Current() && !open.Over() {
		return nil, errors.New("another transaction of this request is still open; await it before the next one begins")
	}
	var tx Transaction
	var err error
	ctx, options := r.vm.Context(), txOptions(call.Argument(1))
	r.vm.Block(func() { tx, err = database.Begin(ctx, options) })
	if err != nil {
		return nil, err
	}
	var result goja.Value
	err = r.vm.With(txKey{database}, tx, func() (err error) {
		result, err = work(goja.Undefined(), call.This)
		return err
	})
	if err != nil {
		r.rollback(tx)
		return nil, err
	}
	if isPromise(result) {
		return r.endLater(database, tx, result)
	}
	return result, r.commit(tx)
}

func isPromise(v goja.Value) bool {
	_, ok := vm.AsPromise(v)
	return ok
}

func txOptions(v goja.Value) TxOptions {
	object, ok := v.(*goja.Object)
	if !ok {
		return TxOptions{}
	}
	readOnly := object.Get("readOnly")
	return TxOptions{ReadOnly: readOnly != nil && readOnly.ToBoolean(), Isolation: text(object.Get("isolation"))}
}

// endLater commits or rolls back when the promise is settled. When the call is over
// before, because its time was up or nobody awaited the promise, the transaction is
// rolled back there and then: its locks must not outlive the call. Until then the VM is
// the call's alone, because another one that waits for such a lock would block it.
func (r *runtime) endLater(database Database, tx Transaction, promise goja.Value) (goja.Value, error) {
	call, release := r.vm.Context(), r.hold(database)
	keep := context.AfterFunc(call, func() { _ = tx.Rollback(context.WithoutCancel(call)) })
	fulfilled := func(call goja.FunctionCall) goja.Value {
		defer release()
		keep()
		if err := r.commit(tx); err != nil {
			panic(r.thrown(err))
		}
		return call.Argument(0)
	}
	rejected := func(call goja.FunctionCall) goja.Value {
		defer release()
		keep()
		r.rollback(tx)
		panic(call.Argument(0))
	}
	return r.then(promise, r.rt.ToValue(fulfilled), r.rt.ToValue(rejected))
}

// hold keeps the VM for the call while its transaction on the database is open.
func (r *runtime) hold(database Database) (release func()) {
	letGo := r.vm.Hold()
	r.open[database] = r.vm.Current()
	return func() {
		delete(r.open, database)
		letGo()
	}
}

func (r *runtime) commit(tx Transaction) (err error) {
	ctx := r.vm.Context()
	r.vm.Block(func() { err = tx.Commit(ctx) })
	return err
}

// rollback undoes a transaction even when the call's own time is up.
func (r *runtime) rollback(tx Transaction) {
	ctx := context.WithoutCancel(r.vm.Context())
	r.vm.Block(func() { _ = tx.Rollback(ctx) })
}
