package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// constraints returns the constraints of a member, or of a parameter of the constructor.
func (r *Resolver) constraints(l level, member string, param int) []Constraint {
	if r.options.Constraints == nil {
		return nil
	}
	return r.options.Constraints(l.file.Path, cmp.Or(exportOf(l.file, l.decl), l.decl.Name), member, param)
}

// constrain gives a field's type its rules. A mistake is reported at its decorator, or at the @JsonProperty
// that holds it, else at the place of the field.
func (r *Resolver) constrain(
	t *Type, list []Constraint, l level, written []source.Decorator, place fault.Place,
) (*Type, *fault.Diagnostic) {
	if len(list) > 0 && r.pending[t] != nil {
		return nil, &fault.Diagnostic{
			Code: codeCycle, Place: place, Message: "its type is defined only by itself, so it cannot have constraints",
			Hint: "declare a class, which may contain itself",
		}
	}
	constrained, wrong := Constrain(t, list)
	if len(wrong) == 0 {
		return constrained, nil
	}
	bad := wrong[0].Diagnostic
	bad.Place = place
	for _, name := range []string{"JsonProperty", list[wrong[0].Index].Name} {
		for _, d := range written {
			if d.Name == name || strings.HasSuffix(d.Name, "."+name) {
				bad.Place, bad.Length = l.place(d.Pos), len(d.Name)+len("@")
			}
		}
	}
	return nil, &bad
}

// implied returns the type that the constraints of an untyped field imply: texts, numbers or dates, if one
// constraint is for that type only and the others fit it.
func implied(t *Type, list []Constraint) *Type {
	if t.Kind != Any {
		return t
	}
	for _, as := range []*Type{stringItem, floatItem, dateItem} {
		fits := func(c Constraint) bool { return c.Name == OwnConstraint || slices.Contains(c.kinds(), as.Kind) }
		implies := func(c Constraint) bool { return c.Name != OwnConstraint && fits(c) && !slices.Contains(c.kinds(), Map) }
		if slices.ContainsFunc(list, implies) && !slices.ContainsFunc(list, func(c Constraint) bool { return !fits(c) }) {
			named := *as
			named.Nullable = t.Nullable
			return &named
		}
	}
	return t
}

// kinds returns the kinds of the types that a constraint applies to.
func (c Constraint) kinds() []Kind {
	if c.Name != "OneOf" {
		return makers()[c.Name].kinds
	}
	if values, _ := c.Options["values"].([]any); len(values) > 0 && isString(values[0]) {
		return texts
	}
	return numbers
}
