package jsapi

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
)

// listArg reads a list of rows or ids.
func listArg(v goja.Value, method string) ([]goja.Value, error) {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil, errors.New(method + " takes a list")
	}
	return realm.Elements(list), atMost(list, maxBatch, "rows")
}

// together runs work in a transaction, that around the running code or one of its own.
func (r *runtime) together(repo *repository, work func() (goja.Value, error)) (goja.Value, error) {
	function := r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		value, err := work()
		if err != nil {
			panic(r.Thrown(err))
		}
		return value
	})
	return r.sqlTransaction(repo.datasource.Database, goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{function}})
}

// repoSaveAll saves all rows or none. Neighbours that need the same statement go to the database together.
func (r *runtime) repoSaveAll(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	items, err := listArg(call.Argument(0), "saveAll")
	if err != nil {
		return nil, err
	}
	changes := make([]change, len(items))
	for i, item := range items {
		object, err := rowArg(repo, item, "saveAll")
		if err == nil {
			changes[i], err = r.saving(repo, object)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return r.together(repo, func() (goja.Value, error) { return r.applyAll(repo, changes) })
}

func (r *runtime) applyAll(repo *repository, changes []change) (goja.Value, error) {
	for rest := changes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].sql == rest[0].sql {
			n++
		}
		if err := r.applyAlike(repo, rest[:n]); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	list := make([]any, len(changes))
	for i, c := range changes {
		row, err := r.keptRow(repo, c)
		if err != nil {
			return nil, err
		}
		list[i] = row
	}
	return r.Runtime.NewArray(list...), nil
}

// applyAlike runs changes of one statement.
func (r *runtime) applyAlike(repo *repository, changes []change) error {
	affected, keys, err := r.runAlike(repo, changes)
	if err != nil {
		return err
	}
	for i, c := range changes {
		is, err := false, error(nil)
		if affected == nil {
			is, err = r.apply(repo, c)
		} else {
			is, err = r.applied(repo, c, affected[i], keys[i])
		}
		if err == nil && !is {
			if changes[i], err = r.missing(repo, c); err == nil {
				_, err = r.apply(repo, changes[i])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runAlike runs changes in one batch, if that can be; else affected is nil.
func (r *runtime) runAlike(repo *repository, changes []change) (affected []int64, keys []any, err error) {
	session, ctx := r.session(repo.datasource.Database), r.VM.Context()
	first := changes[0]
	if len(changes) == 1 || first.sql == "" {
		return nil, nil, nil
	}
	batch := make([]Args, len(changes))
	for i, c := range changes {
		batch[i] = Args{Positional: c.args}
	}
	r.VM.Block(func() { affected, keys, err = session.BatchUpdate(ctx, first.sql, batch) })
	return affected, keys, err
}

// idFrom reads an id, or that of a row.
func (r *runtime) idFrom(repo *repository, v goja.Value, method string) (any, error) {
	if object, ok := v.(*goja.Object); ok && !isValueObject(object) {
		v = repo.idOf(object)
	}
	return r.idArg(repo, v, method)
}

func (r *runtime) repoDelete(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	id, err := r.idFrom(repo, call.Argument(0), "delete")
	if err != nil {
		return nil, err
	}
	affected, _, err := r.repoChange(repo, repo.sql.Delete(repo.sql.ByID()), []any{id})
	return r.Runtime.ToValue(affected > 0), err
}

// deleteChunk is how many rows one statement deletes.
const deleteChunk = 500

// repoDeleteAll deletes all of the rows or none, and tells how many there were.
func (r *runtime) repoDeleteAll(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	items, err := listArg(call.Argument(0), "deleteAll")
	if err != nil {
		return nil, err
	}
	ids := make([]any, len(items))
	for i, item := range items {
		if ids[i], err = r.idFrom(repo, item, "deleteAll"); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return r.together(repo, func() (goja.Value, error) {
		var total int64
		for chunk := range slices.Chunk(ids, deleteChunk) {
			one := []rowsql.Term{{Column: repo.ID, Values: len(chunk), List: true}}
			affected, _, err := r.repoChange(repo, repo.sql.Delete(one), chunk)
			if err != nil {
				return nil, err
			}
			total += affected
		}
		return r.Runtime.ToValue(total), nil
	})
}
