package sql

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/records"
)

// rowClass is a class whose objects are made from rows, in one VM.
type rowClass struct {
	rowClassFields
	class     *goja.Object
	prototype *goja.Object
	bare      bool                        // its constructor does nothing but set fields
	layouts   map[*string]*records.Layout // of its objects, by the names of the columns; see layoutIn
}

// maxRowClasses is the number of classes that a VM keeps. A script can make classes without end.
const maxRowClasses = 500

// rowClassOf returns what is known of a class.
func (r *Realm) rowClassOf(class *goja.Object) *rowClass {
	if known := r.classes[class]; known != nil {
		return known
	}
	c := &rowClass{class: class, rowClassFields: r.fieldsOf(class)}
	c.prototype, _ = class.Get("prototype").(*goja.Object)
	if c.bare = r.Container != nil && c.prototype != nil && r.Container.IsBare(c.prototype); !c.bare {
		return c
	}
	if len(r.classes) >= maxRowClasses {
		clear(r.classes)
	}
	c.layouts = map[*string]*records.Layout{}
	r.classes[class] = c
	return c
}

// layoutIn returns the layout of the objects that a class makes of a result. It is nil if the constructor has to be called
// for each: if it does more than to set fields, or sets some that the result does not have.
func (r *Realm) layoutIn(rows Rows, c *rowClass) (*records.Layout, error) {
	if !c.bare {
		return nil, nil
	}
	key := KeyOf(rows)
	if known, ok := c.layouts[key]; ok {
		return known, nil
	}
	layout, err := r.observed(rows, c)
	if err != nil {
		return nil, err
	}
	if len(c.layouts) >= maxLayouts {
		clear(c.layouts)
	}
	c.layouts[key] = layout
	return layout, nil
}

// observed returns the layout of what the constructor makes, in whose order properties are: one object is made to see.
func (r *Realm) observed(rows Rows, c *rowClass) (*records.Layout, error) {
	object, err := r.Runtime.New(c.class)
	if err != nil {
		return nil, err
	}
	own := object.GetOwnPropertyNames()
	fields := make([]records.Field, len(own))
	for i, name := range own {
		fields[i] = records.Field{Name: name, Column: -1}
	}
	for _, name := range rows.Names() {
		column, _ := rows.Column(name)
		property := c.fieldOf(object, name, fields)
		if at := slices.IndexFunc(fields, func(f records.Field) bool { return f.Name == property }); at >= 0 {
			fields[at].Column = column
		} else {
			fields = append(fields, records.Field{Name: property, Column: column})
		}
	}
	whole := !slices.ContainsFunc(fields, func(f records.Field) bool { return f.Column < 0 })
	if layout := records.NewAssigned(c.prototype, fields); whole && layout.Lazy() && object.Prototype() == c.prototype {
		return layout, nil
	}
	return nil, nil
}

// fieldOf returns the property that a column sets, of an object that has the given fields by then. See instance.
func (f rowClassFields) fieldOf(object *goja.Object, column string, has []records.Field) string {
	if field, ok := f.columns[column]; ok {
		return field
	}
	isThere := func(name string) bool {
		return slices.ContainsFunc(has, func(f records.Field) bool { return f.Name == name })
	}
	if camel := snakeToCamel(column); camel != column && !isThere(column) && object.Get(column) == nil && isThere(camel) {
		return camel
	}
	return column
}

// Instances returns the rows of a result as an array of objects of a class.
func (r *Realm) Instances(rows Rows, class *goja.Object) (goja.Value, error) {
	list, c := make([]any, rows.Len()), r.rowClassOf(class)
	if len(list) == 0 {
		return r.Runtime.NewArray(), nil
	}
	made, err := r.makerOf(rows, c)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i], err = made(i); err != nil {
			return nil, err
		}
	}
	return r.Runtime.NewArray(list...), nil
}

// OnlyInstance returns the first row of a result as an object of a class.
func (r *Realm) OnlyInstance(rows Rows, class *goja.Object) (goja.Value, error) {
	made, err := r.makerOf(rows, r.rowClassOf(class))
	if err != nil {
		return nil, err
	}
	return made(0)
}

// makerOf returns the function that makes an object of a row of a result, whose values it converts.
func (r *Realm) makerOf(rows Rows, c *rowClass) (func(row int) (goja.Value, error), error) {
	c.convert(rows)
	layout, err := r.layoutIn(rows, c)
	if err != nil || layout == nil {
		return func(row int) (goja.Value, error) { return r.instance(rows, row, c.class, c.rowClassFields) }, err
	}
	cells := r.Cells(rows)
	return func(row int) (goja.Value, error) { return layout.New(r.Runtime, cells, row) }, nil
}
