package jsapi

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// template makes a SqlTemplate over a database.
func (r *runtime) template(database Database) goja.Value {
	object := r.rt.CreateObject(r.templatePrototype)
	r.templates[object] = database
	return object
}

// installTemplate adds the methods of SqlTemplate. They block: the VM waits for the
// database, and its CPU clock stands still meanwhile.
func (r *runtime) installTemplate() {
	for name, method := range map[string]func(Database, goja.FunctionCall) (goja.Value, error){
		"query":          r.sqlQuery,
		"queryForObject": r.sqlQueryForObject,
		"queryForValue":  r.sqlQueryForValue,
		"update":         r.sqlUpdate,
		"batchUpdate":    r.sqlBatchUpdate,
		"execute":        r.sqlExecute,
		"transaction":    r.sqlTransaction,
	} {
		r.method(r.templatePrototype, name, func(call goja.FunctionCall) goja.Value {
			object, _ := call.This.(*goja.Object)
			database, ok := r.templates[object]
			if !ok {
				panic(r.rt.NewTypeError("%s was called on something that is no SqlTemplate; call it as this.sql.%s(…)", name, name))
			}
			value, err := method(database, call)
			if err != nil {
				panic(r.thrown(err))
			}
			return value
		})
	}
}

// thrown is what a script gets for an error: SqlError for the database's, and what a
// script threw itself unchanged.
func (r *runtime) thrown(err error) any {
	var exception *goja.Exception
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &exception):
		return exception
	case errors.As(err, &interrupted):
		return interrupted
	case errors.As(err, &overflow):
		return overflow
	}
	if failed, ok := errors.AsType[DatabaseError](err); ok {
		object, newErr := r.rt.New(r.sqlError, r.rt.ToValue(failed.Message()), r.rt.ToValue(failed.Kind()), r.rt.ToValue(failed.Code()))
		if newErr == nil {
			r.vm.Attach(object, err)
			return object
		}
	}
	return r.vm.ErrorValue(err)
}

// txKey keys the transaction that surrounds the running code, per database.
type txKey struct{ database Database }

// session is the transaction around the running code, or the database itself.
func (r *runtime) session(database Database) Session {
	if tx, ok := r.vm.Value(txKey{database}).(Transaction); ok {
		return tx
	}
	return database
}

// rowsOf runs a query.
func (r *runtime) rowsOf(database Database, call goja.FunctionCall) (rows Rows, err error) {
	sql, err := r.statement(call)
	if err != nil {
		return nil, err
	}
	args, err := r.args(call.Argument(1))
	if err != nil {
		return nil, err
	}
	session, ctx := r.session(database), r.vm.Context()
	r.vm.Block(func() { rows, err = session.Query(ctx, sql, args) })
	return rows, err
}

func (r *runtime) statement(call goja.FunctionCall) (string, error) {
	sql, ok := call.Argument(0).Export().(string)
	if !ok {
		return "", errors.New("the first argument must be the SQL text")
	}
	return sql, nil
}

func (r *runtime) sqlQuery(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.rowsOf(database, call)
	if err != nil {
		return nil, err
	}
	if class, ok := rowClass(call); ok {
		return r.instances(rows, class)
	}
	return r.result(rows), nil
}

// sqlQueryForObject gives the only row, or null when there is none.
func (r *runtime) sqlQueryForObject(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.rowsOf(database, call)
	if err != nil {
		return nil, err
	}
	if err := atMostOne(rows, "queryForObject"); err != nil {
		return nil, err
	}
	if rows.Len() == 0 {
		return goja.Null(), nil
	}
	if class, ok := rowClass(call); ok {
		return r.instance(rows, 0, class)
	}
	return r.row(rows, 0), nil
}

// sqlQueryForValue gives the first column of the only row, or null when there is none.
func (r *runtime) sqlQueryForValue(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.rowsOf(database, call)
	if err != nil {
		return nil, err
	}
	if err := atMostOne(rows, "queryForValue"); err != nil {
		return nil, err
	}
	if rows.Len() == 0 {
		return goja.Null(), nil
	}
	return r.cell(rows, 0, 0), nil
}

func atMostOne(rows Rows, method string) error {
	if n := rows.Len(); n > 1 {
		return fmt.Errorf("%s found %d rows where at most one was expected", method, n)
	}
	return nil
}

func rowClass(call goja.FunctionCall) (*goja.Object, bool) {
	class, ok := call.Argument(2).(*goja.Object)
	return class, ok && class.ClassName() == "Function"
}

func (r *runtime) sqlUpdate(database Database, call goja.FunctionCall) (goja.Value, error) {
	sql, err := r.statement(call)
	if err != nil {
		return nil, err
	}
	args, err := r.args(call.Argument(1))
	if err != nil {
		return nil, err
	}
	var affected int64
	var key any
	session, ctx := r.session(database), r.vm.Context()
	r.vm.Block(func() { affected, key, err = session.Update(ctx, sql, args) })
	if err != nil {
		return nil, err
	}
	result := r.rt.NewObject()
	_ = result.Set("affectedRows", affected)
	_ = result.Set("generatedKey", key)
	return result, nil
}

func (r *runtime) sqlBatchUpdate(database Database, call goja.FunctionCall) (goja.Value, error) {
	sql, err := r.statement(call)
	if err != nil {
		return nil, err
	}
	list, ok := call.Argument(1).(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil, errors.New("batchUpdate takes an array with the parameters of each run")
	}
	var batch []Args
	for i, item := range elements(list) {
		args, err := r.args(item)
		if err != nil {
			return nil, fmt.Errorf("batch entry %d: %w", i+1, err)
		}
		batch = append(batch, args)
	}
	var affected []int64
	session, ctx := r.session(database), r.vm.Context()
	r.vm.Block(func() { affected, err = session.BatchUpdate(ctx, sql, batch) })
	if err != nil {
		return nil, err
	}
	counts := make([]any, len(affected))
	for i, n := range affected {
		counts[i] = n
	}
	return r.rt.NewArray(counts...), nil
}

func (r *runtime) sqlExecute(database Database, call goja.FunctionCall) (goja.Value, error) {
	script, err := r.statement(call)
	if err != nil {
		return nil, err
	}
	session, ctx := r.session(database), r.vm.Context()
	r.vm.Block(func() { err = session.Execute(ctx, script) })
	return goja.Undefined(), err
}

// args reads parameters: an array by position, an object by name, one value as the
// only position.
func (r *runtime) args(v goja.Value) (Args, error) {
	if goja.IsUndefined(v) {
		return Args{}, nil
	}
	object, ok := v.(*goja.Object)
	if !ok {
		value, err := r.arg(v, ordinal(0))
		return Args{Positional: []any{value}}, err
	}
	switch {
	case object.ClassName() == "Array":
		items := elements(object)
		args := Args{Positional: make([]any, len(items))}
		for i, item := range items {
			value, err := r.arg(item, ordinal(i))
			if err != nil {
				return Args{}, err
			}
			args.Positional[i] = value
		}
		return args, nil
	case isValueObject(object):
		value, err := r.arg(object, ordinal(0))
		return Args{Positional: []any{value}}, err
	}
	return r.named(object)
}

func (r *runtime) named(object *goja.Object) (Args, error) {
	args := Args{Named: map[string]any{}}
	for _, name := range object.Keys() {
		value, err := r.arg(object.Get(name), "parameter :"+name)
		if err != nil {
			// Only the parameters that a statement names must be values, and the whole
			// object of a DTO is often given: what cannot be one is left out.
			continue
		}
		args.Named[name] = value
	}
	return args, nil
}

// isValueObject tells objects that are one value: a Date, bytes.
func isValueObject(o *goja.Object) bool {
	return o.ClassName() == "Date" || o.Get("byteLength") != nil
}

// arg makes a Go value of one parameter. undefined counts as null.
func (r *runtime) arg(v goja.Value, what string) (any, error) {
	if absent(v) {
		return nil, nil
	}
	object, ok := v.(*goja.Object)
	if !ok {
		switch value := v.Export().(type) {
		case int64, float64, bool, string, *big.Int:
			return value, nil
		}
		return nil, fmt.Errorf("%s is a %s, which a database cannot hold", what, v.ExportType())
	}
	switch exported := object.ExportType(); {
	case exported == reflect.TypeFor[time.Time]():
		t, _ := object.Export().(time.Time)
		return t, nil
	case object.Get("byteLength") != nil:
		if bytes, ok := bytesOf(object); ok {
			return bytes, nil
		}
	}
	return nil, fmt.Errorf("%s is an object; give one of its properties, or JSON.stringify(…) of it", what)
}

// bytesOf copies the bytes of an ArrayBuffer or a typed array.
func bytesOf(object *goja.Object) ([]byte, bool) {
	switch data := object.Export().(type) {
	case goja.ArrayBuffer:
		return append([]byte(nil), data.Bytes()...), true
	case []byte:
		return append([]byte(nil), data...), true
	}
	return nil, false
}

// sqlTransaction runs a function, sync or async, inside a transaction: what it awaits
// and whatever uses the same SqlTemplate meanwhile is part of it. A transaction inside
// another one joins it.
func (r *runtime) sqlTransaction(database Database, call goja.FunctionCall) (goja.Value, error) {
	work, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		return nil, errors.New("transaction takes a function")
	}
	if _, joined := r.vm.Value(txKey{database}).(Transaction); joined {
		return work(goja.Undefined(), call.This)
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
		return r.endLater(tx, result)
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

// endLater commits or rolls back when the promise is settled.
func (r *runtime) endLater(tx Transaction, promise goja.Value) (goja.Value, error) {
	fulfilled := func(call goja.FunctionCall) goja.Value {
		if err := r.commit(tx); err != nil {
			panic(r.thrown(err))
		}
		return call.Argument(0)
	}
	rejected := func(call goja.FunctionCall) goja.Value {
		r.rollback(tx)
		panic(call.Argument(0))
	}
	return r.then(promise, r.rt.ToValue(fulfilled), r.rt.ToValue(rejected))
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
