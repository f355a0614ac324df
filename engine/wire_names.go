package engine

import (
	"maps"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
)

// wireNames are the names of members outside of scripts, where they differ, by the prototype of their class.
type wireNames map[*goja.Object]map[string]string

// nameOnWire learns what classes and their members are called in JSON and in XML.
func (in *instance) nameOnWire(m *manifest.Manifest) error {
	in.renamed, in.elements, in.roots = wireNames{}, wireNames{}, map[*goja.Object]string{}
	for ref, names := range m.WireNames {
		class, err := in.class(ref)
		if err != nil {
			return err
		}
		in.renamed[class.prototype] = names
		in.elements[class.prototype] = maps.Clone(names)
	}
	for ref, names := range m.XMLNames {
		class, err := in.class(ref)
		if err != nil {
			return err
		}
		if in.elements[class.prototype] == nil {
			in.elements[class.prototype] = map[string]string{}
		}
		maps.Copy(in.elements[class.prototype], names.Members)
		in.roots[class.prototype] = names.Root
	}
	return nil
}

// of is what a property of an object is called: the nearest class that names it decides.
func (n wireNames) of(o, objects *goja.Object, property string) string {
	for p := o.Prototype(); p != nil && p != objects; p = p.Prototype() {
		if name, ok := n[p][property]; ok {
			return name
		}
	}
	return property
}

// AppendTree writes a value as JSON for XML: the same, but with the names that members have there. "@id" is an attribute,
// "#text" an element's own text, "lines/line" elements within one of their own. Root is the name that the value's class has,
// as @XmlRoot says or by its own; empty for what has no exported class.
func (s *Scope) AppendTree(dst []byte, value Value) (out []byte, root string, err error) {
	out, err = s.appendJSON(dst, value, s.instance.elements)
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
