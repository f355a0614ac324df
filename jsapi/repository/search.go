package repository

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/rowsql"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// search says which rows to find, and in which order.
type search struct {
	terms      []rowsql.Term
	args       []any
	orders     []rowsql.Order
	page, size int64 // size is 0 without pages
}

// search reads the options page, size, sort and where. The id is always the last sort key, so that pages do not
// overlap.
func (repo *repository) search(v goja.Value, method string) (s search, err error) {
	if object, given, err := optionsOf(v, method, "page", "size", "sort", "where"); err != nil {
		return s, err
	} else if given {
		if err := repo.readSearch(&s, object, method); err != nil {
			return s, err
		}
	}
	byID := func(o rowsql.Order) bool { return o.Column == repo.ID }
	if !slices.ContainsFunc(s.orders, byID) {
		s.orders = append(s.orders, rowsql.Order{Column: repo.ID})
	}
	return s, nil
}

func (repo *repository) readSearch(s *search, o *goja.Object, method string) (err error) {
	if where := o.Get("where"); !realm.Absent(where) {
		if s.terms, s.args, err = repo.criteria(where, method); err != nil {
			return err
		}
	}
	if sort := o.Get("sort"); !realm.Absent(sort) {
		if s.orders, err = repo.sorted(sort, method); err != nil {
			return err
		}
	}
	if size := o.Get("size"); !realm.Absent(size) {
		if s.size, err = whole(size, method, "size", 1); err != nil {
			return err
		}
	}
	if page := o.Get("page"); !realm.Absent(page) {
		if s.page, err = whole(page, method, "page", 0); err != nil {
			return err
		}
		if s.size == 0 {
			s.size = defaultPage
		}
	}
	return nil
}

// optionsOf reads an options object. Properties other than the known ones are an error.
func optionsOf(v goja.Value, method string, known ...string) (object *goja.Object, given bool, err error) {
	if realm.Absent(v) {
		return nil, false, nil
	}
	object, ok := v.(*goja.Object)
	if !ok || object.ClassName() != "Object" {
		return nil, false, fmt.Errorf("%s takes its options as an object: { %s }", method, strings.Join(known, ", "))
	}
	for _, key := range object.Keys() {
		if !slices.Contains(known, key) {
			return nil, false, fmt.Errorf("%s has no option %q%s", method, key, meant(key, known))
		}
	}
	return object, true, nil
}

func meant(name string, known []string) string {
	if near := fault.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; use one of " + strings.Join(known, ", ")
}

// maxPage limits pages and sizes so that their product fits into a database's integer.
const maxPage = 1 << 31

// whole reads an option that is a whole number.
func whole(v goja.Value, method, name string, least int64) (int64, error) {
	n, ok := v.Export().(int64)
	if !ok || n < least || n > maxPage {
		return 0, fmt.Errorf("the option %q of %s must be a whole number from %d", name, method, least)
	}
	return n, nil
}

// column returns the column of a field. The name may come from a request: a name that is not a field is an error.
func (repo *repository) column(field, method string) (int, error) {
	if i := slices.Index(repo.fields, field); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s of %s was given %q, which is not a column%s", method, repo.Class.Name, field, meant(field, repo.fields))
}

// sorted reads "name", "name desc", "name,desc", { name: "desc" }, or a list of these.
func (repo *repository) sorted(v goja.Value, method string) ([]rowsql.Order, error) {
	object, isObject := v.(*goja.Object)
	if !isObject {
		words := strings.FieldsFunc(v.String(), func(c rune) bool { return c == ',' || c == ' ' })
		if len(words) == 0 || len(words) > 2 {
			return nil, fmt.Errorf("%s cannot sort by %q; write \"name\", \"name desc\", or a list of these", method, v.String())
		}
		return repo.sortedBy(words[0], strings.Join(words[1:], ""), method)
	}
	var orders []rowsql.Order
	for _, key := range object.Keys() {
		var some []rowsql.Order
		var err error
		switch one := object.Get(key); {
		case !isList(object):
			some, err = repo.sortedBy(key, one.String(), method)
		case isList(one):
			err = fmt.Errorf("%s cannot sort by a list within a list", method)
		default:
			some, err = repo.sorted(one, method)
		}
		if err != nil {
			return nil, err
		}
		orders = append(orders, some...)
	}
	return orders, nil
}

// isList reports whether a value is an array.
func isList(v goja.Value) bool {
	object, ok := v.(*goja.Object)
	return ok && object.ClassName() == "Array"
}

func (repo *repository) sortedBy(field, direction, method string) ([]rowsql.Order, error) {
	column, err := repo.column(field, method)
	if err != nil {
		return nil, err
	}
	switch strings.ToLower(direction) {
	case "", "asc":
		return []rowsql.Order{{Column: column}}, nil
	case "desc":
		return []rowsql.Order{{Column: column, Down: true}}, nil
	}
	return nil, fmt.Errorf("%s sorts %q by \"asc\" or \"desc\", not by %q", method, field, direction)
}

// criteria reads an object that maps fields to the values they must have: one value, null, or one of a list.
func (repo *repository) criteria(v goja.Value, method string) (terms []rowsql.Term, args []any, err error) {
	object, ok := v.(*goja.Object)
	if !ok || object.ClassName() == "Array" {
		return nil, nil, fmt.Errorf("%s takes an object of fields and values: { %s: … }", method, repo.fields[repo.ID])
	}
	if why := sql.Unfit(object); why != "" {
		return nil, nil, fmt.Errorf("%s was given %s", method, why)
	}
	for _, field := range object.Keys() {
		column, err := repo.column(field, method)
		if err != nil {
			return nil, nil, err
		}
		value := object.Get(field)
		if value == nil || goja.IsUndefined(value) {
			return nil, nil, fmt.Errorf("%s was given undefined for %q: it would match every row; leave it out, or use null", method, field)
		}
		term, some, err := repo.term(column, value)
		if err != nil {
			return nil, nil, err
		}
		terms, args = append(terms, term), append(args, some...)
	}
	return terms, args, nil
}

func (repo *repository) term(column int, value goja.Value) (rowsql.Term, []any, error) {
	term := rowsql.Term{Column: column}
	values := []goja.Value{value}
	if list, ok := value.(*goja.Object); ok && list.ClassName() == "Array" {
		if err := sql.AtMost(list, sql.MaxParameters, "values"); err != nil {
			return term, nil, err
		}
		values, term.List = realm.Elements(list), true
	}
	var args []any
	for _, one := range values {
		if realm.Absent(one) {
			term.Null = true
			continue
		}
		arg, err := repo.fieldArg(column, one)
		if err != nil {
			return term, nil, err
		}
		args = append(args, arg)
	}
	term.Values = len(args)
	return term, args, nil
}
