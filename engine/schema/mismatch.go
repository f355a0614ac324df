package schema

import (
	"strconv"
	"strings"
)

// Mismatch describes one value that does not fit.
type Mismatch struct {
	Path     string   // order.lines[0].quantity; empty for the value itself
	Code     string   // one of [Codes], or the code of a constraint of the application's own
	Params   []Member // what it was checked against: min, max, values
	Expected string   // "integer", "one of \"a\", \"b\"", "a date-time such as 2026-01-31T12:00:00Z"
	Missing  bool     // required and not sent
	Message  string   // the application's own, beside or instead of Expected: "must be your own"
}

// String formats the mismatch the way callers show it: "order.total: expected number".
func (m Mismatch) String() string {
	text := "expected " + m.Expected
	switch {
	case m.Missing && m.Message != "":
		text = m.Message
	case m.Missing:
		text = "is required"
	case m.Expected == "" && m.Message != "":
		text = m.Message
	case m.Message != "":
		text += "; " + m.Message
	}
	if m.Path == "" {
		return text
	}
	return m.Path + ": " + text
}

// Under returns the mismatch with its path below name. An argument's mismatch gets the argument's name this
// way: lines[0] under order is order.lines[0].
func (m Mismatch) Under(name string) Mismatch {
	switch {
	case m.Path == "":
		m.Path = name
	case m.Path[0] == '[':
		m.Path = name + m.Path
	default:
		m.Path = name + "." + m.Path
	}
	return m
}

// under puts all mismatches of a list below a path.
func under(path string, list []Mismatch) []Mismatch {
	for i, m := range list {
		list[i] = m.Under(path)
	}
	return list
}

// Path returns the path of keys: a number is an index of a list, a string the name of a property.
func Path(keys []any) string {
	steps := make([]step, len(keys))
	for i, key := range keys {
		steps[i].index = -1
		switch key := key.(type) {
		case int:
			steps[i].index = key
		case string:
			steps[i].name = key
		}
	}
	return renderPath(steps, "")
}

// step is one part of a path: a property's name, or an index of a list.
type step struct {
	name  string
	index int
}

// renderPath joins the steps and, unless it is empty, the name of a last property.
func renderPath(steps []step, last string) string {
	var b strings.Builder
	for _, s := range steps {
		if s.index >= 0 {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
			continue
		}
		WriteName(&b, s.name)
	}
	if last != "" {
		WriteName(&b, last)
	}
	return b.String()
}

// isIdentifier reports whether a name can follow a dot without being misread.
func isIdentifier(name string) bool {
	if name == "" || len(name) > longestKey || isDigit(name[0]) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && !isDigit(c) && c != '_' && c != '$' && c != '-' {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
