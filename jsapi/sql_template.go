package jsapi

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"
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

// rowsOf runs a query.
func (r *runtime) rowsOf(database Database, call goja.FunctionCall) (rows Rows, err error) {
	sql, args, err := r.prepared(call)
	if err != nil {
		return nil, err
	}
	session, ctx := r.session(database), r.vm.Context()
	r.vm.Block(func() { rows, err = session.Query(ctx, sql, args) })
	return rows, err
}

// prepared reads the first two arguments: the SQL text and its parameters.
func (r *runtime) prepared(call goja.FunctionCall) (sql string, args Args, err error) {
	if sql, err = r.statement(call); err != nil {
		return "", Args{}, err
	}
	args, err = r.args(call.Argument(1))
	return sql, args, err
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
	rows, err := r.single(database, call, "queryForObject")
	if rows == nil || err != nil {
		return goja.Null(), err
	}
	if class, ok := rowClass(call); ok {
		return r.instance(rows, 0, class)
	}
	return r.row(rows, 0), nil
}

// sqlQueryForValue gives the first column of the only row, or null when there is none.
func (r *runtime) sqlQueryForValue(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.single(database, call, "queryForValue")
	if rows == nil || err != nil {
		return goja.Null(), err
	}
	return r.cell(rows, 0, 0), nil
}

// single runs a query that finds at most one row; rows is nil when there is none.
func (r *runtime) single(database Database, call goja.FunctionCall, method string) (Rows, error) {
	rows, err := r.rowsOf(database, call)
	if err != nil || rows.Len() == 0 {
		return nil, err
	}
	if n := rows.Len(); n > 1 {
		return nil, fmt.Errorf("%s found %d rows where at most one was expected", method, n)
	}
	return rows, nil
}

func rowClass(call goja.FunctionCall) (*goja.Object, bool) {
	class, ok := call.Argument(2).(*goja.Object)
	return class, ok && class.ClassName() == "Function"
}

func (r *runtime) sqlUpdate(database Database, call goja.FunctionCall) (goja.Value, error) {
	sql, args, err := r.prepared(call)
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
	if err := atMost(list, maxBatch, "runs"); err != nil {
		return nil, err
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
