package repository

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// layout maps the columns of a result to those of the table.
type layout struct {
	at      []int           // by column of the table: the column of the result, or -1
	extra   []records.Field // columns of the result that the table does not have
	typed   []int           // the columns of the table whose values have to be converted
	objects *records.Layout // of the rows; nil if the constructor of their class has to be called
}

// ownLayout returns the layout of a generated SELECT.
func (repo *repository) ownLayout() *layout {
	if repo.own == nil {
		l := &layout{at: make([]int, len(repo.Columns))}
		for i := range l.at {
			l.at[i] = i
		}
		repo.own = repo.arranged(l)
	}
	return repo.own
}

// layouts are those of the results of one statement, by the names of the columns, which all results of one prepared
// statement share.
type layouts map[*string]*layout

// maxLayouts is the number of layouts that are kept for a statement, which has one for each of its connections.
const maxLayouts = 50

// layoutOf returns the layout of a result. It matches columns by their names, or by the names of the fields.
func (repo *repository) layoutOf(rows sql.Rows, known layouts) *layout {
	key := sql.KeyOf(rows)
	if l := known[key]; l != nil {
		return l
	}
	if len(known) >= maxLayouts {
		clear(known)
	}
	known[key] = repo.matched(rows)
	return known[key]
}

func (repo *repository) matched(rows sql.Rows) *layout {
	l := &layout{at: make([]int, len(repo.Columns))}
	used := map[int]bool{}
	for i, column := range repo.Columns {
		at, ok := rows.Column(column.Name)
		if !ok {
			at, ok = rows.Column(column.Field)
		}
		if l.at[i] = -1; ok {
			l.at[i], used[at] = at, true
		}
	}
	for _, name := range rows.Names() {
		if at, ok := rows.Column(name); ok && !used[at] {
			l.extra = append(l.extra, records.Field{Name: name, Column: at})
		}
	}
	return repo.arranged(l)
}

// arranged completes a layout. If the constructor of the class would do nothing and the result has all fields, the
// objects of its rows are made without.
func (repo *repository) arranged(l *layout) *layout {
	whole := true
	var fields []records.Field
	for i, at := range l.at {
		whole = whole && at >= 0
		fields = append(fields, records.Field{Name: repo.fields[i], Column: at})
		if at >= 0 && repo.Columns[i].Type != manifest.Scalar {
			l.typed = append(l.typed, i)
		}
	}
	if repo.Bare && whole {
		l.objects = records.NewAssigned(repo.rowPrototype, append(fields, l.extra...))
	}
	return l
}

// convert converts the values of a result to the types that the fields declare, whatever type the database has for
// them.
func (repo *repository) convert(rows sql.Rows, l *layout) {
	for _, i := range l.typed {
		rows.Convert(l.at[i], repo.Columns[i].Type)
	}
}

// onlyRow returns the first row of a result as an object.
func (repo *repository) onlyRow(rows sql.Rows, l *layout) (goja.Value, error) {
	repo.convert(rows, l)
	return repo.rowObject(repo.Cells(rows), 0, l)
}

// rowObjects returns the rows of a result as an array of objects.
func (repo *repository) rowObjects(rows sql.Rows, l *layout) (goja.Value, error) {
	list, cells := make([]any, rows.Len()), repo.Cells(rows)
	repo.convert(rows, l)
	for i := range list {
		object, err := repo.rowObject(cells, i, l)
		if err != nil {
			return nil, err
		}
		list[i] = object
	}
	return repo.Runtime.NewArray(list...), nil
}

// rowObject returns one row as an instance of its class.
func (repo *repository) rowObject(cells records.Cells, row int, l *layout) (*goja.Object, error) {
	if l.objects != nil {
		return l.objects.New(repo.Runtime, cells, row)
	}
	object, err := repo.Runtime.New(repo.row)
	if err != nil {
		return nil, err
	}
	for i, at := range l.at {
		if at < 0 {
			continue
		}
		if err := object.Set(repo.fields[i], cells.Cell(row, at)); err != nil {
			return nil, err
		}
	}
	for _, field := range l.extra {
		if err := object.Set(field.Name, cells.Cell(row, field.Column)); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// given reads the fields of an object to store. undefined is left to the database; null is stored as
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
	if isObject {
		if why := sql.Unfit(object); why != "" {
			return nil, fmt.Errorf("%s is %s", what, why)
		}
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
	row, err := repo.Runtime.New(repo.row)
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
