package schema

import (
	"slices"
	"strings"
)

// Text coerces one text — a path, query, form, header or cookie value — to the type. A list takes it as its
// only item. A type that text cannot express (an object, a map, a shape) is a mismatch. Without a stated type
// the result is a string.
//
// Rules: an int is an optional sign and digits ("007", "+7") within ±(2^53−1); a float is a decimal number; a
// bool is true, false, 1, 0, yes, no, on or off in any case; a date is an ISO 8601 date or date-time, in UTC
// if it names no zone; bytes are base64; an enumeration takes its exact texts; a duration and a size are
// parsed by package units. Text is not trimmed. An empty text is a value of strings only; for another type
// that allows null it is null.
//
// The error is one that a constraint of the application's own threw.
func Text[V any](m Maker[V], t *Type, s string) (V, []Mismatch, error) {
	if t.Kind.IsList() {
		return Texts(m, t, []string{s})
	}
	v, bad := scalar(m, t, s)
	if bad != nil || !t.isJudged() {
		return v, bad, nil
	}
	return judgedText(m, t, v, t.isNoText(s))
}

// isNoText reports whether a text is empty and means null.
func (t *Type) isNoText(s string) bool { return s == "" && t.Nullable && t.isNeverEmpty() }

// judgedText checks the application's own constraints, after all others hold.
func judgedText[V any](m Maker[V], t *Type, v V, isNull bool) (V, []Mismatch, error) {
	bad, err := Judged(m, t, v, isNull)
	if bad != nil || err != nil {
		return m.Absent(), bad, err
	}
	return v, nil, nil
}

// Texts coerces the repeated values of one name. A list takes them all; any other type takes the first. If
// there are no values, the value is missing.
func Texts[V any](m Maker[V], t *Type, values []string) (V, []Mismatch, error) {
	item := t.ItemType()
	if item == nil {
		return firstText(m, t, values)
	}
	items := make([]V, len(values))
	var found []Mismatch
	for i, s := range values {
		v, bad, err := Text(m, item, s)
		if err != nil {
			return m.Absent(), nil, err
		}
		if bad != nil {
			found = append(found, under(renderPath([]step{{index: i}}, ""), bad)...)
			if len(found) >= maxMismatches {
				return m.Absent(), found[:maxMismatches], nil
			}
		}
		items[i] = v
	}
	if bad := t.Rules.checkItems(len(values), func() bool { return textsDiffer(item, values) }); bad != nil {
		found = append(found, bad...)
	}
	if len(found) > 0 {
		return m.Absent(), found, nil
	}
	return judgedText(m, t, m.List(items), false)
}

func firstText[V any](m Maker[V], t *Type, values []string) (V, []Mismatch, error) {
	if len(values) == 0 {
		return m.Absent(), []Mismatch{t.missing("")}, nil
	}
	return Text(m, t, values[0])
}

func scalar[V any](m Maker[V], t *Type, s string) (V, []Mismatch) {
	if t.isNoText(s) {
		return m.Null(), nil
	}
	if t.Rules != nil {
		if bad := t.Rules.checkScalar(t.Kind, s); bad != nil {
			return m.Absent(), bad
		}
	}
	switch t.Kind {
	case String, Untyped, Any:
		return m.String(s), nil
	case Int:
		n, wellFormed, ok := parseInt(s)
		if ok {
			return m.Int(n), nil
		}
		if wellFormed {
			return m.Absent(), []Mismatch{outOfRange()}
		}
	case Float:
		if f, ok := parseFloat(s); ok {
			return m.Float(f), nil
		}
	case Bool:
		if v, ok := parseBool(s); ok {
			return m.Bool(v), nil
		}
	case Date:
		if d, ok := parseDate(s); ok {
			return m.Date(d), nil
		}
	case Bytes:
		if b, ok := parseBytes(s); ok {
			return m.Bytes(b), nil
		}
	case Duration, Size:
		if n, ok := parseQuantity(t.Kind, s); ok {
			return makeQuantity(m, n), nil
		}
	case Enum:
		for i, text := range t.Enum.Texts {
			if text == s {
				return makeCase(m, t.Enum.InScript(i)), nil
			}
		}
	}
	return m.Absent(), []Mismatch{t.unread()}
}

// isNeverEmpty reports whether the type is a scalar that has no empty text among its values.
func (t *Type) isNeverEmpty() bool {
	switch t.Kind {
	case Int, Float, Bool, Date, Bytes, Duration, Size:
		return true
	case Enum:
		return !slices.Contains(t.Enum.Texts, "")
	}
	return false
}

func parseBool(s string) (value, ok bool) {
	if len(s) > len("false") {
		return false, false
	}
	switch strings.ToLower(s) {
	case "true", "1", "yes", "on":
		return true, true
	case "false", "0", "no", "off":
		return false, true
	default:
		return false, false
	}
}

// makeCase makes the value of an enumeration's case.
func makeCase[V any](m Maker[V], value any) V {
	switch value := value.(type) {
	case string:
		return m.String(value)
	case int64:
		return m.Int(value)
	case float64:
		return m.Float(value)
	case bool:
		return m.Bool(value)
	default:
		return m.Absent()
	}
}
