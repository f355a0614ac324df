package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// adding is the operator +. It has no operands besides those on the stack.
type adding struct{ original inside.Own }

func (a *adding) exec(m *inside.Machine) {
	left, right := m.Top(2), m.Top(1)
	switch {
	case left.IsInteger() && right.IsInteger():
		sum := left.Integer() + right.Integer()
		if sum > -safe && sum < safe {
			left.SetInteger(sum)
			m.Answer(2)
			return
		}
	case left.IsText() || right.IsText():
		a.texts(m, m.Operands(2))
		return
	}
	a.original.Run(m)
}

// safe is the end of the integers that goja keeps as such.
const safe = 1 << 53

// texts appends to a long text, and leaves all other operands to goja.
func (a *adding) texts(m *inside.Machine, operands []goja.Value) {
	left, right := &operands[0], &operands[1]
	if !isLong(left) && !isLong(right) {
		a.original.Run(m)
		return
	}
	s := stateOf(m)
	if s == nil {
		a.original.Run(m)
		return
	}
	piece, ok := s.textOf(right)
	if base, text := (*left).(goja.String); ok && text {
		s.check(base, piece)
		if s.append(left, piece) {
			m.Answer(2)
			return
		}
	}
	a.original.Run(m)
	if made, text := m.Operands(1)[0].(goja.String); text {
		s.check(made)
	}
}

// check throws if the texts together are too long.
func (s *state) check(pieces ...goja.String) {
	total := int64(0)
	for _, piece := range pieces {
		total += int64(piece.Length())
	}
	if total > int64(s.limits.Text) {
		s.limits.TooLong(total)
	}
}

// isLong reports whether a value is a text that is worth to grow in place, or may be one.
func isLong(value *goja.Value) bool {
	switch v := inside.ValueOf(value); {
	case v.IsASCII():
		return len(v.ASCII()) >= long
	case v.IsUnits():
		return len(v.Units()) >= long/2
	default:
		return v.IsImported()
	}
}

// textOf returns the text of a value other than an object; a number has one without code of scripts.
func (s *state) textOf(v *goja.Value) (goja.String, bool) {
	if text, ok := (*v).(goja.String); ok {
		return text, true
	}
	if !inside.ValueOf(v).IsPrimitive() {
		return nil, false
	}
	text, ok := s.rt.ToValue((*v).String()).(goja.String)
	return text, ok
}

// append replaces a long text by itself with another one behind it. It returns false for texts of other kinds.
func (s *state) append(text *goja.Value, piece goja.String) bool {
	value := goja.Value(piece)
	left, right := inside.ValueOf(text), inside.ValueOf(&value)
	switch {
	case !isLong(text) || left.IsImported():
		return false
	case left.IsASCII() && right.IsASCII():
		left.SetASCII(s.texts.ascii(left.ASCII(), right.ASCII()))
	case left.IsUnits() && right.IsASCII():
		left.SetUnits(s.texts.widen(left.Units(), right.ASCII()))
	case left.IsUnits() && right.IsUnits():
		left.SetUnits(s.texts.units(left.Units(), right.Units()[1:])) // the first is a mark
	default:
		return false
	}
	return true
}
