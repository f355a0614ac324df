package repository

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// layout maps the columns of a result to those of the table.
type layout struct {
	at    []int    // by column of the table: the column of the result, or -1
	extra []string // columns of the result that the table does not have
	whole bool     // the result has all columns of the table
}

// ownLayout returns the layout of a generated SELECT.
func (repo *repository) ownLayout() layout {
	l := layout{at: make([]int, len(repo.Columns)), whole: true}
	for i := range l.at {
		l.at[i] = i
	}
	return l
}

// layoutOf returns the layout of any result. It matches columns by their names, or by the names of the fields.
func (repo *repository) layoutOf(rows sql.Rows) layout {
	l := layout{at: make([]int, len(repo.Columns)), whole: true}
	used := map[int]bool{}
	for i, column := range repo.Columns {
		at, ok := rows.Column(column.Name)
		if !ok {
			at, ok = rows.Column(column.Field)
		}
		if l.at[i] = -1; ok {
			l.at[i], used[at] = at, true
		}
		l.whole = l.whole && ok
	}
	for _, name := range rows.Names() {
		if at, ok := rows.Column(name); ok && !used[at] {
			l.extra = append(l.extra, name)
		}
	}
	return l
}

// convert converts the values of a result to the types that the fields declare, whatever type the database has for
// them.
func (repo *repository) convert(rows sql.Rows, l layout) {
	for i, at := range l.at {
		if at >= 0 {
			rows.Convert(at, repo.Columns[i].Type)
		}
	}
}

// onlyRow returns the first row of a result as an object.
func (repo *repository) onlyRow(rows sql.Rows, l layout) (goja.Value, error) {
	repo.convert(rows, l)
	return repo.rowObject(rows, 0, l)
}

// rowObjects returns the rows of a result as an array of objects.
func (repo *repository) rowObjects(rows sql.Rows, l layout) (goja.Value, error) {
	list := make([]any, rows.Len())
	repo.convert(rows, l)
	for i := range list {
		object, err := repo.rowObject(rows, i, l)
		if err != nil {
			return nil, err
		}
		list[i] = object
	}
	return repo.Runtime.NewArray(list...), nil
}

// rowObject returns one row as an instance of its class. The constructor is not called if it would do nothing and the
// row has all fields.
func (repo *repository) rowObject(rows sql.Rows, row int, l layout) (*goja.Object, error) {
	object, err := repo.newRow(repo.Bare && l.whole)
	if err != nil {
		return nil, err
	}
	for i, at := range l.at {
		if at < 0 {
			continue
		}
		if err := object.Set(repo.fields[i], repo.Cell(rows, row, at)); err != nil {
			return nil, err
		}
	}
	for _, name := range l.extra {
		column, _ := rows.Column(name)
		if err := object.Set(name, repo.Cell(rows, row, column)); err != nil {
			return nil, err
		}
	}
	return object, nil
}

func (repo *repository) newRow(bare bool) (*goja.Object, error) {
	if bare {
		return repo.Runtime.CreateObject(repo.rowPrototype), nil
	}
	return repo.Runtime.New(repo.row)
}

// given reads the fields of an object that are to be stored. undefined is left to the database; null is stored as
// null.
func (repo *repository) given(object *goja.Object, skip func(column int) bool) (columns []int, args []any, err error) {
	for i, field := range repo.fields {
		value := object.Get(field)
		if skip(i) || value == nil || goja.IsUndefined(value) {
			continue
		}
		arg, err := repo.fieldArg(i, value)
		if err != nil {
			return nil, nil, err
		}
		columns, args = append(columns, i), append(args, arg)
	}
	return columns, args, nil
}

// fieldArg converts the value of a field to a parameter.
func (repo *repository) fieldArg(column int, value goja.Value) (any, error) {
	what := repo.Class.Name + "." + repo.fields[column]
	object, isObject := value.(*goja.Object)
	if realm.Absent(value) || repo.Columns[column].Type != manifest.Document && (!isObject || sql.IsValue(object)) {
		return repo.Arg(value, what)
	}
	text, err := repo.stringify(goja.Undefined(), value)
	if err != nil {
		return nil, err
	}
	if goja.IsUndefined(text) {
		return nil, fmt.Errorf("%s is a function, which a database cannot hold", what)
	}
	return text.String(), nil
}

// rowFrom returns the object that represents a row: the given object if it is an instance of the class, or else a new
// one with its fields.
func (repo *repository) rowFrom(object *goja.Object) (*goja.Object, error) {
	if realm.Descends(object, repo.rowPrototype) {
		return object, nil
	}
	row, err := repo.newRow(false)
	if err != nil {
		return nil, err
	}
	for _, field := range repo.fields {
		if value := object.Get(field); value != nil && !goja.IsUndefined(value) {
			if err := row.Set(field, value); err != nil {
				return nil, err
			}
		}
	}
	return row, nil
}
