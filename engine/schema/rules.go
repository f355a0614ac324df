package schema

import "time"

// Rules are the conditions on values of a type beyond their kind, in the order they were written. They are
// frozen. A type without rules has nil, whose methods accept every value.
type Rules struct {
	list []rule
	own  []ownRule // the application's own, checked when the others hold
}

// rule is one constraint, ready to be checked. Only the checks for the values it applies to are set.
type rule struct {
	name     string   // the decorator's: Min
	code     string   // the constraint's: min
	params   []Member // the arguments it was given
	expected string   // "at least 1", to follow "expected"
	message  string   // the application's own message, replaces expected

	text   func(string) bool
	number func(float64) bool // for an int too, whose values are exact as float64
	date   func(time.Time) bool
	size   func(int) bool // number of items of a list or map
	differ bool           // the items of a list must differ
	alone  bool           // if it is broken, the other rules are not checked

	keywords []Member // of JSON Schema
	low      float64  // with bounded: the least and the greatest number or size allowed
	high     float64
	bounded  bool
}

// checkScalar returns the mismatches of a scalar of the kind that is made from a text. It returns nil if
// there are none, and for a text that is not such a value, which binding reports by itself.
func (r *Rules) checkScalar(k Kind, s string) []Mismatch {
	if r == nil {
		return nil
	}
	switch k {
	case String:
		return r.checkText(s)
	case Int:
		if n, _, ok := parseInt(s); ok {
			return r.checkNumber(float64(n))
		}
	case Float:
		if f, ok := parseFloat(s); ok {
			return r.checkNumber(f)
		}
	case Duration, Size:
		if n, ok := parseQuantity(k, s); ok {
			return r.checkNumber(n)
		}
	case Date:
		if t, ok := parseDate(s); ok {
			return r.broken(func(c *rule) bool { return c.date == nil || c.date(t) })
		}
	}
	return nil
}

func (r *Rules) checkText(s string) []Mismatch {
	return r.broken(func(c *rule) bool { return c.text == nil || c.text(s) })
}

func (r *Rules) checkNumber(f float64) []Mismatch {
	return r.broken(func(c *rule) bool { return c.number == nil || c.number(f) })
}

// checkItems returns the mismatches of a list or map of n members. differ is called only if a rule needs it,
// so it may be nil for maps.
func (r *Rules) checkItems(n int, differ func() bool) []Mismatch {
	if r == nil {
		return nil
	}
	return r.broken(func(c *rule) bool {
		if c.differ {
			return differ == nil || differ()
		}
		return c.size == nil || c.size(n)
	})
}

// broken makes a mismatch of each rule that does not hold, with the rule's expectation or the application's
// message. If a value is empty and must not be, only that is reported.
func (r *Rules) broken(holds func(*rule) bool) []Mismatch {
	var list []Mismatch
	for i := range r.list {
		c := &r.list[i]
		switch {
		case holds(c):
		case c.alone:
			return []Mismatch{c.mismatch()}
		default:
			list = append(list, c.mismatch())
		}
	}
	return list
}

func (c *rule) mismatch() Mismatch {
	if c.message != "" {
		return Mismatch{Code: c.code, Params: c.params, Message: c.message}
	}
	return Mismatch{Code: c.code, Params: c.params, Expected: c.expected}
}

// Check checks a plain value of the type, such as a setting or the default of a parameter, against its rules,
// as binding would. It returns nil if they hold. The value is a string, int64, float64, bool, []any,
// map[string]any or nil, and must have been converted to the type before.
func (t *Type) Check(value any) []Mismatch {
	if list, isList := value.([]any); isList {
		return t.checkList(list)
	}
	if values, isMap := value.(map[string]any); isMap {
		return t.checkMap(values)
	}
	if t.Rules == nil {
		return nil
	}
	switch v := value.(type) {
	case string:
		return t.Rules.checkText(v)
	case int64:
		return t.Rules.checkNumber(float64(v))
	case float64:
		return t.Rules.checkNumber(v)
	default:
		return nil
	}
}

func (t *Type) checkList(items []any) []Mismatch {
	item := t.ItemType()
	if item == nil {
		return nil
	}
	for i, v := range items {
		if bad := item.Check(v); bad != nil {
			return under(renderPath([]step{{index: i}}, ""), bad)
		}
	}
	return t.Rules.checkItems(len(items), func() bool { return plainDiffer(items) })
}

func (t *Type) checkMap(values map[string]any) []Mismatch {
	if t.Kind != Map || t.Elem == nil {
		return nil
	}
	for key, v := range values {
		if bad := t.Elem.Check(v); bad != nil {
			return under(renderPath(nil, key), bad)
		}
	}
	return t.Rules.checkItems(len(values), nil)
}
