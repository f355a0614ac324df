package engine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// BeanNames implements [Container].
func (in *instance) BeanNames() []string {
	names := make([]string, len(in.app.manifest.Beans))
	for i, bean := range in.app.manifest.Beans {
		names[i] = bean.Name
	}
	return names
}

// BeanNamed implements [Container].
func (in *instance) BeanNamed(name string) (Value, error) {
	for i, bean := range in.app.manifest.Beans {
		if bean.Name == name {
			return in.bean(i)
		}
	}
	return nil, nil
}

// BeansOf implements [Container].
func (in *instance) BeansOf(class *goja.Object) (beans []Value, names []string, primary int, err error) {
	primary = -1
	prototype, ok := class.Get("prototype").(*goja.Object)
	if !ok {
		return nil, nil, primary, nil
	}
	for i, bean := range in.app.manifest.Beans {
		if !in.isOf(i, bean, prototype) {
			continue
		}
		value, err := in.bean(i)
		if err != nil {
			return nil, nil, primary, err
		}
		if bean.Primary {
			primary = len(beans)
		}
		beans, names = append(beans, value), append(names, bean.Name)
	}
	return beans, names, primary, nil
}

// isOf reports whether a bean, made or not, is an instance of a class. The class of a bean whose method does not
// declare its type is unknown until the bean is made. A bean of the host is made to find out.
func (in *instance) isOf(i int, bean *manifest.Bean, prototype *goja.Object) bool {
	if bean.Stereotype == manifest.Supplied {
		if _, err := in.bean(i); err != nil {
			return false
		}
	}
	object, made := in.beans[i].(*goja.Object)
	if !made && !bean.Class.IsZero() {
		object = in.Prototype(bean.Class)
		if object == prototype {
			return true
		}
	}
	for depth := 0; object != nil && depth < 64; depth++ {
		if object = object.Prototype(); object == prototype {
			return true
		}
	}
	return false
}

// ColumnsOf implements [Container].
func (in *instance) ColumnsOf(prototype *goja.Object) (fields map[string]string, types map[string]manifest.ColumnType) {
	m := in.app.manifest
	if len(m.ColumnNames)+len(m.ColumnTypes) == 0 {
		return nil, nil
	}
	ref, _ := in.ClassOf(prototype)
	return m.ColumnNames[ref], m.ColumnTypes[ref]
}

// IsBare implements [Container].
func (in *instance) IsBare(prototype *goja.Object) bool {
	if len(in.app.manifest.BareClasses) == 0 {
		return false
	}
	ref, _ := in.ClassOf(prototype)
	return in.app.manifest.BareClasses[ref]
}
