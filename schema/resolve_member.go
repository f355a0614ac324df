package schema

import (
	"cmp"
	"fmt"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// memberField makes a field of a member; nil when the member is none. Public fields are,
// and whatever has a @JsonProperty, accessors included.
func (r *Resolver) memberField(l level, m *source.Member) (*Field, *fault.Diagnostic) {
	property, marked := r.property(l, m)
	constraints := r.constraints(l, m.Name, -1)
	switch {
	case (m.Static || !marked && m.Access != source.Public) && len(constraints) > 0:
		return nil, l.refuseConstraints(m)
	case m.Static || m.Computed:
		return nil, nil
	case marked && (m.Kind == source.Method || m.Access == source.HashPrivate):
		return nil, l.refuseMember(m)
	case !marked && (m.Kind != source.Field || m.Access != source.Public || isFunction(m)):
		return nil, nil
	}
	t, bad := r.memberType(l, m, property)
	if bad != nil {
		return nil, l.naming(m.Name, bad)
	}
	if m.Type == nil && !m.HasDefault && property.Type == "" && m.Kind == source.Field {
		t = implied(t, constraints)
	}
	t, bad = r.constrain(r.nillable(t, property.Nillable), constraints, l, m.Decorators, l.place(m.Pos))
	if bad != nil {
		return nil, l.naming(m.Name, bad)
	}
	field := r.newField(m.Name, t, l.place(m.Pos))
	field.Doc = m.Doc.Summary
	field.Default = LiteralDefault(m.DefaultAs, m.Default)
	field.Required = field.Required && !m.HasDefault && !m.Optional
	if property.Name != "" {
		field.JSON = property.Name
	}
	field.Aliases, field.XML = property.Aliases, property.XML
	if property.Required != nil {
		field.Required, field.RequiredMessage = *property.Required, property.RequiredMessage
	}
	field.NotNull = property.Nillable != nil && !*property.Nillable
	return field, nil
}

// property is what @JsonProperty said. Before decorators have run, its mere presence counts.
func (r *Resolver) property(l level, m *source.Member) (Property, bool) {
	if r.options.Property != nil {
		return r.options.Property(l.file.Path, cmp.Or(exportOf(l.file, l.decl), l.decl.Name), m.Name)
	}
	for _, d := range m.Decorators {
		if d.Name == "JsonProperty" {
			return Property{}, true
		}
	}
	return Property{}, false
}

func (l level) refuseMember(m *source.Member) *fault.Diagnostic {
	reason, hint := "a method is no field", "put @JsonProperty on a field or an accessor"
	if m.Access == source.HashPrivate {
		reason = "nobody outside the class can set it"
		hint = "make it private without #, or give it accessors and decorate these"
	}
	return &fault.Diagnostic{
		Code: codeField, Place: l.place(m.Pos), Length: len(m.Name),
		Message: fmt.Sprintf("field %s.%s: @JsonProperty cannot stand here: %s", l.decl.Name, m.Name, reason), Hint: hint,
	}
}

// refuseConstraints reports constraints on what no request can set.
func (l level) refuseConstraints(m *source.Member) *fault.Diagnostic {
	what := "it is not public, and so no part of the data"
	if m.Static {
		what = "it is static, and so no part of the data"
	}
	return &fault.Diagnostic{
		Code: codeField, Place: l.place(m.Pos), Length: len(m.Name),
		Message: fmt.Sprintf("field %s.%s: constraints cannot stand here: %s", l.decl.Name, m.Name, what),
		Hint:    "make it a public field, or add @JsonProperty to it",
	}
}

// isFunction tells whether a field holds a function: data has none.
func isFunction(m *source.Member) bool {
	if m.Type != nil {
		return m.Type.Kind == source.TypeFunction || m.Type.Kind == source.TypeName && m.Type.Name == "Function"
	}
	return m.HasDefault && m.DefaultAs == source.ValueUnknown && looksLikeFunction(m.Default)
}

// memberType is the type of a member: what @JsonProperty says goes before what is written.
func (r *Resolver) memberType(l level, m *source.Member, property Property) (*Type, *fault.Diagnostic) {
	written := m.Type
	if m.Kind == source.Setter && len(m.Params) == 1 {
		written = m.Params[0].Type
	}
	switch {
	case property.ListClass != nil:
		return r.listOfClass(l, m, *property.ListClass)
	case property.Type != "":
		return r.propertyType(l, m, property.Type)
	default:
		return r.fieldType(l.site, written, m.HasDefault, m.DefaultAs, m.Default)
	}
}

// propertyType is the type of a field with a type option, whose faults are the member's.
func (r *Resolver) propertyType(l level, m *source.Member, text string) (*Type, *fault.Diagnostic) {
	resolved, bad := r.resolve(l.site, ParseType(text))
	if bad != nil {
		bad.Place, bad.Length = l.place(m.Pos), len(m.Name)
	}
	return resolved, bad
}

// listOfClass is the type of a field with a listClass.
func (r *Resolver) listOfClass(l level, m *source.Member, ref ClassRef) (*Type, *fault.Diagnostic) {
	if file := r.project.File(ref.File); file != nil {
		if target := r.project.LookupExport(file, ref.Export); target.Class != nil {
			elem := &Type{Kind: Object, Name: target.Class.Name, Place: l.place(m.Pos)}
			elem.Class = r.header(target.File, target.Class)
			return &Type{
				Kind: List, Name: "list<" + elem.Name + ">", Elem: elem, Place: elem.Place,
				Nullable: m.Type != nil && m.Type.Nullable,
			}, nil
		}
	}
	return nil, &fault.Diagnostic{
		Code: CodeUnknown, Place: l.place(m.Pos), Length: len(m.Name),
		Message: fmt.Sprintf("listClass: %s exports no class %s", ref.File, ref.Export),
		Hint:    "name an exported class of the application",
	}
}

// nillable lets @JsonProperty decide whether null is a value.
func (r *Resolver) nillable(t *Type, nillable *bool) *Type {
	if nillable == nil {
		return t
	}
	return r.withNull(t, *nillable)
}
