package jsonschema

import "slices"

// settle computes which kinds of values each schema admits, after those of the schemas it consists of. A
// schema that refers back to itself for the same value has no meaning and would never end, so it is a
// mistake.
func (c *compiler) settle() error {
	settled := map[*node]bool{}
	for _, t := range c.order {
		if err := c.nodes[t].settle(settled); err != nil {
			return err
		}
	}
	return nil
}

// settle records the nodes that it has begun, and those that are settled.
func (n *node) settle(settled map[*node]bool) error {
	if done, begun := settled[n]; done {
		return nil
	} else if begun {
		return &Mistake{n.pointer, "the schema refers to itself for the same value"}
	}
	settled[n] = false
	for _, part := range n.parts() {
		if err := part.settle(settled); err != nil {
			return err
		}
	}
	settled[n] = true
	n.admits = n.kinds()
	return nil
}

// parts returns the schemas that apply to the same value.
func (n *node) parts() []*node {
	var parts []*node
	if n.ref != nil {
		parts = append(parts, n.ref)
	}
	if n.anyOf != nil {
		parts = append(parts, n.anyOf.branches...)
	}
	return parts
}

func (n *node) kinds() kinds {
	if n.never {
		return 0
	}
	admits := n.types
	for _, l := range n.allowed {
		admits &= l.kinds
	}
	if n.ref != nil {
		admits &= n.ref.admits
	}
	if n.anyOf != nil {
		n.anyOf.settle()
		admits &= n.anyOf.admits
	}
	return admits
}

// settle joins the kinds that the branches admit, and makes the texts of the problems.
func (a *alternatives) settle() {
	var names []string
	for _, branch := range a.branches {
		a.admits |= branch.admits
		for _, name := range branch.admits.names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if slices.Contains(names, "number") {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "integer" })
	}
	a.kindText, a.noneText = expects(names), noAlternative
	if len(names) == 0 {
		a.kindText = notAllowed
	}
	if cases := a.cases(); cases != nil {
		a.kindText = mustBeOneOf(cases)
		a.noneText = a.kindText
	}
}

// cases returns the values that are listed, if all branches just list values.
func (a *alternatives) cases() []string {
	var cases []string
	listed := false
	for _, branch := range a.branches {
		switch {
		case len(branch.allowed) == 1 && branch.ref == nil && branch.anyOf == nil:
			cases = append(cases, branch.allowed[0].shown...)
			listed = true
		case branch.admits == aNull:
			cases = append(cases, "null")
		default:
			return nil
		}
	}
	if !listed {
		return nil
	}
	return cases
}
