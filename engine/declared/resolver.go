package declared

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// ResolverOptions returns the functions with which a resolver of types looks up decorators.
func ResolverOptions(declarations []Declaration) schema.Options {
	return schema.Options{
		Property: properties(declarations), Constraints: constraintsOf(declarations), Checks: checks(declarations), XMLRoot: xmlRoots(declarations),
	}
}

// xmlRoots returns the look-up of @XmlRoot.
func xmlRoots(declarations []Declaration) func(file, class string) string {
	known := map[manifest.Ref]string{}
	for _, d := range declarations {
		if name := d.XMLRoot(); name != "" {
			known[d.Owner] = name
		}
	}
	return func(file, class string) string { return known[manifest.Ref{File: file, Export: class}] }
}

// memberKey identifies a member of a class, with param -1, or a parameter of its constructor.
type memberKey struct {
	owner  manifest.Ref
	member string
	param  int
}

func keyOf(d Declaration) memberKey {
	if d.Target == OnParam {
		return memberKey{d.Owner, d.Member, d.Param}
	}
	return memberKey{d.Owner, d.Member, -1}
}

// properties returns the look-up of @JsonProperty and similar decorators.
func properties(declarations []Declaration) func(file, class, member string, param int) (schema.Property, bool) {
	known := map[memberKey]schema.Property{}
	for _, d := range declarations {
		at := keyOf(d)
		if p := known[at]; d.Describe(&p) {
			known[at] = p
		}
	}
	return func(file, class, member string, param int) (schema.Property, bool) {
		p, ok := known[memberKey{manifest.Ref{File: file, Export: class}, member, param}]
		return p, ok
	}
}

// constraintsOf returns the look-up of constraints. Decorators are applied from the last to the first, and the
// constraints are in the order in which they are written.
func constraintsOf(declarations []Declaration) func(file, class, member string, param int) []schema.Constraint {
	known := map[memberKey][]schema.Constraint{}
	for _, d := range slices.Backward(declarations) {
		switch d.Target {
		case OnField, OnMethod, OnParam:
			known[keyOf(d)] = append(known[keyOf(d)], d.Constraints()...)
		}
	}
	return func(file, class, member string, param int) []schema.Constraint {
		return known[memberKey{manifest.Ref{File: file, Export: class}, member, param}]
	}
}

// checks returns the look-up of @Validate.
func checks(declarations []Declaration) func(file, class string) []string {
	known := map[manifest.Ref][]string{}
	for _, d := range declarations {
		if d.Decorator == "Validate" && d.Target == OnMethod && !d.Static {
			known[d.Owner] = append(known[d.Owner], d.Member)
		}
	}
	return func(file, class string) []string { return known[manifest.Ref{File: file, Export: class}] }
}
