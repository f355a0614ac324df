package machine

import (
	"weak"

	"github.com/fwrun/fwrun/engine/inside"
)

// long is the size in bytes from which on a text is worth to grow in place; a shorter one is copied sooner than it is
// found.
const long = 1 << 10

// texts remembers, of the long texts that a runtime has made by appending, those whose copying would cost most, and
// the room behind each. It keeps none of them alive.
type texts struct {
	recent [16]room
	aged   int // what the last text that was forgotten was worth
}

// room is a piece of memory that a text begins, and that other texts may have in common with it. What follows the
// text that is in use up to here belongs to nobody.
type room struct {
	start      weak.Pointer[byte] // tells another piece at the same address
	at         uintptr
	used, size int // in bytes
	worth      int
}

// behind returns the room behind a text; nil if the text does not end where one begins.
func (t *texts) behind(start *byte, length int) *room {
	at := inside.Address(start)
	for i := range t.recent {
		if r := &t.recent[i]; r.at == at && r.used == length && r.start.Value() == start {
			r.worth = t.aged + length
			return r
		}
	}
	return nil
}

// remember takes the memory of a new text in the place of what is worth least: what is short, or was not appended to
// for long.
func (t *texts) remember(start *byte, used, size int) *room {
	least := &t.recent[0]
	for i := range t.recent {
		if r := &t.recent[i]; r.worth < least.worth {
			least = r
		}
	}
	t.aged = least.worth
	*least = room{weak.Make(start), inside.Address(start), used, size, t.aged + used}
	return least
}

// appended returns the memory of a text with more bytes behind it, which the caller has to write.
func (t *texts) appended(start *byte, length, more int) []byte {
	r := t.behind(start, length)
	if r == nil || r.size-length < more {
		size := length + more
		if r != nil { // it is not the first time
			size = grown(size)
		}
		made := make([]byte, size+size&1)
		copy(made, inside.From(start, length))
		start = &made[0]
		if r == nil {
			r = t.remember(start, length, len(made))
		} else {
			*r = room{weak.Make(start), inside.Address(start), length, len(made), r.worth}
		}
	}
	r.used = length + more
	return inside.From(start, r.used)
}

// grown returns the size of the memory for a text that grows.
func grown(size int) int {
	const large = 4 << 20
	if size < large {
		return 2 * size
	}
	return size + size/4
}

// ascii returns left with right behind it.
func (t *texts) ascii(left, right string) string {
	whole := t.appended(inside.Start(left), len(left), len(right))
	copy(whole[len(left):], right)
	return inside.TextOf(whole)
}

// units returns UTF-16 units with others behind them.
func (t *texts) units(left, right []uint16) []uint16 {
	whole := t.widened(left, len(right))
	copy(whole[len(left):], right)
	return whole
}

// widen returns UTF-16 units with an ASCII text behind them.
func (t *texts) widen(left []uint16, right string) []uint16 {
	whole := t.widened(left, len(right))
	for i, c := range []byte(right) {
		whole[len(left)+i] = uint16(c)
	}
	return whole
}

func (t *texts) widened(left []uint16, more int) []uint16 {
	return inside.UnitsOf(t.appended(inside.StartOfUnits(left), 2*len(left), 2*more))
}
