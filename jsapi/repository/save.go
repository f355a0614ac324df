package repository

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/platform/fault"
)

// change is one statement that stores a row.
type change struct {
	given  *goja.Object // the object to store
	row    *goja.Object // the instance of the row class; nil until there is one
	sql    string
	args   []any
	insert bool
	id     bool // the database generates the id
}

// rowArg reads an object to store.
func rowArg(repo *repository, v goja.Value, method string) (*goja.Object, error) {
	object, ok := v.(*goja.Object)
	if !ok || object.ClassName() == "Array" || sql.IsValue(object) {
		return nil, fmt.Errorf("%s takes %s, or an object with its fields", method, repo.Class.Name)
	}
	if why := sql.Unfit(object); why != "" {
		return nil, fmt.Errorf("%s was given %s", method, why)
	}
	return object, nil
}

func (repo *repository) idOf(object *goja.Object) goja.Value { return object.Get(repo.fields[repo.ID]) }

// inserting prepares the INSERT of a new row.
func (repo *repository) inserting(object *goja.Object) (c change, err error) {
	c.given = object
	if c.row, err = repo.rowFrom(object); err != nil {
		return c, err
	}
	c.insert = true
	if realm.Absent(repo.idOf(c.row)) {
		switch repo.Generated {
		case manifest.GeneratedUUID:
			err = c.row.Set(repo.fields[repo.ID], web.UUID(repo.VM))
		case manifest.GeneratedByDatabase:
			c.id = true
		default:
			err = fmt.Errorf("%s.%s is not set, and it is not generated", repo.Class.Name, repo.fields[repo.ID])
		}
	}
	if err == nil && repo.Version >= 0 && realm.Absent(c.row.Get(repo.fields[repo.Version])) {
		err = c.row.Set(repo.fields[repo.Version], 0)
	}
	if err != nil {
		return c, err
	}
	columns, args, err := repo.given(c.row, func(column int) bool { return c.id && column == repo.ID })
	c.sql, c.args = repo.sql.Insert(columns, c.id && repo.returnsID()), args
	return c, err
}

// returnsID reports whether an INSERT has to return the id. MySQL reports the generated id by itself, and older
// versions cannot return it.
func (repo *repository) returnsID() bool {
	dialect := rowsql.Dialect(repo.datasource.Grammar.Dialect())
	return dialect != rowsql.MySQL || repo.Columns[repo.ID].Type == manifest.Textual
}

// updating prepares the UPDATE of an existing row. There is no statement if there is nothing to set.
func (repo *repository) updating(object *goja.Object, method string) (c change, err error) {
	c.given = object
	if realm.Descends(object, repo.rowPrototype) {
		c.row = object
	}
	id, err := repo.idArg(repo.idOf(object), method)
	if err != nil {
		return c, err
	}
	columns, args, err := repo.given(object, func(column int) bool { return column == repo.ID || column == repo.Version })
	if err != nil {
		return c, err
	}
	c.args = append(args, id)
	if repo.Version >= 0 {
		version := object.Get(repo.fields[repo.Version])
		if realm.Absent(version) {
			return c, fmt.Errorf("%s was given a %s without its %s", method, repo.Class.Name, repo.fields[repo.Version])
		}
		c.args = append(c.args, version.ToInteger())
	}
	if len(columns) > 0 || repo.Version >= 0 {
		c.sql = repo.sql.Update(columns, repo.Version)
	}
	return c, nil
}

// savedRow returns the row that a change has stored. For a plain object it is read again, since the object may lack
// fields.
func (repo *repository) savedRow(c change) (goja.Value, error) {
	if c.row != nil {
		return c.row, nil
	}
	return repo.byID(c.given, "save")
}

// apply runs one change. It reports whether there is such a row.
func (repo *repository) apply(c change) (bool, error) {
	if c.sql == "" {
		return repo.anyRow(repo.sql.ByID(), c.args)
	}
	affected, key, err := repo.change(c.sql, c.args)
	if err != nil {
		return false, err
	}
	return repo.applied(c, affected, key)
}

// applied updates an object with the values that its change has set. It reports whether there is such a row.
func (repo *repository) applied(c change, affected int64, key any) (bool, error) {
	switch {
	case c.id:
		return true, c.row.Set(repo.fields[repo.ID], repo.FromDatabase(key))
	case c.insert:
		return true, nil
	case affected == 0:
		return false, nil
	case repo.Version >= 0 && c.row != nil:
		field := repo.fields[repo.Version]
		return true, c.row.Set(field, c.row.Get(field).ToInteger()+1)
	}
	return true, nil
}

func (repo *repository) insert(call goja.FunctionCall) (goja.Value, error) {
	object, err := rowArg(repo, call.Argument(0), "insert")
	if err != nil {
		return nil, err
	}
	c, err := repo.inserting(object)
	if err != nil {
		return nil, err
	}
	_, err = repo.apply(c)
	return c.row, err
}

func (repo *repository) update(call goja.FunctionCall) (goja.Value, error) {
	object, err := rowArg(repo, call.Argument(0), "update")
	if err != nil {
		return nil, err
	}
	c, err := repo.updating(object, "update")
	if err != nil {
		return nil, err
	}
	is, err := repo.apply(c)
	return repo.Runtime.ToValue(is), err
}

func (repo *repository) save(call goja.FunctionCall) (goja.Value, error) {
	object, err := rowArg(repo, call.Argument(0), "save")
	if err != nil {
		return nil, err
	}
	c, err := repo.saving(object)
	if err != nil {
		return nil, err
	}
	is, err := repo.apply(c)
	if err == nil && !is {
		if c, err = repo.missing(c); err == nil {
			_, err = repo.apply(c)
		}
	}
	if err != nil {
		return nil, err
	}
	return repo.savedRow(c)
}

// saving prepares an INSERT or an UPDATE: a row is new if it lacks its generated id, or its version.
func (repo *repository) saving(object *goja.Object) (change, error) {
	isNew := repo.Generated != "" && realm.Absent(repo.idOf(object))
	if repo.Generated == "" && repo.Version >= 0 {
		isNew = realm.Absent(object.Get(repo.fields[repo.Version]))
	}
	if isNew {
		return repo.inserting(object)
	}
	return repo.updating(object, "save")
}

// missing returns what to do if an UPDATE found no row: a row whose id the application chose is inserted, any other
// row is gone.
func (repo *repository) missing(c change) (change, error) {
	if repo.Generated == "" && repo.Version < 0 {
		return repo.inserting(c.given)
	}
	return c, repo.stale()
}

// stale returns the error for a row that another request has changed or deleted.
func (repo *repository) stale() error {
	what := "id"
	if repo.Version >= 0 {
		what = "id and " + repo.fields[repo.Version]
	}
	err := fault.New("jsapi.save", fault.Conflict, "the row has been changed or deleted meanwhile")
	return staleError{err, fmt.Sprintf("%s has no row with this %s", repo.Name, what)}
}

// staleError is a [sql.DatabaseError] that no database has reported.
type staleError struct {
	error
	message string
}

func (e staleError) Unwrap() error   { return e.error }
func (e staleError) Kind() string    { return "stale row" }
func (e staleError) Code() string    { return "" }
func (e staleError) Message() string { return e.message }

// Constraint returns "", since no constraint is violated.
func (e staleError) Constraint() string { return "" }
