package web

import (
	"maps"
	"reflect"
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// form makes the form of a type, or returns nil if all its values are written as they are.
func (b *builder) form(t *schema.Type) *manifest.Form {
	if t == nil || !b.hasForm(t, map[any]bool{}) {
		return nil
	}
	if t.OneOf != nil {
		return b.formOfUnion(t.OneOf)
	}
	switch t.Kind {
	case schema.Enum:
		return &manifest.Form{Cases: t.Enum.Names()}
	case schema.Object:
		known, made := b.forms[t.Class]
		if !made {
			known = &manifest.Form{}
			b.forms[t.Class] = known
			known.Members = b.formMembers(t.Class.Fields, b.Types.AllHidden(t.Class))
		}
		return known
	case schema.Shape:
		key := &t.Fields[0]
		known, made := b.forms[key]
		if !made {
			known = &manifest.Form{}
			b.forms[key] = known
			known.Members = b.formMembers(t.Fields, nil)
		}
		return known
	case schema.Host: // ResponseEntity<User>
		return b.form(t.Elem)
	default:
		return &manifest.Form{Elem: b.form(t.Elem)}
	}
}

// formOfUnion makes the form of values of several types: of the members that are written alike in all that have them, since a value does
// not say which of the types it has.
func (b *builder) formOfUnion(parts []*schema.Type) *manifest.Form {
	members, unlike := map[string]manifest.Member{}, map[string]bool{}
	for i, part := range parts {
		own := map[string]manifest.Member{}
		if form := b.form(part); form != nil {
			own = form.Members
		}
		for _, f := range part.OwnFields() {
			isFirst := !slices.ContainsFunc(parts[:i], func(other *schema.Type) bool { return other.HasField(f.Name) })
			unlike[f.Name] = unlike[f.Name] || !isFirst && !reflect.DeepEqual(members[f.Name], own[f.Name])
		}
		maps.Copy(members, own)
	}
	maps.DeleteFunc(members, func(name string, _ manifest.Member) bool { return unlike[name] })
	return &manifest.Form{Members: members}
}

func (b *builder) formMembers(fields []*schema.Field, hidden []string) map[string]manifest.Member {
	members := map[string]manifest.Member{}
	for _, name := range hidden {
		members[name] = manifest.Member{Hidden: true}
	}
	for _, f := range fields {
		m := manifest.Member{Form: b.form(f.Type)}
		if f.IsCase {
			m.JSON = f.JSON
		}
		if m != (manifest.Member{}) {
			members[f.Name] = m
		}
	}
	return members
}

// hasForm reports whether values of a type, or values in them, have a form.
func (b *builder) hasForm(t *schema.Type, seen map[any]bool) bool {
	if t == nil {
		return false
	}
	if slices.ContainsFunc(t.OneOf, func(part *schema.Type) bool { return b.hasForm(part, seen) }) {
		return true
	}
	var fields []*schema.Field
	switch t.Kind {
	case schema.Enum:
		return t.Enum.Names() != nil
	case schema.Object:
		if seen[t.Class] {
			return false
		}
		seen[t.Class] = true
		_ = b.Types.ResolveFields(t.Class) // mistakes are reported where the class is bound
		if len(b.Types.AllHidden(t.Class)) > 0 {
			return true
		}
		fields = t.Class.Fields
	case schema.Shape:
		if len(t.Fields) == 0 || seen[&t.Fields[0]] {
			return false
		}
		seen[&t.Fields[0]] = true
		fields = t.Fields
	}
	for _, f := range fields {
		if f.IsCase || b.hasForm(f.Type, seen) {
			return true
		}
	}
	return b.hasForm(t.Elem, seen)
}

// handlerForms sets the forms of the results of handlers.
func (b *builder) handlerForms() {
	for _, h := range b.out.Handlers {
		h.Form = b.form(h.Result)
		if h.Inferred != nil && b.form(h.Inferred) != nil {
			h.Inferred = nil // only a declared type has its values written so
		}
	}
	for _, tool := range b.out.Tools {
		if h := b.out.Handlers[tool.Handler]; h.Form == nil {
			h.Form = b.form(tool.Type)
		}
	}
}
