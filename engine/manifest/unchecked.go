package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// checkConstraints reports what is wrong with a list of constraints, taken by itself.
func (src *Source) checkConstraints(known Decorator, option string, value any, s fault.Spot) bool {
	list, unknown := validations(value)
	for _, name := range unknown {
		problem := s.Problem("constraint-unknown", "@%s has a constraint %q, which there is not", known.Name, name)
		problem.Hint = fault.DidYouMean("%q", name, slices.Collect(maps.Keys(validators())),
			fmt.Sprintf("%s takes decorators, names and objects: [NotBlank, \"email\", {length: [1, 80]}]", option))
		src.report(problem)
	}
	ok := len(unknown) == 0
	for _, v := range list {
		ok = src.checkOptions(v.known, &Declaration{Decorator: v.known.Name, Options: v.options}, s) && ok
	}
	return ok
}

// constrain gives a type the rules that declarations put on it; mistakes are told at what is
// constrained.
func (src *Source) constrain(t *schema.Type, on []*Declaration, what string, place func(*Declaration) fault.Spot) *schema.Type {
	if t == nil {
		return nil
	}
	for _, d := range slices.Backward(on) { // which is the order they are written in
		src.checked[d] = true
		var wrong []schema.Misfit
		t, wrong = schema.Constrain(t, d.Constraints())
		for _, misfit := range wrong {
			s := place(d)
			bad := naming(what, misfit.Diagnostic)
			bad.Place, bad.Length = s.Place, s.Length
			src.report(bad)
		}
	}
	return t
}

// constraintsAmong picks the constraints of what stands on a member.
func constraintsAmong(on []*Declaration) []*Declaration {
	var list []*Declaration
	for _, d := range on {
		if IsConstraint(d.Decorator) {
			list = append(list, d)
		}
	}
	return list
}

// brokenBy reports a value of the application's own that breaks the constraints on it.
func brokenBy(t *schema.Type, value any, what string, s fault.Spot) (fault.Diagnostic, bool) {
	bad := t.Check(value)
	if bad == nil {
		return fault.Diagnostic{}, false
	}
	said := make([]string, len(bad))
	for i, m := range bad {
		said[i] = m.String()
	}
	problem := s.Problem("constraint-broken", "%s breaks a constraint: %s", what, strings.Join(said, ", "))
	return fault.Explain(problem, "a value of the application's own must fulfil what is asked of others", "mend the value, or the constraint"), true
}

// unchecked reports constraints on what is never bound: a field of a bean that is no setting,
// a parameter of a method that is no handler.
func (b *webBuilder) unchecked() {
	for _, owner := range b.ordered {
		if owner.class == nil || b.isLeftOut(owner) {
			continue
		}
		bean := slices.ContainsFunc(b.out.Beans, func(bean *Bean) bool { return bean.Class == owner.ref && bean.Settings == nil })
		for _, d := range constraintsAmong(owner.members) {
			isData := !bean && (d.Target == OnField || d.Member == "constructor")
			if isData || b.checked[d] {
				continue
			}
			problem := b.spotOf(owner, d).Problem("constraint-unchecked", "no value is ever held against @%s of %s", d.shown(), owner.nameOf(d))
			b.report(fault.Explain(problem, "constraints hold for what is bound: parameters of handlers, fields of request bodies, and settings",
				"move it there, or check the value in the code"))
		}
		b.checkMethods(owner, bean)
	}
}

// checkMethods reports @Validate on what cannot look at an object once it is made.
func (b *webBuilder) checkMethods(owner *declared, bean bool) {
	for _, d := range owner.members {
		m := owner.member(d.Member)
		if d.Decorator != "Validate" || m == nil {
			continue
		}
		what, why, hint := "", "", ""
		switch {
		case bean:
			what, why, hint = "is part of a bean", "a bean is not made of a request", "put it into the class of the request body"
		case m.Kind != source.Method:
			what, why, hint = "is no method", "it is called when an object has been made", "write it as one: "+m.Name+"() { … }"
		case m.Async || m.Generator:
			what, why, hint = "is async", "what it says is needed at once", "take async away; look things up in the handler"
		case requires(m.Params):
			what, why, hint = "takes parameters", "it is called without arguments", "look at the fields of this"
		default:
			continue
		}
		problem := b.spotOf(owner, d).Problem("constraint-check", "@Validate stands on %s.%s, which %s", owner.name(), m.Name, what)
		problem.Why, problem.Hint = why, hint
		b.report(problem)
	}
}
