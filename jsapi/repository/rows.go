package repository

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// layout tells where the columns of a result belong.
type layout struct {
	at    []int    // by column of the table: that of the result, or -1
	extra []string // columns of the result that the table does not have
	whole bool     // the result has all of the table's
}

// ownLayout is that of a SELECT that the repository has written.
func (repo *repository) ownLayout() layout {
	l := layout{at: make([]int, len(repo.Columns)), whole: true}
	for i := range l.at {
		l.at[i] = i
	}
	return l
}

// layoutOf finds the columns of any result by their names, or by those of the fields.
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

// convert makes the values of a result what the fields are declared as, the same whichever database keeps them.
func (repo *repository) convert(rows sql.Rows, l layout) {
	for i, at := range l.at {
		if at >= 0 {
			rows.Convert(at, repo.Columns[i].Kept)
		}
	}
}

// onlyRow is the first row of a result as an object.
func (repo *repository) onlyRow(rows sql.Rows, l layout) (goja.Value, error) {
	repo.convert(rows, l)
	return repo.rowObject(rows, 0, l)
}

// rowObjects makes an array of the rows of a result.
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

// rowObject makes one row an instance of its class. A class that does nothing when it is made, and of which all fields are given, need
// not be constructed.
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

// given reads the fields of an object that are to be kept: undefined is left to the database, null is null.
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

// fieldArg makes a parameter of the value of a field.
func (repo *repository) fieldArg(column int, value goja.Value) (any, error) {
	what := repo.Class.Name + "." + repo.fields[column]
	object, isObject := value.(*goja.Object)
	if realm.Absent(value) || repo.Columns[column].Kept != manifest.Document && (!isObject || sql.IsValue(object)) {
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

// rowFrom gives the object that is kept as a row: the very one when it is of the class, else a new one with its fields.
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
