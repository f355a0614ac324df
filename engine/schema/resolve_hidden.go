package schema

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Hidden lists the members of objects of a class that are not part of the data: the fields that the class
// itself, not a base class, declares private or protected without @JsonProperty, and those with @JsonIgnore.
// They are never sent and never bound. Names that begin with # are not listed, since they cannot be sent at
// all.
func (r *Resolver) Hidden(file *source.File, decl *source.Class) []string {
	var names []string
	r.eachHidden(level{site{file: file, owner: decl.Name}, decl}, func(name string, _ func() (*Field, *fault.Diagnostic)) {
		names = append(names, name)
	})
	return names
}

// AllHidden lists the hidden members of objects of a class, including those that its base classes declare.
func (r *Resolver) AllHidden(c *Class) []string {
	line, _ := r.inherited(r.decls[c].level())
	var names []string
	for _, l := range line {
		for _, name := range r.Hidden(l.file, l.decl) {
			isShown := slices.ContainsFunc(c.Fields, func(f *Field) bool { return f.Name == name })
			if !isShown && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// HiddenFields returns the hidden fields of a class and its bases. They are not part of the data that is
// sent, but a table has columns for them.
func (r *Resolver) HiddenFields(c *Class) ([]*Field, fault.List) {
	d := r.decls[c]
	line, problems := r.inherited(d.level())
	var fields []*Field
	for i := len(line) - 1; i >= 0; i-- {
		r.eachHidden(line[i], func(_ string, field func() (*Field, *fault.Diagnostic)) {
			f, bad := field()
			if bad != nil {
				problems = append(problems, *bad)
				return
			}
			fields = override(fields, []*Field{f})
		})
	}
	return fields, problems
}

// eachHidden calls visit for the hidden members that one class declares, with a function that makes the
// field.
func (r *Resolver) eachHidden(l level, visit func(name string, field func() (*Field, *fault.Diagnostic))) {
	for _, m := range l.decl.Members {
		if m.Kind == source.Constructor {
			r.eachHiddenParameter(l, m, visit)
			continue
		}
		property, marked := r.property(l, m.Name, -1, m.Decorators)
		isData := m.Kind == source.Field && !isFunction(m) && !m.Static && !m.Computed && m.Access != source.HashPrivate
		if isData && (property.Ignored || !marked && m.Access != source.Public) {
			visit(m.Name, func() (*Field, *fault.Diagnostic) { return r.dataField(l, m, Property{}, nil) })
		}
	}
}

func (r *Resolver) eachHiddenParameter(l level, constructor *source.Member, visit func(string, func() (*Field, *fault.Diagnostic))) {
	for i, p := range constructor.Params {
		property, marked := r.property(l, "constructor", i, p.Decorators)
		if p.IsProperty && (property.Ignored || !marked && p.Property != source.Public) {
			visit(p.Name, func() (*Field, *fault.Diagnostic) {
				field, bad := r.parameterField(l, p, Property{}, nil)
				if bad != nil {
					bad = l.naming(p.Name, bad)
				}
				return field, bad
			})
		}
	}
}
