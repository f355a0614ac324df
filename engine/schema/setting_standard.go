package schema

import (
	"slices"
)

// SettingsOf returns the fields of a section that a schema says it takes; none if it cannot describe that.
func (d *Description) SettingsOf() []*Field { return settingsIn(d.root) }

func settingsIn(node Node) (fields []*Field) {
	properties, _ := node.Get("properties").(Node)
	for _, m := range properties {
		property, _ := m.Value.(Node)
		fields = append(fields, &Field{Name: m.Key, JSON: m.Key, Type: settingTypeOf(property)})
	}
	return fields
}

func settingTypeOf(node Node) *Type {
	kind, _ := node.Get("type").(string)
	switch kind {
	case "object":
		if fields := settingsIn(node); fields != nil {
			return &Type{Kind: Shape, Name: kind, Fields: fields}
		}
		return &Type{Kind: Map, Name: kind}
	case "array":
		items, _ := node.Get("items").(Node)
		return &Type{Kind: List, Name: kind, Elem: settingTypeOf(items)}
	case "integer":
		return &Type{Kind: Int, Name: kind}
	case "number":
		return &Type{Kind: Float, Name: kind}
	case "boolean":
		return &Type{Kind: Bool, Name: kind}
	}
	return &Type{Kind: Any, Name: "any"}
}

// Unbound returns a section for a schema as a plain value, and the scalars in it. Names that fields have in another spelling are spelled as
// theirs, and a text is a number or a boolean where they say so. What is null is not set.
func Unbound(fields []*Field, section Setting) (value any, used []Use) {
	b := &settingBinder{}
	return b.unbound(&Type{Kind: Shape, Fields: fields}, &section), b.used
}

func (b *settingBinder) unbound(t *Type, s *Setting) any {
	switch {
	case s.Reported || s.isNothing() && len(b.path) > 0:
		return Absent{}
	case s.IsList:
		items := make([]any, len(s.Items))
		for i := range s.Items {
			b.path = append(b.path, step{index: i})
			items[i] = b.unbound(orAny(t.ItemType()), &s.Items[i])
			b.path = b.path[:len(b.path)-1]
		}
		return items
	case s.IsSection || s.isNothing():
		return b.unboundSection(t, s)
	}
	b.use(t, s)
	if text, isText := s.Scalar.(string); isText && (t.Kind == Int || t.Kind == Float || t.Kind == Bool) {
		if read, bad := scalar(plainMaker{}, t, text); bad == nil {
			return read
		}
	}
	return s.Scalar
}

func (b *settingBinder) unboundSection(t *Type, s *Setting) any {
	record := Record{}
	for i := range s.Fields {
		one := &s.Fields[i]
		name, inner := one.Name, orAny(t.Elem)
		at := slices.IndexFunc(t.settingFields(), func(f *Field) bool { return foldName(f.JSON) == foldName(name) })
		if at >= 0 {
			name, inner = t.settingFields()[at].JSON, t.settingFields()[at].Type
		}
		b.path = append(b.path, step{name: name, index: -1})
		value := b.unbound(inner, one)
		b.path = b.path[:len(b.path)-1]
		if _, absent := value.(Absent); !absent {
			record.Keys, record.Values = append(record.Keys, name), append(record.Values, value)
		}
	}
	return record
}
