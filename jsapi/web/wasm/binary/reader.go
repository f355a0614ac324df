package binary

import (
	"fmt"
	"unicode/utf8"
)

// Error is a mistake in a module.
type Error struct {
	Message string
	Offset  int // of the byte, -1 if it has no place
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return e.Message
	}
	return fmt.Sprintf("%s @+%d", e.Message, e.Offset)
}

// reader reads the elements of the format. Its methods panic with an *Error, which [caught] recovers: nearly every line of a
// decoder may fail.
type reader struct {
	data []byte
	at   int
	base int // offset of data in the module, for errors
}

// caught is deferred by functions that use a reader.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Error:
		*err = p
	default:
		panic(p)
	}
}

func (r *reader) fail(format string, args ...any) {
	panic(&Error{fmt.Sprintf(format, args...), r.base + r.at})
}

func (r *reader) more() bool { return r.at < len(r.data) }

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.fail("unexpected end")
	}
	b := r.data[r.at]
	r.at++
	return b
}

// bytes returns the next n bytes, without copying them.
func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.data)-r.at) {
		r.fail("expected %d bytes, fell off end", n)
	}
	from := r.at
	r.at += int(n)
	return r.data[from:r.at:r.at]
}

// u32 reads an unsigned number.
func (r *reader) u32() uint32 {
	var n uint32
	for shift := 0; ; shift += 7 {
		b := r.byte()
		if shift == 28 && b > 0x0f {
			r.fail("invalid LEB128, length overflow or extra bits")
		}
		n |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

// signed reads a signed number of at most this many bits.
func (r *reader) signed(bits int) int64 {
	var n int64
	for shift := 0; ; shift += 7 {
		if shift >= bits {
			r.fail("invalid LEB128, length overflow")
		}
		b := r.byte()
		n |= int64(b&0x7f) << shift
		if b < 0x80 {
			if unused := 64 - shift - 7; b&0x40 != 0 && unused > 0 {
				n = n << unused >> unused
			}
			return n
		}
	}
}

// count reads the length of a vector, each of whose elements takes a byte at least.
func (r *reader) count(what string, most int) int {
	n := r.u32()
	if uint64(n) > uint64(most) {
		r.fail("%s count of %d exceeds internal limit of %d", what, n, most)
	}
	if int64(n) > int64(len(r.data)-r.at) {
		r.fail("%s count of %d is more than there are bytes", what, n)
	}
	return int(n)
}

func (r *reader) name() string {
	n := r.u32()
	if n > maxName {
		r.fail("a name of %d bytes exceeds internal limit of %d", n, maxName)
	}
	text := r.bytes(n)
	if !utf8.Valid(text) {
		r.fail("invalid UTF-8 string")
	}
	return string(text)
}

func (r *reader) end() {
	if r.more() {
		r.fail("section was longer than expected size")
	}
}

// appendU32 appends an unsigned number.
func appendU32(to []byte, n uint32) []byte {
	for n >= 0x80 {
		to = append(to, byte(n)|0x80)
		n >>= 7
	}
	return append(to, byte(n))
}

// appendSigned appends a signed number.
func appendSigned(to []byte, n int64) []byte {
	for n < -64 || n > 63 {
		to = append(to, byte(n)|0x80)
		n >>= 7
	}
	return append(to, byte(n)&0x7f)
}

func appendName(to []byte, name string) []byte {
	return append(appendU32(to, uint32(len(name))), name...)
}

// appendSection appends a section.
func appendSection(to []byte, id byte, body []byte) []byte {
	return append(appendU32(append(to, id), uint32(len(body))), body...)
}
