package schema

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// ResolveFields resolves the fields of a class, and those of every class that can be reached from them. Each
// mistake is reported once, by the first call that finds it.
func (r *Resolver) ResolveFields(c *Class) fault.List {
	var found fault.List
	for work := []*Class{c}; len(work) > 0; {
		next := work[len(work)-1]
		work = work[:len(work)-1]
		d := r.decls[next]
		if d == nil || d.state == complete || d.state == resolvingFields {
			continue
		}
		r.ownFields(next, d)
		d.state = complete
		found = append(found, d.faults...)
		seen := map[*Type]bool{}
		for _, f := range next.Fields {
			work = classesIn(f.Type, work, seen)
		}
	}
	return found
}

// Complete resolves the fields of every class that a type names, so that the type can be bound.
func (r *Resolver) Complete(t *Type) fault.List {
	var found fault.List
	for _, c := range classesIn(t, nil, map[*Type]bool{}) {
		found = append(found, r.ResolveFields(c)...)
	}
	return found
}

// fieldsNow returns the fields of a class from which a type is derived, as Partial<User> is.
func (r *Resolver) fieldsNow(s site, t *source.Type, c *Class) ([]*Field, *fault.Diagnostic) {
	d := r.decls[c]
	if d.state == resolvingFields {
		return nil, s.refuse(t, codeCycle, "it consists of the fields of the class that contains it", "write the fields out")
	}
	r.ownFields(c, d)
	if len(d.faults) > 0 {
		return nil, &d.faults[0]
	}
	return c.Fields, nil
}

// ownFields resolves the fields of one class, inherited ones first.
func (r *Resolver) ownFields(c *Class, d *declaration) {
	if d.state != headerOnly {
		return
	}
	d.state = resolvingFields
	c.Fields = r.fieldsFrom(d.level(), d)
	d.state = hasFields
}

// fieldsFrom resolves the fields of a class and of those it extends. What is wrong with them are the faults of the declaration.
func (r *Resolver) fieldsFrom(at level, d *declaration) (fields []*Field) {
	line, faults := r.inherited(at)
	d.faults = faults
	for _, level := range slices.Backward(line) {
		hidden := r.Hidden(level.file, level.decl)
		fields = slices.DeleteFunc(fields, func(f *Field) bool { return slices.Contains(hidden, f.Name) })
		fields = override(fields, r.levelFields(level, d))
	}
	return fields
}

// level is a class in a line of inheritance, with the arguments of its type parameters there.
type level struct {
	site
	decl *source.Class
}

// level returns the class itself, without arguments.
func (d *declaration) level() level {
	return level{site{file: d.file, params: d.decl.TypeParams, owner: d.decl.Name}, d.decl}
}

// inherited lists a class and its base classes. The fields of a base class from outside the application are
// not known; the host's own classes have no fields.
func (r *Resolver) inherited(at level) ([]level, fault.List) {
	line := []level{at}
	for at.decl.Extends != nil {
		extends := at.decl.Extends
		target := r.lookup(at.file, extends)
		base := target.Class
		switch {
		case base == nil && r.isHost(target):
			return line, nil
		case slices.ContainsFunc(line, func(l level) bool { return l.decl == base }):
			bad := at.refuse(extends, codeCycle, fmt.Sprintf("%s extends itself", base.Name), "")
			return line, fault.List{*bad}
		case base == nil:
			bad := at.refuse(extends, codeBase, fmt.Sprintf("the fields of the base class of %s are not known", at.decl.Name),
				"extend a class of the application, or declare the fields without a base class")
			return line, fault.List{*bad}
		}
		bound, bad := r.arguments(at.site, extends, base.Name, base.TypeParams)
		if bad != nil {
			return line, fault.List{*bad}
		}
		at = level{site{file: target.File, params: base.TypeParams, bound: bound, owner: base.Name, result: at.result}, base}
		line = append(line, at)
	}
	return line, nil
}

// isHost reports whether a base class belongs to the host.
func (r *Resolver) isHost(base source.Target) bool {
	return base.From == hostModule || base.From == "" && r.host[base.Name]
}

// levelFields resolves the fields that one class of the line declares.
func (r *Resolver) levelFields(l level, d *declaration) []*Field {
	var fields []*Field
	for _, m := range l.decl.Members {
		if m.Kind == source.Constructor {
			fields = append(fields, r.parameterFields(l, d, m)...)
			continue
		}
		field, bad := r.memberField(l, m)
		if bad != nil {
			d.faults = append(d.faults, *bad)
		}
		if field != nil {
			fields = override(fields, []*Field{field})
		}
	}
	return fields
}

// parameterFields returns the fields that a constructor's parameters declare: the public ones, and those with
// @JsonProperty.
func (r *Resolver) parameterFields(l level, d *declaration, constructor *source.Member) []*Field {
	var fields []*Field
	for i, p := range constructor.Params {
		property, marked := r.property(l, "constructor", i, p.Decorators)
		if !p.IsProperty || property.Ignored || !marked && p.Property != source.Public {
			continue
		}
		field, bad := r.parameterField(l, p, property, r.constraints(l, "constructor", i))
		if bad != nil {
			d.faults = append(d.faults, *l.naming(p.Name, bad))
			continue
		}
		fields = append(fields, field)
	}
	return fields
}

func (r *Resolver) parameterField(l level, p *source.Param, property Property, constraints []Constraint) (*Field, *fault.Diagnostic) {
	t, bad := r.statedType(l, property, p.Name, p.Pos, p.Type)
	if t == nil && bad == nil {
		t, bad = r.fieldType(l.site, p.Type, p.HasDefault, p.DefaultAs, p.Default)
	}
	if bad == nil {
		t, bad = r.constrain(r.nillable(t, property.Nillable), constraints, l, p.Decorators, l.place(p.Pos))
	}
	if bad == nil {
		t, bad = r.adjusted(t, property, l.place(p.Pos), p.Name)
	}
	if bad != nil {
		return nil, bad
	}
	field := r.newField(p.Name, t, l.place(p.Pos))
	field.Doc = p.Doc
	if p.HasDefault {
		field.Default = r.Default(l.file, p.DefaultAs, p.Default)
	}
	field.Required = field.Required && !p.HasDefault && !p.Optional
	property.apply(field)
	return field, nil
}

// naming puts the member before a message that begins with its type.
func (l level) naming(member string, bad *fault.Diagnostic) *fault.Diagnostic {
	c := *bad
	c.Message = fmt.Sprintf("field %s.%s: %s", l.decl.Name, member, bad.Message)
	return &c
}

// fieldType returns the declared type, or else the type of the default value. A field with neither takes any
// JSON value.
func (r *Resolver) fieldType(
	s site, t *source.Type, hasDefault bool, kind source.ValueKind, text string,
) (*Type, *fault.Diagnostic) {
	if t != nil {
		resolved, bad := r.resolve(s, t)
		if bad != nil {
			return nil, bad
		}
		return dataType(resolved), nil
	}
	if hasDefault {
		return dataType(FromDefault(kind, text)), nil
	}
	return dataType(&Type{Kind: Untyped}), nil
}
