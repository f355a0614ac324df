package jsapi

import (
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/rowsql"
)

func (r *runtime) repoFindByID(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	return r.byID(repo, call.Argument(0), "findById")
}

// byID finds the row of an id, or of what has one.
func (r *runtime) byID(repo *repository, v goja.Value, method string) (goja.Value, error) {
	id, err := r.idFrom(repo, v, method)
	if err != nil {
		return nil, err
	}
	rows, err := r.repoQuery(repo, repo.sql.Find(repo.sql.ByID(), nil, false), []any{id})
	if err != nil || rows.Len() == 0 {
		return goja.Null(), err
	}
	return r.onlyRow(repo, rows, repo.ownLayout())
}

func (r *runtime) repoFindAll(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	s, err := r.search(repo, call.Argument(0), "findAll")
	if err != nil {
		return nil, err
	}
	return r.found(repo, s)
}

// found gives the rows that are searched for, all of them or one page.
func (r *runtime) found(repo *repository, s search) (goja.Value, error) {
	args := s.args
	if s.size > 0 {
		args = append(args[:len(args):len(args)], s.size, s.page*s.size)
	}
	rows, err := r.repoQuery(repo, repo.sql.Find(s.terms, s.orders, s.size > 0), args)
	if err != nil {
		return nil, err
	}
	return r.rowObjects(repo, rows, repo.ownLayout())
}

// defaultPage is how many rows a page has when nothing is said.
const defaultPage = 20

func (r *runtime) repoFindPage(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	s, err := r.search(repo, call.Argument(0), "findPage")
	if err != nil {
		return nil, err
	}
	if s.size == 0 {
		s.size = defaultPage
	}
	items, err := r.found(repo, s)
	if err != nil {
		return nil, err
	}
	total, err := r.counted(repo, s.terms, s.args)
	if err != nil {
		return nil, err
	}
	page := r.Runtime.NewObject()
	_ = page.Set("items", items)
	_ = page.Set("total", total)
	_ = page.Set("page", s.page)
	_ = page.Set("size", s.size)
	_ = page.Set("pages", (total+s.size-1)/s.size)
	return page, nil
}

func (r *runtime) repoFindBy(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	s, err := r.search(repo, call.Argument(1), "findBy")
	if err != nil {
		return nil, err
	}
	terms, args, err := r.criteria(repo, call.Argument(0), "findBy")
	if err != nil {
		return nil, err
	}
	s.terms, s.args = append(terms, s.terms...), append(args, s.args...)
	return r.found(repo, s)
}

func (r *runtime) repoFindOneBy(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	terms, args, err := r.criteria(repo, call.Argument(0), "findOneBy")
	if err != nil {
		return nil, err
	}
	rows, err := r.repoQuery(repo, repo.sql.Find(terms, nil, true), append(args, int64(2), int64(0)))
	switch {
	case err != nil || rows.Len() == 0:
		return goja.Null(), err
	case rows.Len() > 1:
		return nil, errors.New("findOneBy found several rows where at most one was expected")
	}
	return r.onlyRow(repo, rows, repo.ownLayout())
}

func (r *runtime) repoCount(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	var terms []rowsql.Term
	var args []any
	if where := call.Argument(0); !goja.IsUndefined(where) {
		var err error
		if terms, args, err = r.criteria(repo, where, "count"); err != nil {
			return nil, err
		}
	}
	n, err := r.counted(repo, terms, args)
	return r.Runtime.ToValue(n), err
}

func (r *runtime) counted(repo *repository, terms []rowsql.Term, args []any) (int64, error) {
	rows, err := r.repoQuery(repo, repo.sql.Count(terms), args)
	if err != nil {
		return 0, err
	}
	n, ok := rows.Value(0, 0).(int64)
	if !ok {
		return 0, fmt.Errorf("the database counted %v rows", rows.Value(0, 0))
	}
	return n, nil
}

// repoExists takes an id or criteria.
func (r *runtime) repoExists(repo *repository, call goja.FunctionCall) (goja.Value, error) {
	terms, args := repo.sql.ByID(), []any(nil)
	var err error
	if object, ok := call.Argument(0).(*goja.Object); ok && !isValueObject(object) {
		terms, args, err = r.criteria(repo, object, "exists")
	} else {
		args = make([]any, 1)
		args[0], err = r.idArg(repo, call.Argument(0), "exists")
	}
	if err != nil {
		return nil, err
	}
	is, err := r.anyRow(repo, terms, args)
	return r.Runtime.ToValue(is), err
}

func (r *runtime) anyRow(repo *repository, terms []rowsql.Term, args []any) (bool, error) {
	rows, err := r.repoQuery(repo, repo.sql.Exists(terms), args)
	return err == nil && rows.Len() > 0, err
}
