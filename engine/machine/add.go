package machine

import (
	"unsafe"

	"github.com/dop251/goja"
)

// adding is the operator +. It has no operands besides those on the stack.
type adding struct{ *places }

// original adds as goja does; its method only wants a receiver that exists.
func (a *adding) original(machine unsafe.Pointer) { a.added(unsafe.Pointer(a), machine) }

func (a *adding) exec(machine unsafe.Pointer) {
	p := a.places
	above := (*face)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(machine, p.stack)), *(*int)(unsafe.Add(machine, p.sp))*faceSize))
	left, right := before(above, 2), before(above, 1)
	switch {
	case left.table == p.integer && right.table == p.integer:
		sum := *(*int64)(left.data) + *(*int64)(right.data)
		if sum > -safe && sum < safe {
			p.number(left, sum)
			p.answer(machine, 2)
			return
		}
	case p.isText(left) || p.isText(right):
		a.texts(machine, p.operands(machine, 2))
		return
	}
	a.original(machine)
}

const faceSize = int(unsafe.Sizeof(face{}))

func before(f *face, count int) *face { return (*face)(unsafe.Add(unsafe.Pointer(f), -count*faceSize)) }

// safe is the end of the integers that goja keeps as such.
const safe = 1 << 53

// number stores an integer.
func (p *places) number(in *face, n int64) {
	if uint64(n) < uint64(len(p.small)) {
		in.data = unsafe.Pointer(&p.small[n])
		return
	}
	in.data = unsafe.Pointer(&[1]int64{n})
}

func (p *places) isText(f *face) bool {
	return f.table == p.ascii || f.table == p.units || f.table == p.imported
}

// texts appends to a long text, and leaves all other operands to goja.
func (a *adding) texts(machine unsafe.Pointer, operands []goja.Value) {
	left, right := &operands[0], &operands[1]
	if !a.isLong(faceOf(left)) && !a.isLong(faceOf(right)) {
		a.original(machine)
		return
	}
	s := a.state(machine)
	if s == nil {
		a.original(machine)
		return
	}
	piece, ok := a.textOf(s, right)
	if base, text := (*left).(goja.String); ok && text {
		s.check(base, piece)
		if a.append(s, left, piece) {
			a.answer(machine, 2)
			return
		}
	}
	a.original(machine)
	if made, text := a.operands(machine, 1)[0].(goja.String); text {
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
func (p *places) isLong(f *face) bool {
	switch f.table {
	case p.ascii:
		return len(*(*string)(f.data)) >= long
	case p.units:
		return len(*(*[]uint16)(f.data)) >= long/2
	}
	return f.table == p.imported
}

// textOf returns the text of a value other than an object; a number has one without code of scripts.
func (p *places) textOf(s *state, v *goja.Value) (goja.String, bool) {
	if text, ok := (*v).(goja.String); ok {
		return text, true
	}
	switch table := faceOf(v).table; table {
	case p.integer, p.float, p.others[0], p.others[1], p.others[2]:
		text, ok := s.rt.ToValue((*v).String()).(goja.String)
		return text, ok
	}
	return nil, false
}

// append replaces a long text by itself with another one behind it. It returns false for texts of other kinds.
func (p *places) append(s *state, text *goja.Value, piece goja.String) bool {
	value := goja.Value(piece)
	left, right := faceOf(text), faceOf(&value)
	switch {
	case !p.isLong(left) || left.table == p.imported:
		return false
	case left.table == p.ascii && right.table == p.ascii:
		made := s.texts.ascii(*(*string)(left.data), *(*string)(right.data))
		left.data = unsafe.Pointer(&made)
	case left.table == p.units && right.table == p.ascii:
		made := s.texts.widen(*(*[]uint16)(left.data), *(*string)(right.data))
		left.data = unsafe.Pointer(&made)
	case left.table == p.units && right.table == p.units:
		made := s.texts.units(*(*[]uint16)(left.data), (*(*[]uint16)(right.data))[1:]) // the first is a mark
		left.data = unsafe.Pointer(&made)
	default:
		return false
	}
	return true
}
