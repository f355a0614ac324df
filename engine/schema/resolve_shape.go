package schema

import (
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// shape resolves an object type. Methods are left out, since a shape describes data that is sent. {[key:
// string]: T} is a map.
func (r *Resolver) shape(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	if index := indexOf(t); index != nil {
		if len(t.Fields) > 1 {
			return nil, s.refuse(t, codeUnsupported, "it has both named fields and an index signature",
				"move the index signature to a field: {id: int, rest: Record<string, T>}")
		}
		return r.mapOf(s, t, index.Type)
	}
	shape := s.made(t, Shape, nameOf(t))
	for i := range t.Fields {
		field, bad := r.shapeField(s, &t.Fields[i])
		if bad != nil {
			return nil, bad
		}
		if field != nil {
			shape.Fields = append(shape.Fields, field)
		}
	}
	return shape, nil
}

func indexOf(t *source.Type) *source.ShapeField {
	for i := range t.Fields {
		if t.Fields[i].Index {
			return &t.Fields[i]
		}
	}
	return nil
}

// shapeField resolves one field; nil when it is a method.
func (r *Resolver) shapeField(s site, written *source.ShapeField) (*Field, *fault.Diagnostic) {
	if written.Type != nil && written.Type.Kind == source.TypeFunction {
		return nil, nil
	}
	resolved, bad := r.resolve(s, written.Type)
	if bad != nil {
		return nil, bad
	}
	field := r.newField(written.Name, dataType(resolved), s.place(written.Pos))
	field.Doc, field.Example, field.Deprecated = written.Doc, written.Example, written.Deprecated
	field.Required = field.Required && !written.Optional
	return field, nil
}

// newField makes a field that is required if its type allows that.
func (r *Resolver) newField(name string, t *Type, place fault.Place) *Field {
	field := &Field{Name: name, JSON: name, Type: t, Place: place, Required: true}
	r.weigh(field)
	return field
}

// weigh clears Required if the field's type has a value for absence: at once, or when the type is resolved.
func (r *Resolver) weigh(f *Field) {
	if state := r.pending[f.Type]; state != nil {
		state.fields = append(state.fields, f)
		return
	}
	f.Required = f.Required && mustBeSent(f.Type)
}

// mustBeSent reports whether a field of the type has no value to use when it was not sent.
func mustBeSent(t *Type) bool {
	return !t.Nullable && !t.isOpen() && t.Kind != Untyped && t.Kind != Void
}

// dataType returns the type of a field: an untyped field takes any value, since it was declared as part of
// the data.
func dataType(t *Type) *Type {
	if t.Kind != Untyped {
		return t
	}
	return &Type{Kind: Any, Name: "any", Nullable: t.Nullable, Place: t.Place}
}

// intersection resolves A & B, the fields of both.
func (r *Resolver) intersection(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	shape := s.made(t, Shape, nameOf(t))
	for _, part := range t.Args {
		fields, bad := r.fieldsOf(s, part)
		if bad != nil {
			return nil, bad
		}
		shape.Fields = override(shape.Fields, fields)
	}
	return shape, nil
}
