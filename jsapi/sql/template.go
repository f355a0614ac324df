package sql

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// template is a SqlTemplate or a TransactionTemplate of a database.
type template struct {
	*Realm
	database Database
	primary  engine.Value // the template for the primary server; nil until the script reads it
}

// Template returns the SqlTemplate of a database: the same object on each call.
func (r *Realm) Template(database Database) engine.Value {
	object, ok := r.templateOf[database]
	if !ok {
		object = r.templates.New(&template{Realm: r, database: database})
		r.templateOf[database] = object
	}
	return object
}

// installTemplate adds the methods of SqlTemplate. They block the VM until the database answers; its CPU clock stops
// meanwhile.
func (r *Realm) installTemplate() {
	const misuse = "{} was called on something that is not a SqlTemplate; call it as this.sql.{}(…)"
	r.templates = realm.Plain[*template](r.Realm, "SqlTemplate", misuse)
	r.templates.Method("query", (*template).query)
	r.templates.Method("queryForObject", (*template).queryForObject)
	r.templates.Method("queryForValue", (*template).queryForValue)
	r.templates.Method("queryForList", (*template).queryForList)
	r.templates.Method("queryForObjects", (*template).query)
	r.templates.Method("queryForMap", (*template).queryForMap)
	r.templates.Method("queryForScalar", (*template).queryForScalar)
	r.templates.Method("stream", (*template).stream)
	r.templates.Method("update", (*template).update)
	r.templates.Method("batchUpdate", (*template).batchUpdate)
	r.templates.Method("execute", (*template).execute)
	r.templates.Method("transaction", (*template).transaction)
	r.installPrimary()
}

// rowsOf runs a query.
func (t *template) rowsOf(call goja.FunctionCall) (rows Rows, err error) {
	sql, args, err := t.prepared(call)
	if err != nil {
		return nil, err
	}
	session, ctx := t.Session(t.database), t.VM.Context()
	t.VM.Block(func() { rows, err = session.Query(ctx, sql, args) })
	return rows, err
}

// prepared reads the first two arguments: the SQL text and its parameters.
func (t *template) prepared(call goja.FunctionCall) (sql string, args Args, err error) {
	if sql, err = t.statement(call); err != nil {
		return "", Args{}, err
	}
	args, err = t.ReadArgs(call.Argument(1))
	return sql, args, err
}

func (t *template) statement(call goja.FunctionCall) (string, error) {
	sql, ok := call.Argument(0).Export().(string)
	if !ok {
		return "", errors.New("the first argument must be the SQL text")
	}
	return sql, nil
}

func (t *template) query(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.rowsOf(call)
	if err != nil {
		return nil, err
	}
	if class, ok := classArgument(call); ok {
		return t.Instances(rows, class)
	}
	return t.Result(rows), nil
}

// queryForObject returns the only row, or null if there is none.
func (t *template) queryForObject(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.single(call, "queryForObject")
	if rows == nil || err != nil {
		return goja.Null(), err
	}
	if class, ok := classArgument(call); ok {
		return t.OnlyInstance(rows, class)
	}
	return t.Row(rows, 0), nil
}

// queryForValue returns the first column of the only row, or null if there is none.
func (t *template) queryForValue(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.single(call, "queryForValue")
	if rows == nil || err != nil {
		return goja.Null(), err
	}
	return t.Cell(rows, 0, 0), nil
}

// queryForList returns all rows as plain objects.
func (t *template) queryForList(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.rowsOf(call)
	if err != nil {
		return nil, err
	}
	return t.Result(rows), nil
}

// queryForMap returns the only row as a plain object.
func (t *template) queryForMap(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.exactlyOne(call, "queryForMap")
	if err != nil {
		return nil, err
	}
	return t.Row(rows, 0), nil
}

// queryForScalar returns the first column of the only row.
func (t *template) queryForScalar(call goja.FunctionCall) (engine.Value, error) {
	rows, err := t.exactlyOne(call, "queryForScalar")
	if err != nil {
		return nil, err
	}
	return t.Cell(rows, 0, 0), nil
}

func (t *template) exactlyOne(call goja.FunctionCall, method string) (Rows, error) {
	rows, err := t.rowsOf(call)
	if err == nil && rows.Len() != 1 {
		return nil, fmt.Errorf("%s found %d rows where exactly one was expected", method, rows.Len())
	}
	return rows, err
}

// single runs a query that finds at most one row. rows is nil if there is none.
func (t *template) single(call goja.FunctionCall, method string) (Rows, error) {
	rows, err := t.rowsOf(call)
	if err != nil || rows.Len() == 0 {
		return nil, err
	}
	if n := rows.Len(); n > 1 {
		return nil, fmt.Errorf("%s found %d rows where at most one was expected", method, n)
	}
	return rows, nil
}

func classArgument(call goja.FunctionCall) (*goja.Object, bool) {
	class, ok := call.Argument(2).(*goja.Object)
	return class, ok && class.ClassName() == "Function"
}

func (t *template) update(call goja.FunctionCall) (engine.Value, error) {
	sql, args, err := t.prepared(call)
	if err != nil {
		return nil, err
	}
	var affected int64
	var key any
	session, ctx := t.Session(t.database), t.VM.Context()
	t.VM.Block(func() { affected, key, err = session.Update(ctx, sql, args) })
	if err != nil {
		return nil, err
	}
	result := t.Runtime.NewObject()
	_ = result.Set("affectedRows", affected)
	_ = result.Set("generatedKey", t.FromDatabase(key))
	return result, nil
}

func (t *template) batchUpdate(call goja.FunctionCall) (engine.Value, error) {
	sql, err := t.statement(call)
	if err != nil {
		return nil, err
	}
	list, ok := call.Argument(1).(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil, errors.New("batchUpdate takes an array with the parameters of each run")
	}
	if err := AtMost(list, MaxBatch, "runs"); err != nil {
		return nil, err
	}
	var batch []Args
	for i, item := range realm.Elements(list) {
		args, err := t.ReadArgs(item)
		if err != nil {
			return nil, fmt.Errorf("batch entry %d: %w", i+1, err)
		}
		batch = append(batch, args)
	}
	var affected []int64
	var keys []any
	session, ctx := t.Session(t.database), t.VM.Context()
	t.VM.Block(func() { affected, keys, err = session.BatchUpdate(ctx, sql, batch) })
	if err != nil {
		return nil, err
	}
	counts := make([]any, len(affected))
	for i, n := range affected {
		counts[i] = n
	}
	for i, key := range keys {
		keys[i] = t.FromDatabase(key)
	}
	result := t.Runtime.NewArray(counts...)
	// A property that is not enumerable: JSON and loops do not see it.
	err = result.DefineDataProperty("generatedKeys", t.Runtime.NewArray(keys...), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return result, err
}

func (t *template) execute(call goja.FunctionCall) (engine.Value, error) {
	script, err := t.statement(call)
	if err != nil {
		return nil, err
	}
	session, ctx := t.Session(t.database), t.VM.Context()
	t.VM.Block(func() { err = session.Execute(ctx, script) })
	return goja.Undefined(), err
}
