package repository

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// listArg reads a list of rows or of ids.
func listArg(v goja.Value, method string) ([]goja.Value, error) {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil, errors.New(method + " takes a list")
	}
	return realm.Elements(list), sql.AtMost(list, sql.MaxBatch, "rows")
}

// saveAll saves all rows or none. Consecutive rows that need the same statement are sent to the database together.
func (repo *repository) saveAll(call goja.FunctionCall) (goja.Value, error) {
	items, err := listArg(call.Argument(0), "saveAll")
	if err != nil {
		return nil, err
	}
	changes := make([]change, len(items))
	for i, item := range items {
		object, err := rowArg(repo, item, "saveAll")
		if err == nil {
			changes[i], err = repo.saving(object)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return repo.Together(repo.datasource.Database, func() (goja.Value, error) { return repo.applyAll(changes) })
}

func (repo *repository) applyAll(changes []change) (goja.Value, error) {
	for rest := changes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].sql == rest[0].sql {
			n++
		}
		if err := repo.applyAlike(rest[:n]); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	list := make([]any, len(changes))
	for i, c := range changes {
		row, err := repo.savedRow(c)
		if err != nil {
			return nil, err
		}
		list[i] = row
	}
	return repo.Runtime.NewArray(list...), nil
}

// applyAlike runs changes that have the same statement.
func (repo *repository) applyAlike(changes []change) error {
	affected, keys, err := repo.runAlike(changes)
	if err != nil {
		return err
	}
	for i, c := range changes {
		is, err := false, error(nil)
		if affected == nil {
			is, err = repo.apply(c)
		} else {
			is, err = repo.applied(c, affected[i], keys[i])
		}
		if err == nil && !is {
			if changes[i], err = repo.missing(c); err == nil {
				_, err = repo.apply(changes[i])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// runAlike runs changes in one batch. If the database cannot batch them, affected is nil.
func (repo *repository) runAlike(changes []change) (affected []int64, keys []any, err error) {
	session, ctx := repo.Session(repo.datasource.Database), repo.VM.Context()
	first := changes[0]
	if len(changes) == 1 || first.sql == "" {
		return nil, nil, nil
	}
	batch := make([]sql.Args, len(changes))
	for i, c := range changes {
		batch[i] = sql.Args{Values: c.args}
	}
	repo.VM.Block(func() { affected, keys, err = session.BatchUpdate(ctx, first.sql, batch) })
	return affected, keys, err
}

// idFrom reads an id, or the id of a row.
func (repo *repository) idFrom(v goja.Value, method string) (any, error) {
	if object, ok := v.(*goja.Object); ok && !sql.IsValue(object) {
		if why := sql.Unfit(object); why != "" {
			return nil, fmt.Errorf("%s was given %s", method, why)
		}
		v = repo.idOf(object)
	}
	return repo.idArg(v, method)
}

func (repo *repository) delete(call goja.FunctionCall) (goja.Value, error) {
	id, err := repo.idFrom(call.Argument(0), "delete")
	if err != nil {
		return nil, err
	}
	affected, _, err := repo.change(repo.sql.Delete(repo.sql.ByID()), []any{id})
	return repo.Runtime.ToValue(affected > 0), err
}

// deleteChunk is the number of rows that one statement deletes.
const deleteChunk = 500

// deleteAll deletes all of the given rows or none, and returns how many there were.
func (repo *repository) deleteAll(call goja.FunctionCall) (goja.Value, error) {
	items, err := listArg(call.Argument(0), "deleteAll")
	if err != nil {
		return nil, err
	}
	ids := make([]any, len(items))
	for i, item := range items {
		if ids[i], err = repo.idFrom(item, "deleteAll"); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return repo.Together(repo.datasource.Database, func() (goja.Value, error) {
		var total int64
		for chunk := range slices.Chunk(ids, deleteChunk) {
			one := []rowsql.Term{{Column: repo.ID, Values: len(chunk), List: true}}
			affected, _, err := repo.change(repo.sql.Delete(one), chunk)
			if err != nil {
				return nil, err
			}
			total += affected
		}
		return repo.Runtime.ToValue(total), nil
	})
}
