package schema

import (
	"cmp"
	"fmt"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// memberField makes a field of a member; nil if the member is not a field. Public fields are, and members
// with @JsonProperty, accessors included.
func (r *Resolver) memberField(l level, m *source.Member) (*Field, *fault.Diagnostic) {
	property, marked := r.property(l, m.Name, -1, m.Decorators)
	constraints := r.constraints(l, m.Name, -1)
	switch {
	case (m.Static || property.Ignored || !marked && m.Access != source.Public) && len(constraints) > 0:
		return nil, l.refuseConstraints(m, property)
	case property.Ignored:
		return nil, nil
	case m.Static || m.Computed:
		return nil, nil
	case marked && (m.Kind == source.Method || m.Access == source.HashPrivate):
		return nil, l.refuseMember(m)
	case !marked && (m.Kind != source.Field || m.Access != source.Public || isFunction(m)):
		return nil, nil
	}
	return r.dataField(l, m, property, constraints)
}

// dataField makes the field of a member that is part of the data.
func (r *Resolver) dataField(l level, m *source.Member, property Property, constraints []Constraint) (*Field, *fault.Diagnostic) {
	t, bad := r.memberType(l, m, property)
	if bad != nil {
		return nil, l.naming(m.Name, bad)
	}
	if m.Type == nil && !m.HasDefault && property.Type == "" && m.Kind == source.Field {
		t = implied(t, constraints)
	}
	t, bad = r.constrain(r.nillable(t, property.Nillable), constraints, l, m.Decorators, l.place(m.Pos))
	if bad == nil {
		t, bad = r.adjusted(t, property, l.place(m.Pos), m.Name)
	}
	if bad != nil {
		return nil, l.naming(m.Name, bad)
	}
	field := r.newField(m.Name, t, l.place(m.Pos))
	field.Doc = m.Doc.Summary
	field.Example, field.Deprecated = tagsOf(m.Doc)
	field.Default = r.Default(l.file, m.DefaultAs, m.Default)
	field.Required = field.Required && !m.HasDefault && !m.Optional
	property.apply(field)
	return field, nil
}

// apply applies the options of @JsonProperty to a field.
func (p Property) apply(field *Field) {
	if p.Name != "" {
		field.JSON = p.Name
	}
	field.Aliases, field.XML = p.Aliases, p.XML
	if p.Required != nil {
		field.Required, field.RequiredMessage = *p.Required, p.RequiredMessage
	}
	field.Format = p.Format
	field.NotNull = p.Nillable != nil && !*p.Nillable
}

// property returns the arguments of @JsonProperty on a member, or on a parameter of the constructor. Before
// the decorators have run, only its presence is known.
func (r *Resolver) property(l level, member string, param int, written []source.Decorator) (Property, bool) {
	if r.options.Property != nil {
		return r.options.Property(l.file.Path, cmp.Or(exportOf(l.file, l.decl), l.decl.Name), member, param)
	}
	for _, d := range written {
		switch d.Name {
		case "JsonProperty":
			return Property{}, true
		case "JsonIgnore":
			return Property{Ignored: true}, true
		}
	}
	return Property{}, false
}

func (l level) refuseMember(m *source.Member) *fault.Diagnostic {
	reason, hint := "a method is not a field", "put @JsonProperty on a field or an accessor"
	if m.Access == source.HashPrivate {
		reason = "it cannot be set from outside the class"
		hint = "use private instead of #, or add accessors and decorate these"
	}
	return &fault.Diagnostic{
		Code: codeField, Place: l.place(m.Pos), Length: len(m.Name),
		Message: fmt.Sprintf("field %s.%s: @JsonProperty is not allowed here: %s", l.decl.Name, m.Name, reason), Hint: hint,
	}
}

// refuseConstraints reports constraints on a member that no request can set.
func (l level) refuseConstraints(m *source.Member, property Property) *fault.Diagnostic {
	what, hint := "it is not public, and so not part of the data", "make it a public field, or add @JsonProperty to it"
	switch {
	case m.Static:
		what = "it is static, and so not part of the data"
	case property.Ignored:
		what, hint = "it has @JsonIgnore, and so is not part of the data", "remove the constraints, or @JsonIgnore"
	}
	return &fault.Diagnostic{
		Code: codeField, Place: l.place(m.Pos), Length: len(m.Name),
		Message: fmt.Sprintf("field %s.%s: constraints are not allowed here: %s", l.decl.Name, m.Name, what), Hint: hint,
	}
}

// isFunction reports whether a field holds a function, which is not data.
func isFunction(m *source.Member) bool {
	if m.Type != nil {
		return m.Type.Kind == source.TypeFunction || m.Type.Kind == source.TypeName && m.Type.Name == "Function"
	}
	return m.HasDefault && m.DefaultAs == source.ValueUnknown && looksLikeFunction(m.Default)
}

// memberType returns the type of a member: the type in @JsonProperty takes precedence over the declared one.
func (r *Resolver) memberType(l level, m *source.Member, property Property) (*Type, *fault.Diagnostic) {
	written := m.Type
	if m.Kind == source.Setter && len(m.Params) == 1 {
		written = m.Params[0].Type
	}
	if stated, bad := r.statedType(l, property, m.Name, m.Pos, m.Type); stated != nil || bad != nil {
		return stated, bad
	}
	return r.fieldType(l.site, written, m.HasDefault, m.DefaultAs, m.Default)
}

// statedType returns the type given in @JsonProperty, or nil. Its faults are reported at the member.
func (r *Resolver) statedType(l level, property Property, name string, pos source.Pos, written *source.Type) (*Type, *fault.Diagnostic) {
	switch {
	case property.ListClass != nil:
		return r.listOfClass(l, name, pos, written, *property.ListClass)
	case property.Type != "":
		resolved, bad := r.resolve(l.site, ParseType(property.Type))
		if bad != nil {
			bad.Place, bad.Length = l.place(pos), len(name)
		}
		return resolved, bad
	default:
		return nil, nil
	}
}

// listOfClass returns the type of a field with the option listClass.
func (r *Resolver) listOfClass(l level, name string, pos source.Pos, written *source.Type, ref ClassRef) (*Type, *fault.Diagnostic) {
	if file := r.project.File(ref.File); file != nil {
		if target := r.project.LookupExport(file, ref.Export); target.Class != nil {
			elem := &Type{Kind: Object, Name: target.Class.Name, Place: l.place(pos)}
			elem.Class = r.header(target.File, target.Class)
			return &Type{
				Kind: List, Name: "list<" + elem.Name + ">", Elem: elem, Place: elem.Place,
				Nullable: written != nil && written.Nullable,
			}, nil
		}
	}
	return nil, &fault.Diagnostic{
		Code: CodeUnknown, Place: l.place(pos), Length: len(name),
		Message: fmt.Sprintf("listClass: %s exports no class %s", ref.File, ref.Export),
		Hint:    "name an exported class of the application",
	}
}

// adjusted applies the option coerce of @JsonProperty to the type, or to that of its items, and checks the option format.
func (r *Resolver) adjusted(t *Type, property Property, place fault.Place, name string) (*Type, *fault.Diagnostic) {
	if property.Format != "" && t.Kind != String {
		return nil, &fault.Diagnostic{
			Code: codeField, Place: place, Length: len(name), Message: fmt.Sprintf("format is not for values of the type %s", t.Name),
			Hint: "put it on a string; documents know the formats of other types",
		}
	}
	coerce := property.Coerce
	if coerce == nil {
		return t, nil
	}
	changed := *t
	switch item := t.ItemType(); {
	case r.pending[t] == nil && t.isCoercible():
		changed.Coerce = coerce
		return &changed, nil
	case item != nil && r.pending[item] == nil && item.isCoercible():
		of := *item
		of.Coerce, changed.Elem = coerce, &of
		return &changed, nil
	}
	return nil, &fault.Diagnostic{
		Code: codeField, Place: place, Length: len(name), Message: fmt.Sprintf("coerce is not for values of the type %s", t.Name),
		Hint: "put it on fields that are strings, numbers, booleans, enums, or lists of them",
	}
}

// nillable applies the option nillable of @JsonProperty to the type.
func (r *Resolver) nillable(t *Type, nillable *bool) *Type {
	if nillable == nil {
		return t
	}
	return r.withNull(t, *nillable)
}
