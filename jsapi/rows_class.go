package jsapi

import "github.com/dop251/goja"

// snakeToCamel makes createdAt of created_at; a name without _ stays as it is.
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

// instance makes an object of a class out of a row: a column sets the field that @Column gives its
// name, else the property of its name, or of its name in camel case when the class has that one.
func (r *runtime) instance(rows Rows, row int, class *goja.Object, fields columnFields) (goja.Value, error) {
	object, err := r.rt.New(class)
	if err != nil {
		return nil, err
	}
	for _, name := range rows.Names() {
		column, _ := rows.Column(name)
		property := name
		if field, ok := fields[name]; ok {
			property = field
		} else if camel := snakeToCamel(name); camel != name && object.Get(name) == nil && hasOwn(object, camel) {
			property = camel
		}
		if err := object.Set(property, r.cell(rows, row, column)); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// columnFields are the fields of a class by the names that it gives their columns.
type columnFields map[string]string

// columnsOf are the fields of the columns that a class and its bases name with @Column.
func (r *runtime) columnsOf(class *goja.Object) columnFields {
	fields := columnFields{}
	prototype, _ := class.Get("prototype").(*goja.Object)
	for depth := 0; r.container != nil && prototype != nil && depth < 32; depth++ {
		for column, field := range r.container.ColumnsOf(prototype) {
			if _, nearer := fields[column]; !nearer {
				fields[column] = field
			}
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

// instances makes an array of objects of a class.
func (r *runtime) instances(rows Rows, class *goja.Object) (goja.Value, error) {
	list, fields := make([]any, rows.Len()), r.columnsOf(class)
	for i := range list {
		object, err := r.instance(rows, i, class, fields)
		if err != nil {
			return nil, err
		}
		list[i] = object
	}
	return r.rt.NewArray(list...), nil
}
