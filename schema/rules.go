package schema

import "time"

// Rules are what values of a type must fulfil beyond their kind, in the order they were
// written. They are frozen. A type without rules has nil, on which everything holds.
type Rules struct {
	list []rule
	own  []ownRule // of the application, which are asked when the others hold
}

// rule is one constraint, ready to be checked. It has the check of the values it is for.
type rule struct {
	name     string   // of the decorator: Min
	code     string   // of the constraint: min
	params   []Member // what it was given
	expected string   // "at least 1", to be read behind "expected"
	message  string   // the application's own words, instead

	text   func(string) bool
	number func(float64) bool // of an int too: a script's whole numbers are exact in it
	date   func(time.Time) bool
	size   func(int) bool // of a list or map
	differ bool           // the items of a list must
	alone  bool           // when it is broken, there is nothing that the others could be held against

	keywords []Member // of JSON Schema
	low      float64  // with bounded: the least and the greatest number or size it leaves
	high     float64
	bounded  bool
}

// checkScalar tells what a scalar of the kind breaks that is made of a text; nil for nothing,
// and for a text that is no such value, which binding finds by itself.
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

// checkItems tells what a list or map of so many breaks. Whether its items differ is asked
// only where a rule wants it; maps need not answer.
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

// broken makes a mismatch of each rule that does not hold: what it expects, or what the
// application says instead. Of what is empty, and must not be, that is all there is to say.
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

// Check tells what a plain value of the type breaks of its rules, as binding would; nil for
// nothing. The value is a string, int64, float64, bool, []any, map[string]any or nil, cast to
// the type before: a setting, or the default of a parameter.
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
	item := t.itemType()
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
