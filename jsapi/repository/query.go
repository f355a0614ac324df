package repository

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// query is a method with @Query, in one VM.
type query struct {
	*manifest.Query
	repo  *repository
	class *goja.Object // of the rows; nil for plain objects
	own   bool         // class is the class of the repository's rows
	rows  bool         // the statement returns rows
	known layouts      // of its results, if class is that of the repository
}

// installQuery replaces a method with the function that runs its statement.
func (repo *repository) installQuery(live engine.Repository, written *manifest.Query, class *goja.Object) fault.List {
	statement, err := repo.datasource.Grammar.Describe(written.SQL)
	if err != nil {
		return fault.List{written.Unreadable(err)}
	}
	if problems := queryProblems(written, statement); len(problems) > 0 {
		return problems
	}
	q := &query{Query: written, repo: repo, class: class, own: class == repo.row, rows: statement.Rows, known: layouts{}}
	function := repo.Runtime.ToValue(func(call goja.FunctionCall) goja.Value { return q.run(call) }).(*goja.Object)
	_ = function.DefineDataProperty("name", repo.Runtime.ToValue(q.Method), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = function.DefineDataProperty("length", repo.Runtime.ToValue(len(q.Params)), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = live.Prototype.DefineDataProperty(q.Method, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return nil
}

// queryProblems checks a statement against the method it belongs to.
func queryProblems(q *manifest.Query, s sql.Statement) (list fault.List) {
	if s.Marks > 0 {
		d := q.Problem("query-parameter", "its statement has positional parameters")
		d.Hint = "use the names of the method's parameters: WHERE email = :email"
		list = append(list, d)
	}
	for _, name := range s.Names {
		if slices.Contains(q.Params, name) {
			continue
		}
		d := q.Problem("query-parameter", fmt.Sprintf("its statement has the parameter :%s, but the method has no parameter of that name", name))
		d.Hint = fmt.Sprintf("add it: %s(…, %s)", q.Method, name)
		if near := fault.Nearest(name, q.Params); near != "" {
			d.Hint = fmt.Sprintf("did you mean :%s?", near)
		}
		list = append(list, d)
	}
	for _, name := range q.Params {
		if len(list) == 0 && !slices.Contains(s.Names, name) {
			d := q.Problem("query-parameter", fmt.Sprintf("the method has the parameter %s, but its statement does not use it", name))
			d.Hint = fmt.Sprintf("use it as :%s, or remove the parameter", name)
			list = append(list, d)
		}
	}
	return append(list, resultProblems(q, s)...)
}

func resultProblems(q *manifest.Query, s sql.Statement) fault.List {
	findsRows := q.Finds == manifest.FindsRow || q.Finds == manifest.FindsRows || q.Finds == manifest.FindsValues
	switch {
	case s.Rows && q.Finds == manifest.FindsUnsaid:
		d := q.Problem("query-result", "its result has no type")
		d.Why = "a list, a row that may be missing and a number are read from the same statement in different ways"
		d.Hint = "declare the type, such as User[], User | null or int; in JavaScript /** @returns {list<User>} */"
		return fault.List{d}
	case !s.Rows && (findsRows || q.Finds == manifest.FindsValue && q.Type != manifest.Scalar && q.Type != manifest.Truth):
		d := q.Problem("query-result", "its statement returns no rows")
		d.Why = "a statement that changes rows can only return how many it changed, as int, or whether it changed any, as bool"
		d.Hint = "declare int, bool or void; or add a RETURNING clause, if the database supports it"
		return fault.List{d}
	}
	return nil
}

// run runs the statement. Its parameters are the arguments of the call, by the names of the method's parameters.
func (q *query) run(call goja.FunctionCall) goja.Value {
	value, err := q.result(call)
	if q.Async {
		return q.repo.promised(value, err)
	}
	if err != nil {
		panic(q.repo.Thrown(err))
	}
	return value
}

// promised returns a settled promise.
func (repo *repository) promised(value goja.Value, err error) goja.Value {
	promise, resolve, reject := repo.Runtime.NewPromise()
	if err == nil {
		_ = resolve(value)
		return repo.Runtime.ToValue(promise)
	}
	switch thrown := repo.Thrown(err).(type) {
	case *goja.Exception:
		_ = reject(thrown.Value())
	case goja.Value:
		_ = reject(thrown)
	default:
		panic(thrown) // an interrupt
	}
	return repo.Runtime.ToValue(promise)
}

func (q *query) result(call goja.FunctionCall) (goja.Value, error) {
	args := sql.Args{}
	if len(q.Params) > 0 {
		args = q.repo.NamedArgs(q.Params, call.Argument)
	}
	if !q.rows || q.Finds == manifest.FindsNothing {
		return q.updated(args)
	}
	var rows sql.Rows
	var err error
	session, ctx := q.repo.Session(q.repo.datasource.Database), q.repo.VM.Context()
	q.repo.VM.Block(func() { rows, err = session.Query(ctx, q.SQL, args) })
	if err != nil {
		return nil, err
	}
	return q.rowsFound(rows)
}

// updated runs a statement that changes rows.
func (q *query) updated(args sql.Args) (goja.Value, error) {
	var affected int64
	var err error
	session, ctx := q.repo.Session(q.repo.datasource.Database), q.repo.VM.Context()
	q.repo.VM.Block(func() { affected, _, err = session.Update(ctx, q.SQL, args) })
	switch {
	case err != nil:
		return nil, err
	case q.Finds != manifest.FindsValue:
		return goja.Undefined(), nil
	case q.Type == manifest.Truth:
		return q.repo.Runtime.ToValue(affected > 0), nil
	}
	return q.repo.Runtime.ToValue(affected), nil
}

// rowsFound converts a result to the method's type.
func (q *query) rowsFound(rows sql.Rows) (goja.Value, error) {
	switch q.Finds {
	case manifest.FindsRows:
		return q.objects(rows)
	case manifest.FindsValues:
		list := make([]any, rows.Len())
		rows.Convert(0, q.Type)
		for i := range list {
			list[i] = q.repo.Cell(rows, i, 0)
		}
		return q.repo.Runtime.NewArray(list...), nil
	}
	switch n := rows.Len(); {
	case n > 1:
		return nil, fmt.Errorf("%s found %d rows where at most one was expected", q.Name, n)
	case n == 0 && q.May:
		return goja.Null(), nil
	case n == 0:
		return nil, errors.New(q.Name + " found no row; if that can happen, declare that the result may be null")
	case q.Finds == manifest.FindsValue:
		rows.Convert(0, q.Type)
		return q.repo.Cell(rows, 0, 0), nil
	}
	switch {
	case q.own:
		return q.repo.onlyRow(rows, q.repo.layoutOf(rows, q.known))
	case q.class != nil:
		return q.repo.OnlyInstance(rows, q.class)
	}
	q.convert(rows)
	return q.repo.Row(rows, 0), nil
}

func (q *query) objects(rows sql.Rows) (goja.Value, error) {
	switch {
	case q.own:
		return q.repo.rowObjects(rows, q.repo.layoutOf(rows, q.known))
	case q.class != nil:
		return q.repo.Instances(rows, q.class)
	}
	q.convert(rows)
	return q.repo.Result(rows), nil
}

// convert converts the values of plain rows to the types that the result's type declares.
func (q *query) convert(rows sql.Rows) {
	for _, name := range rows.Names() {
		as, ok := q.Fields[name]
		if !ok {
			as = q.Type
		}
		if column, ok := rows.Column(name); ok && as != manifest.Scalar {
			rows.Convert(column, as)
		}
	}
}
