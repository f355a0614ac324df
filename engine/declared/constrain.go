package declared

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// checkConstraints reports the mistakes in a list of constraints that can be found without a type.
func (src *Source) checkConstraints(known Decorator, option string, value any, s fault.Spot) bool {
	list, unknown := validations(value)
	for _, name := range unknown {
		problem := s.Problem("constraint-unknown", "@%s has an unknown constraint %q", known.Name, name)
		problem.Meant("%q", name, slices.Collect(maps.Keys(validators())),
			fmt.Sprintf("%s takes decorators, names and objects: [NotBlank, \"email\", {length: [1, 80]}]", option))
		src.Report(problem)
	}
	ok := len(unknown) == 0
	for _, v := range list {
		ok = src.CheckOptions(v.known, &Declaration{Decorator: v.known.Name, Options: v.options}, s) && ok
	}
	return ok
}

// Constrain adds the constraints of declarations to a type; mistakes are reported at what is constrained.
func (src *Source) Constrain(t *schema.Type, on []*Declaration, what string, place func(*Declaration) fault.Spot) *schema.Type {
	if t == nil {
		return nil
	}
	for _, d := range slices.Backward(on) { // the order in which they are written
		src.Checked[d] = true
		var wrong []schema.Misfit
		t, wrong = schema.Constrain(t, d.Constraints())
		for _, misfit := range wrong {
			s := place(d)
			bad := Naming(what, misfit.Diagnostic)
			bad.Place, bad.Length = s.Place, s.Length
			src.Report(bad)
		}
	}
	return t
}

// ConstraintsAmong returns the constraints among the declarations on a member.
func ConstraintsAmong(on []*Declaration) []*Declaration {
	var list []*Declaration
	for _, d := range on {
		if IsConstraint(d.Decorator) {
			list = append(list, d)
		}
	}
	return list
}

// BrokenBy reports a value in the application itself that violates its constraints.
func BrokenBy(t *schema.Type, value any, what string, s fault.Spot) (fault.Diagnostic, bool) {
	bad := t.Check(value)
	if bad == nil {
		return fault.Diagnostic{}, false
	}
	said := make([]string, len(bad))
	for i, m := range bad {
		said[i] = m.String()
	}
	problem := s.Problem("constraint-broken", "%s violates a constraint: %s", what, strings.Join(said, ", "))
	return fault.Explain(problem, "values of the application itself must satisfy its constraints, too", "correct the value or the constraint"), true
}
