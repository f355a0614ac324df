package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// assigned notes that something is assigned to.
func (s *surveyor) assigned(target, value *source.Node) {
	switch target.Kind {
	case source.NodeArray, source.NodeObject:
		for _, part := range target.List {
			if part != nil {
				s.assigned(part, nil)
			}
		}
	case source.NodeProperty, source.NodeSpread, source.NodeAssign:
		if target.A != nil {
			s.assigned(target.A, nil)
		}
	case source.NodeIndex:
		if bare(target.A).Kind == source.NodeThis && s.class != nil {
			s.class.open = true
		}
		if target.B.Kind == source.NodeLiteral {
			s.added = append(s.added, target.B.Name)
		} else if bare(target.A).Kind == source.NodeName {
			s.changes = true
		}
	case source.NodeMember:
		s.member(target, value)
	}
}

func (s *surveyor) member(target, value *source.Node) {
	object := bare(target.A)
	switch {
	case object.Kind == source.NodeThis && s.class != nil:
		if s.class.assigned[target.Name] || value == nil || value.Kind != source.NodeName || s.in != "constructor" {
			s.class.given[target.Name] = "" // more than one value, or not a parameter
		} else if _, before := s.class.given[target.Name]; !before {
			s.class.given[target.Name] = value.Name
		}
		s.class.again[target.Name] = s.class.assigned[target.Name]
		s.class.assigned[target.Name] = true
	case object.Kind == source.NodeName && isGlobalObject(object.Name):
		s.globals, s.added = append(s.globals, target.Name), append(s.added, target.Name) // self may be a variable
	default:
		s.added = append(s.added, target.Name)
	}
}

func isGlobalObject(name string) bool {
	return name == "globalThis" || name == "global" || name == "self" || name == "window"
}

// call notes what a call may do to the classes that it is given.
func (s *surveyor) call(n *source.Node) {
	callee := bare(n.A)
	if n.Kind == source.NodeNew {
		s.made = append(s.made, callee.Name)
	}
	for i, argument := range n.List {
		argument = bare(argument)
		if argument == nil {
			continue
		}
		switch {
		case argument.Kind == source.NodeThis && s.class != nil && n.Kind == source.NodeCall:
			s.class.open = s.class.open || callee.Kind != source.NodeMember || isReflective(callee)
		case argument.Kind == source.NodeMember && i == 0 && isReflective(callee):
			s.added = append(s.added, keysOf(n)...)
		case argument.Kind == source.NodeName && i == 0 && isReflective(callee):
			s.opened = append(s.opened, argument.Name)
			s.added = append(s.added, keysOf(n)...)
			s.changes = s.changes || !knowsKeys(n)
			if isGlobalObject(argument.Name) {
				s.globals = append(s.globals, keysOf(n)...)
			}
		case argument.Kind == source.NodeName && callee.Kind == source.NodeName && n.Kind == source.NodeCall:
			s.opened = append(s.opened, argument.Name)
		}
	}
	if callee.Kind == source.NodeMember && (callee.Name == "call" || callee.Name == "apply") && s.class != nil && len(n.List) > 0 &&
		bare(n.List[0]).Kind == source.NodeThis {
		s.class.open = true
	}
}

// isReflective reports whether a function is one of Object or Reflect, which add members.
func isReflective(callee *source.Node) bool {
	return callee.Kind == source.NodeMember && callee.A.Kind == source.NodeName && (callee.A.Name == "Object" || callee.A.Name == "Reflect") &&
		callee.Name != "freeze" && callee.Name != "keys" && callee.Name != "values" && callee.Name != "entries"
}

// knowsKeys reports whether [keysOf] knows all names.
func knowsKeys(n *source.Node) bool {
	for _, argument := range n.List[1:] {
		switch {
		case argument == nil:
		case argument.Kind == source.NodeLiteral: // the name, of a property
			return true
		case argument.Kind != source.NodeObject || slices.ContainsFunc(argument.List, func(p *source.Node) bool { return p.Name == "" }):
			return false
		}
	}
	return true
}

// keysOf returns the names that Object.assign(x, { name }) and Object.defineProperty(x, "name", …) add.
func keysOf(n *source.Node) (names []string) {
	for _, argument := range n.List[1:] {
		if argument == nil {
			continue
		}
		if argument.Kind == source.NodeLiteral && argument.Op == "string" {
			names = append(names, argument.Name)
		}
		if argument.Kind == source.NodeObject {
			for _, property := range argument.List {
				names = append(names, property.Name)
			}
		}
	}
	return names
}

// prototype notes that the prototype of a class is used for something.
func (s *surveyor) prototype(n *source.Node) {
	if (n.Name == "prototype" || n.Name == "__proto__") && n.A.Kind == source.NodeName {
		s.opened = append(s.opened, n.A.Name)
	}
}
