package redis

import (
	"encoding/binary"
	"math"
)

// The codes of MessagePack that headers need: a map of texts. A number of at most 15 or 31 is part of the code.
const (
	fixMap = 0x80
	fixStr = 0xa0
	bin8   = 0xc4 // 16 and 32 follow, as they do for str8
	str8   = 0xd9
	map16  = 0xde // map32 follows
	none   = 0xc0
)

// packHeaders returns headers as a map of MessagePack, which Watermill's adapter keeps them in; nothing, if there are none.
func packHeaders(headers map[string]string) []byte {
	if len(headers) == 0 {
		return nil
	}
	var b []byte
	switch n := len(headers); {
	case n < 16:
		b = append(b, fixMap|byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, map16), uint16(n))
	default:
		b = binary.BigEndian.AppendUint32(append(b, map16+1), uint32(n))
	}
	for name, value := range headers {
		b = packText(packText(b, name), value)
	}
	return b
}

func packText(b []byte, text string) []byte {
	switch n := len(text); {
	case n < 32:
		b = append(b, fixStr|byte(n))
	case n <= math.MaxUint8:
		b = append(b, str8, byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, str8+1), uint16(n))
	default:
		b = binary.BigEndian.AppendUint32(append(b, str8+2), uint32(n))
	}
	return append(b, text...)
}

// unpackHeaders reads what packHeaders or another program has made of headers, and reports whether it is that.
func unpackHeaders(packed string) (map[string]string, bool) {
	headers := map[string]string{}
	if packed == "" {
		return headers, true
	}
	u := unpacker{packed, true}
	for range u.pairs() {
		name := u.text()
		value := u.text()
		if !u.ok {
			break
		}
		headers[name] = value
	}
	return headers, u.ok
}

// unpacker reads from the begin of what is left.
type unpacker struct {
	left string
	ok   bool // all that was read is valid
}

// number reads a number of 1, 2 or 4 bytes.
func (u *unpacker) number(size int) (n int) {
	for _, b := range []byte(u.take(size)) {
		n = n<<8 | int(b)
	}
	return n
}

func (u *unpacker) take(n int) (text string) {
	if n < 0 || n > len(u.left) { // a length of four bytes may be negative where an int has 32 bits
		u.left, u.ok = "", false
		return ""
	}
	text, u.left = u.left[:n], u.left[n:]
	return text
}

// pairs reads how many pairs a map has.
func (u *unpacker) pairs() int {
	switch code := u.number(1); {
	case code == none:
		return 0
	case code&^0x0f == fixMap:
		return code & 0x0f
	case code == map16, code == map16+1:
		return u.number(2 << (code - map16))
	}
	u.ok = false
	return 0
}

// text reads a text. Other programs may write one as bytes.
func (u *unpacker) text() string {
	switch code := u.number(1); {
	case code == none:
		return ""
	case code&^0x1f == fixStr:
		return u.take(code & 0x1f)
	case code >= str8 && code <= str8+2:
		return u.take(u.number(1 << (code - str8)))
	case code >= bin8 && code <= bin8+2:
		return u.take(u.number(1 << (code - bin8)))
	}
	u.ok = false
	return ""
}
