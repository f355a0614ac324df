package engine

import (
	"maps"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// layouts say how objects are written, by the prototype of their class: they hold the members whose names or
// values are not written as they are. A class's layout includes those of its base classes.
type layouts map[*goja.Object]layout

// layout is the layout of one class, by property.
type layout map[string]manifest.Member

// learnLayouts collects the layouts of the classes in the manifest.
func (in *instance) learnLayouts(m *manifest.Manifest) error {
	own := layouts{}
	in.layouts, in.roots = layouts{}, map[*goja.Object]string{}
	for i := range m.Written {
		w := &m.Written[i]
		prototype, err := in.writtenPrototype(w)
		if err != nil {
			return err
		}
		if prototype == nil {
			continue // no file that runs imports its file
		}
		own[prototype] = w.Members
		if w.Root != "" {
			in.roots[prototype] = w.Root
		}
	}
	for prototype := range own {
		in.layouts[prototype] = own.flattened(prototype, in.builtin.objects)
	}
	return nil
}

// writtenPrototype returns the prototype of a class, exported or not.
func (in *instance) writtenPrototype(w *manifest.Written) (*goja.Object, error) {
	if w.Export == "" {
		return in.locals[localClass{w.File, w.Name}], nil
	}
	class, err := in.class(manifest.Ref{File: w.File, Export: w.Export})
	if err != nil {
		return nil, err
	}
	return class.prototype, nil
}

// flattened merges the layouts of a class and its base classes; for a property in several of them, the nearest
// class counts.
func (l layouts) flattened(prototype, objects *goja.Object) layout {
	var line []layout
	for p := prototype; p != nil && p != objects; p = p.Prototype() {
		line = append(line, l[p])
	}
	flat := layout{}
	for i := len(line) - 1; i >= 0; i-- {
		maps.Copy(flat, line[i])
	}
	return flat
}

// of returns the layout of an object: that of the nearest class which has one.
func (l layouts) of(o, objects *goja.Object) layout {
	if len(l) == 0 {
		return nil
	}
	for p := o.Prototype(); p != nil && p != objects; p = p.Prototype() {
		if found, ok := l[p]; ok {
			return found
		}
	}
	return nil
}

// Hidden implements [Container].
func (in *instance) Hidden(object *goja.Object, property string) bool {
	return in.layouts.of(object, in.builtin.objects)[property].Hidden
}

// AppendTree writes a value as JSON for XML: as AppendJSON does, but with the names of members in XML: "@id" is an
// attribute, "#text" is the element's own text, "lines/line" are elements within an element. root is the element
// name of the value's class, from @XmlRoot or else the name of the class; it is empty if the class is not
// exported.
func (s *Scope) AppendTree(dst []byte, value Value, form *manifest.Form) (out []byte, root string, err error) {
	out, err = s.appendJSON(dst, value, form, true)
	return out, s.instance.rootOf(value), err
}

func (in *instance) rootOf(value Value) string {
	object, ok := value.(*goja.Object)
	if !ok {
		return ""
	}
	prototype := object.Prototype()
	if root := in.roots[prototype]; root != "" || prototype == nil || prototype == in.builtin.objects {
		return root
	}
	constructor, ok := prototype.Get("constructor").(*goja.Object)
	if !ok {
		return ""
	}
	if name := in.refs[constructor].Export; name != "default" {
		return name
	}
	return ""
}
