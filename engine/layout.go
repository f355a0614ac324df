package engine

import (
	"maps"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// layouts say how objects are written, by the prototype of their class: the members whose names, or values, are not written
// as they are. What bases of a class say is part of its own.
type layouts map[*goja.Object]layout

// layout is that of one class, by property.
type layout map[string]manifest.Member

// learnLayouts learns how objects of classes are written.
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
			continue // its file is not imported by any that runs
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

// writtenPrototype finds the prototype of a class: an export of its file, or one that the file keeps to itself.
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

// flattened is what a class and its bases say; of one property, the nearest of them.
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

// of is the layout of an object: that of the nearest class which has one.
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

// AppendTree writes a value as JSON for XML: the same, but with the names that members have there. "@id" is an attribute,
// "#text" an element's own text, "lines/line" elements within one of their own. Root is the name that the value's class has,
// as @XmlRoot says or by its own; empty for what has no exported class.
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
