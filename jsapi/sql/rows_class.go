package sql

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// snakeToCamel converts created_at to createdAt. A name without _ does not change.
func snakeToCamel(name string) string {
	var out []byte
	upper := false
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' && i > 0:
			upper = true
			continue
		case upper && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		upper = false
		out = append(out, c)
	}
	return string(out)
}

// rowClassFields are the fields of a class that the columns of rows set.
type rowClassFields struct {
	columns map[string]string              // by the names in @Column
	types   map[string]manifest.ColumnType // of the fields that the database may have no type for
}

// propertyOf returns the field that a column sets if the class has no field of the column's exact name.
func (f rowClassFields) propertyOf(column string) string {
	if field, ok := f.columns[column]; ok {
		return field
	}
	return snakeToCamel(column)
}

// convert converts the values of a result to the types that the fields declare.
func (f rowClassFields) convert(rows Rows) {
	if len(f.types) == 0 {
		return
	}
	for _, name := range rows.Names() {
		as, ok := f.types[name]
		if _, named := f.columns[name]; named || !ok {
			as, ok = f.types[f.propertyOf(name)]
		}
		if column, is := rows.Column(name); ok && is {
			rows.Convert(column, as)
		}
	}
}

// instance returns an object of a class with the values of a row. A column sets the field that names it in @Column,
// or else the property of the column's name, or the one of its name in camel case if the class has that.
func (r *Realm) instance(rows Rows, row int, class *goja.Object, fields rowClassFields) (goja.Value, error) {
	object, err := r.Runtime.New(class)
	if err != nil {
		return nil, err
	}
	for _, name := range rows.Names() {
		column, _ := rows.Column(name)
		property := name
		if field, ok := fields.columns[name]; ok {
			property = field
		} else if camel := snakeToCamel(name); camel != name && object.Get(name) == nil && hasOwn(object, camel) {
			property = camel
		}
		if err := object.Set(property, r.Cell(rows, row, column)); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// fieldsOf returns the fields of a class and of its base classes.
func (r *Realm) fieldsOf(class *goja.Object) rowClassFields {
	fields := rowClassFields{columns: map[string]string{}}
	prototype, _ := class.Get("prototype").(*goja.Object)
	for depth := 0; r.Container != nil && prototype != nil && depth < 32; depth++ {
		columns, types := r.Container.ColumnsOf(prototype)
		for column, field := range columns {
			if _, nearer := fields.columns[column]; !nearer {
				fields.columns[column] = field
			}
		}
		if fields.types == nil {
			fields.types = types // base classes included
		}
		prototype = prototype.Prototype()
	}
	return fields
}

func hasOwn(object *goja.Object, name string) bool {
	for _, own := range object.GetOwnPropertyNames() {
		if own == name {
			return true
		}
	}
	return false
}
