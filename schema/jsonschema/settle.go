package jsonschema

import "slices"

// settle finds out which kinds of values each schema admits, which takes that those it
// consists of are settled first. One that comes back to itself about the same value says
// nothing, and would be followed forever.
func (c *compiler) settle() error {
	settled := map[*node]bool{}
	for _, t := range c.order {
		if err := c.nodes[t].settle(settled); err != nil {
			return err
		}
	}
	return nil
}

// settle notes the nodes that it has begun with, and those that are settled.
func (n *node) settle(settled map[*node]bool) error {
	if done, begun := settled[n]; done {
		return nil
	} else if begun {
		return &Mistake{n.pointer, "the schema comes back to itself without going into the value"}
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

// parts are the schemas that speak of the same value.
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

// settle joins what the branches admit, and says it.
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

// cases are the values that are listed when all branches just list values.
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
