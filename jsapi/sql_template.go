package jsapi

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
)

// template makes a SqlTemplate over a database.
func (r *runtime) template(database Database) goja.Value {
	object := r.Runtime.CreateObject(r.templatePrototype)
	r.templates[object] = database
	return object
}

// installTemplate adds the methods of SqlTemplate. They block: the VM waits for the
// database, and its CPU clock stands still meanwhile.
func (r *runtime) installTemplate() {
	for name, method := range map[string]func(Database, goja.FunctionCall) (goja.Value, error){
		"query":           r.sqlQuery,
		"queryForObject":  r.sqlQueryForObject,
		"queryForValue":   r.sqlQueryForValue,
		"queryForList":    r.sqlQueryForList,
		"queryForObjects": r.sqlQuery,
		"queryForMap":     r.sqlQueryForMap,
		"queryForScalar":  r.sqlQueryForScalar,
		"stream":          r.sqlStreamOf,
		"update":          r.sqlUpdate,
		"batchUpdate":     r.sqlBatchUpdate,
		"execute":         r.sqlExecute,
		"transaction":     r.sqlTransaction,
	} {
		r.method(r.templatePrototype, name, func(call goja.FunctionCall) goja.Value {
			object, _ := call.This.(*goja.Object)
			database, ok := r.templates[object]
			if !ok {
				panic(r.Runtime.NewTypeError("%s was called on something that is no SqlTemplate; call it as this.sql.%s(…)", name, name))
			}
			value, err := method(database, call)
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
	r.installPrimary()
}

// rowsOf runs a query.
func (r *runtime) rowsOf(database Database, call goja.FunctionCall) (rows Rows, err error) {
	sql, args, err := r.prepared(call)
	if err != nil {
		return nil, err
	}
	session, ctx := r.session(database), r.VM.Context()
	r.VM.Block(func() { rows, err = session.Query(ctx, sql, args) })
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
		return r.onlyInstance(rows, class)
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

// sqlQueryForList gives all rows, as they are.
func (r *runtime) sqlQueryForList(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.rowsOf(database, call)
	if err != nil {
		return nil, err
	}
	return r.result(rows), nil
}

// sqlQueryForMap gives the only row, as it is.
func (r *runtime) sqlQueryForMap(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.exactlyOne(database, call, "queryForMap")
	if err != nil {
		return nil, err
	}
	return r.row(rows, 0), nil
}

// sqlQueryForScalar gives the first column of the only row.
func (r *runtime) sqlQueryForScalar(database Database, call goja.FunctionCall) (goja.Value, error) {
	rows, err := r.exactlyOne(database, call, "queryForScalar")
	if err != nil {
		return nil, err
	}
	return r.cell(rows, 0, 0), nil
}

func (r *runtime) exactlyOne(database Database, call goja.FunctionCall, method string) (Rows, error) {
	rows, err := r.rowsOf(database, call)
	if err == nil && rows.Len() != 1 {
		return nil, fmt.Errorf("%s found %d rows where exactly one was expected", method, rows.Len())
	}
	return rows, err
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
	session, ctx := r.session(database), r.VM.Context()
	r.VM.Block(func() { affected, key, err = session.Update(ctx, sql, args) })
	if err != nil {
		return nil, err
	}
	result := r.Runtime.NewObject()
	_ = result.Set("affectedRows", affected)
	_ = result.Set("generatedKey", r.fromDatabase(key))
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
	for i, item := range realm.Elements(list) {
		args, err := r.args(item)
		if err != nil {
			return nil, fmt.Errorf("batch entry %d: %w", i+1, err)
		}
		batch = append(batch, args)
	}
	var affected []int64
	var keys []any
	session, ctx := r.session(database), r.VM.Context()
	r.VM.Block(func() { affected, keys, err = session.BatchUpdate(ctx, sql, batch) })
	if err != nil {
		return nil, err
	}
	counts := make([]any, len(affected))
	for i, n := range affected {
		counts[i] = n
	}
	for i, key := range keys {
		keys[i] = r.fromDatabase(key)
	}
	result := r.Runtime.NewArray(counts...)
	// Beside the elements, where JSON and loops do not see it.
	err = result.DefineDataProperty("generatedKeys", r.Runtime.NewArray(keys...), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return result, err
}

func (r *runtime) sqlExecute(database Database, call goja.FunctionCall) (goja.Value, error) {
	script, err := r.statement(call)
	if err != nil {
		return nil, err
	}
	session, ctx := r.session(database), r.VM.Context()
	r.VM.Block(func() { err = session.Execute(ctx, script) })
	return goja.Undefined(), err
}
