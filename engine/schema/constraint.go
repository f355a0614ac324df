package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of what is wrong with a constraint.
const (
	CodeConstraintType  = "constraint-type"  // it does not fit the type
	CodeConstraintValue = "constraint-value" // its arguments make no sense
)

// OwnConstraint is the name of a constraint that the application has defined itself. Its options are name,
// message, nulls, arguments, and use, which identifies the use to a [Judge].
const OwnConstraint = "Constraint"

// Constraint is one rule as it was written. Name is the name of the decorator; Options are its arguments:
// string, bool, int64, float64, nil, []any, map[string]any, [Regexp].
type Constraint struct {
	Name    string
	Options map[string]any
	Items   []Constraint // the arguments of Each
}

func (c Constraint) text(option string) string {
	s, _ := c.Options[option].(string)
	return s
}

func (c Constraint) flag(option string) bool {
	b, _ := c.Options[option].(bool)
	return b
}

// number returns an option that is a number.
func (c Constraint) number(option string) (float64, bool) {
	switch v := c.Options[option].(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	default:
		return 0, false
	}
}

// Misfit describes one constraint of a list that cannot be applied. The message has no place yet.
type Misfit struct {
	Index      int // position in the list
	Diagnostic fault.Diagnostic
}

// Constrain returns a copy of the type with rules. It copies so that the rules hold for one field only, not
// for everything else of that type. A type without constraints is returned as it is.
func Constrain(t *Type, list []Constraint) (*Type, []Misfit) {
	if len(list) == 0 {
		return t, nil
	}
	constrained, rules := *t, &Rules{}
	if t.Rules != nil {
		rules.list, rules.own = slices.Clone(t.Rules.list), slices.Clone(t.Rules.own)
	}
	var wrong []Misfit
	for i, c := range list {
		bad := constrained.add(rules, c)
		if bad == nil {
			bad = rules.contradiction(c.Name)
		}
		if bad != nil {
			wrong = append(wrong, Misfit{i, *bad})
		}
	}
	if len(rules.list)+len(rules.own) > 0 {
		constrained.Rules = rules
	}
	return &constrained, wrong
}

// add adds the rule of a constraint.
func (t *Type) add(rules *Rules, c Constraint) *fault.Diagnostic {
	switch c.Name {
	case OwnConstraint:
		rules.addOwn(c)
		return nil
	case "Each":
		return t.addToItems(c)
	case "Integer", "Float", "Boolean", "Date":
		return t.assert(rules, c)
	}
	m, known := makers()[c.Name]
	if !known {
		return nil // cannot happen: a test compares the listing of decorators with this one
	}
	if !slices.Contains(m.kinds, t.Kind) {
		return t.misfit(c.Name, m)
	}
	made, bad := m.rule(t, c)
	if bad != nil {
		return bad
	}
	made.name, made.code, made.message = c.Name, codeOf(c.Name), c.text("message")
	made.alone = c.Name == "NotEmpty" || c.Name == "NotBlank"
	if made.params == nil {
		made.params = c.paramsOf()
	}
	rules.list = append(rules.list, made)
	return nil
}

// addToItems adds a constraint to the items of a list, or the values of a map.
func (t *Type) addToItems(c Constraint) *fault.Diagnostic {
	item := t.ItemType()
	if t.Kind == Map {
		if item = t.Elem; item == nil {
			item = anyItem
		}
	}
	if item == nil {
		return &fault.Diagnostic{
			Code: CodeConstraintType, Message: fmt.Sprintf("@Each applies to lists and maps, not to %s", t.describe()),
			Hint: "write the constraints directly, without @Each",
		}
	}
	constrained, wrong := Constrain(item, c.Items)
	if len(wrong) > 0 {
		bad := wrong[0].Diagnostic
		bad.Message = "each item: " + bad.Message
		return &bad
	}
	t.Elem = constrained
	return nil
}

// assert checks the words of a validate list that name a type against the type.
func (t *Type) assert(rules *Rules, c Constraint) *fault.Diagnostic {
	kinds := map[string][]Kind{"Integer": {Int}, "Float": {Float, Int}, "Boolean": {Bool}, "Date": {Date}}[c.Name]
	if !slices.Contains(kinds, t.Kind) {
		word := map[string]string{"Integer": "int", "Float": "float", "Boolean": "bool", "Date": "Date"}[c.Name]
		return &fault.Diagnostic{
			Code:    CodeConstraintType,
			Message: fmt.Sprintf("%q does not match the declared type, which is %s", strings.ToLower(c.Name), t.describe()),
			Hint:    "declare the type " + word,
		}
	}
	for _, bound := range []struct{ option, name string }{{"min", "Min"}, {"max", "Max"}} {
		if _, given := c.number(bound.option); !given {
			continue
		}
		options := map[string]any{"value": c.Options[bound.option], "message": c.Options["message"]}
		if bad := t.add(rules, Constraint{Name: bound.name, Options: options}); bad != nil {
			return bad
		}
	}
	return nil
}

// describe names a type in prose: "a string", "an int", "a list<User>".
func (t *Type) describe() string {
	name := t.Name
	if name == "" {
		name = t.expected()
	}
	switch {
	case t.Kind == Any || t.Kind == Untyped:
		return "a value of unknown type"
	case strings.ContainsRune("aeio", rune(name[0]|0x20)):
		return "an " + name
	default:
		return "a " + name
	}
}

// misfit reports that a constraint does not apply to the type, and which types it applies to.
func (t *Type) misfit(name string, m maker) *fault.Diagnostic {
	bad := &fault.Diagnostic{
		Code:    CodeConstraintType,
		Message: fmt.Sprintf("@%s applies to %s, not to %s", name, m.subject(), t.describe()),
		Hint:    "declare the type " + asWritten(m.kinds[0]) + ", or remove @" + name,
	}
	elem := t.ItemType()
	if t.Kind == Map {
		elem = t.Elem
	}
	switch {
	case elem != nil && slices.Contains(m.kinds, elem.Kind):
		bad.Hint = fmt.Sprintf("for its items, write @Each(%s(…))", name)
	case name == "Size" && t.Kind == String:
		bad.Hint = "write @Length for the length of a text"
	case name == "Length" && elem != nil:
		bad.Hint = "write @Size for the number of items"
	}
	return bad
}

// asWritten returns the way a type of the kind is written.
func asWritten(k Kind) string {
	return map[Kind]string{String: "string", Int: "int", Date: "Date", List: "list<T>"}[k]
}

// contradiction reports bounds that no value can satisfy, after the constraint called last has been added.
func (r *Rules) contradiction(last string) *fault.Diagnostic {
	least, most := bounds(r.list, last)
	if least == nil || most == nil || least.low <= most.high {
		return nil
	}
	return &fault.Diagnostic{
		Code:    CodeConstraintValue,
		Message: fmt.Sprintf("no value is both %s and %s", least.expected, most.expected),
		Hint:    "correct one of the two; otherwise every request is rejected",
	}
}

// bounds finds the rules with the greatest lower bound and the least upper bound, if the constraint called
// last has bounds at all.
func bounds(list []rule, last string) (least, most *rule) {
	if len(list) == 0 || !list[len(list)-1].bounded || list[len(list)-1].name != last {
		return nil, nil
	}
	for i := range list {
		c := &list[i]
		if !c.bounded {
			continue
		}
		if least == nil || c.low > least.low {
			least = c
		}
		if most == nil || c.high < most.high {
			most = c
		}
	}
	return least, most
}
