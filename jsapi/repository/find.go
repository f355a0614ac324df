package repository

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/rowsql"
	"github.com/fwrun/fwrun/jsapi/sql"
)

func (repo *repository) findByID(call goja.FunctionCall) (goja.Value, error) {
	return repo.byID(call.Argument(0), "findById")
}

// byID finds the row with an id; v is the id or an object that has it.
func (repo *repository) byID(v goja.Value, method string) (goja.Value, error) {
	id, err := repo.idFrom(v, method)
	if err != nil {
		return nil, err
	}
	rows, err := repo.query(repo.sql.Find(repo.sql.ByID(), nil, false), []any{id})
	if err != nil || rows.Len() == 0 {
		return goja.Null(), err
	}
	return repo.onlyRow(rows, repo.ownLayout())
}

func (repo *repository) findAll(call goja.FunctionCall) (goja.Value, error) {
	s, err := repo.search(call.Argument(0), "findAll")
	if err != nil {
		return nil, err
	}
	return repo.found(s)
}

// found returns the rows of a search: all of them, or one page.
func (repo *repository) found(s search) (goja.Value, error) {
	args := s.args
	if s.size > 0 {
		args = append(args[:len(args):len(args)], s.size, s.page*s.size)
	}
	rows, err := repo.query(repo.sql.Find(s.terms, s.orders, s.size > 0), args)
	if err != nil {
		return nil, err
	}
	return repo.rowObjects(rows, repo.ownLayout())
}

// defaultPage is the number of rows of a page if the options have no size.
const defaultPage = 20

func (repo *repository) findPage(call goja.FunctionCall) (goja.Value, error) {
	s, err := repo.search(call.Argument(0), "findPage")
	if err != nil {
		return nil, err
	}
	if s.size == 0 {
		s.size = defaultPage
	}
	items, err := repo.found(s)
	if err != nil {
		return nil, err
	}
	total, err := repo.counted(s.terms, s.args)
	if err != nil {
		return nil, err
	}
	page := repo.Runtime.NewObject()
	_ = page.Set("items", items)
	_ = page.Set("total", total)
	_ = page.Set("page", s.page)
	_ = page.Set("size", s.size)
	_ = page.Set("pages", (total+s.size-1)/s.size)
	return page, nil
}

func (repo *repository) findBy(call goja.FunctionCall) (goja.Value, error) {
	s, err := repo.search(call.Argument(1), "findBy")
	if err != nil {
		return nil, err
	}
	terms, args, err := repo.criteria(call.Argument(0), "findBy")
	if err != nil {
		return nil, err
	}
	s.terms, s.args = append(terms, s.terms...), append(args, s.args...)
	return repo.found(s)
}

func (repo *repository) findOneBy(call goja.FunctionCall) (goja.Value, error) {
	terms, args, err := repo.criteria(call.Argument(0), "findOneBy")
	if err != nil {
		return nil, err
	}
	rows, err := repo.query(repo.sql.Find(terms, nil, true), append(args, int64(2), int64(0)))
	switch {
	case err != nil || rows.Len() == 0:
		return goja.Null(), err
	case rows.Len() > 1:
		return nil, errors.New("findOneBy found several rows where at most one was expected")
	}
	return repo.onlyRow(rows, repo.ownLayout())
}

func (repo *repository) count(call goja.FunctionCall) (goja.Value, error) {
	var terms []rowsql.Term
	var args []any
	if where := call.Argument(0); !goja.IsUndefined(where) {
		var err error
		if terms, args, err = repo.criteria(where, "count"); err != nil {
			return nil, err
		}
	}
	n, err := repo.counted(terms, args)
	return repo.Runtime.ToValue(n), err
}

func (repo *repository) counted(terms []rowsql.Term, args []any) (int64, error) {
	rows, err := repo.query(repo.sql.Count(terms), args)
	if err != nil {
		return 0, err
	}
	n, ok := rows.Value(0, 0).(int64)
	if !ok {
		return 0, fmt.Errorf("the database counted %v rows", rows.Value(0, 0))
	}
	return n, nil
}

// exists reports whether there is a row with an id, or a row that meets criteria.
func (repo *repository) exists(call goja.FunctionCall) (goja.Value, error) {
	terms, args := repo.sql.ByID(), []any(nil)
	var err error
	if object, ok := call.Argument(0).(*goja.Object); ok && !sql.IsValue(object) {
		terms, args, err = repo.criteria(object, "exists")
	} else {
		args = make([]any, 1)
		args[0], err = repo.idArg(call.Argument(0), "exists")
	}
	if err != nil {
		return nil, err
	}
	is, err := repo.anyRow(terms, args)
	return repo.Runtime.ToValue(is), err
}

func (repo *repository) anyRow(terms []rowsql.Term, args []any) (bool, error) {
	rows, err := repo.query(repo.sql.Exists(terms), args)
	return err == nil && rows.Len() > 0, err
}
