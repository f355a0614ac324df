package schema

import (
	"fmt"

	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of what CheckMakeable reports.
const (
	codeAbstract  = "class-abstract"
	codeArguments = "class-arguments"
)

// CheckMakeable reports the classes that a value of the type would need instances of and that binding cannot
// make: abstract classes, and those whose constructor requires arguments. The type must be complete: its
// classes have their fields.
func CheckMakeable(t *Type) fault.List {
	var found fault.List
	seen := map[*Type]bool{}
	known := map[*Class]bool{}
	for work := classesIn(t, nil, seen); len(work) > 0; {
		c := work[len(work)-1]
		if work = work[:len(work)-1]; known[c] {
			continue
		}
		known[c] = true
		if bad := c.unmakeable(); bad != nil {
			found = append(found, *bad)
		}
		for _, f := range c.Fields {
			work = classesIn(f.Type, work, seen)
		}
	}
	return found
}

func (c *Class) unmakeable() *fault.Diagnostic {
	switch {
	case c.Abstract:
		return &fault.Diagnostic{
			Code: codeAbstract, Place: c.Place, Length: len(c.Name),
			Message: fmt.Sprintf("class %s is abstract, so data cannot be bound to it", c.Name),
			Hint:    "use a class that extends it, or remove abstract",
		}
	case c.RequiredArgs > 0:
		return &fault.Diagnostic{
			Code: codeArguments, Place: c.Place, Length: len(c.Name),
			Message: fmt.Sprintf("the constructor of class %s has required parameters, so data cannot be bound to it", c.Name),
			Why:     "an instance is created without arguments, and then its fields are set",
			Hint:    "give the parameters default values, or declare fields instead",
		}
	default:
		return nil
	}
}

// classesIn appends the classes that a type names, but not those named within classes. It follows only types
// that are not in seen, since shapes may contain themselves.
func classesIn(t *Type, into []*Class, seen map[*Type]bool) []*Class {
	if t == nil || seen[t] {
		return into
	}
	seen[t] = true
	if t.Kind == Object {
		into = append(into, t.Class)
	}
	into = classesIn(t.Elem, into, seen)
	for _, part := range t.OneOf {
		into = classesIn(part, into, seen)
	}
	for _, f := range t.Fields {
		into = classesIn(f.Type, into, seen)
	}
	return into
}
