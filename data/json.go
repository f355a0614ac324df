package data

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// jsonKey is a column as a member of a JSON object: `"name":`, escaped once for all rows.
type jsonKey struct {
	column int
	text   []byte
}

// jsonKeys puts the columns in the order JavaScript keeps an object's members: names that
// are array indexes first, ascending, then the others as they came. A name that comes
// twice stands where it first stood and has the value of the last.
func jsonKeys(c *columns) []jsonKey {
	seen := make(map[string]bool, len(c.list))
	keys := make([]jsonKey, 0, len(c.list))
	for _, column := range c.list {
		if seen[column.Name] {
			continue
		}
		seen[column.Name] = true
		text := append(appendString(nil, []byte(column.Name)), ':')
		keys = append(keys, jsonKey{c.index[column.Name], text})
	}
	slices.SortStableFunc(keys, func(a, b jsonKey) int {
		return cmp.Compare(arrayIndex(c.list[a.column].Name), arrayIndex(c.list[b.column].Name))
	})
	return keys
}

// arrayIndex is the number a name like "12" stands for, or one beyond all of them.
func arrayIndex(name string) uint64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
		return math.MaxUint32
	}
	return n
}

// AppendJSON appends all rows as an array of objects, with the text JSON.stringify would
// give for the same values, except that 64-bit integers keep all their digits.
func (r *Rows) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for row := range r.count {
		if row > 0 {
			dst = append(dst, ',')
		}
		dst = r.AppendRowJSON(dst, row)
	}
	return append(dst, ']')
}

// AppendRowJSON appends one row, counting from 0, as an object.
func (r *Rows) AppendRowJSON(dst []byte, row int) []byte {
	width := len(r.columns.list)
	cells := r.cells[row*width : (row+1)*width]
	dst = append(dst, '{')
	for i := range r.columns.keys {
		key := &r.columns.keys[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, key.text...)
		dst = r.appendCell(dst, &cells[key.column])
	}
	return append(dst, '}')
}

// AppendJSON appends the value alone.
func (c Cell) AppendJSON(dst []byte) []byte {
	switch c.kind {
	case Text, Bytes, JSON:
		return appendData(dst, c.kind, c.data)
	default:
		return appendScalar(dst, c.kind, c.bits)
	}
}

func (r *Rows) appendCell(dst []byte, c *cell) []byte {
	if c.kind >= Text {
		return appendData(dst, c.kind, r.heap[c.bits:c.bits+uint64(c.size)])
	}
	return appendScalar(dst, c.kind, c.bits)
}

func appendScalar(dst []byte, kind CellKind, bits uint64) []byte {
	switch kind {
	case Bool:
		return strconv.AppendBool(dst, bits != 0)
	case Int:
		return strconv.AppendInt(dst, int64(bits), 10)
	case Uint:
		return strconv.AppendUint(dst, bits, 10)
	case Float:
		return appendNumber(dst, math.Float64frombits(bits))
	case Time:
		dst = appendInstant(append(dst, '"'), time.UnixMicro(int64(bits)).UTC())
		return append(dst, '"')
	default:
		return append(dst, "null"...)
	}
}

func appendData(dst []byte, kind CellKind, data []byte) []byte {
	switch kind {
	case JSON:
		return appendRaw(dst, data)
	case Bytes:
		dst = base64.StdEncoding.AppendEncode(append(dst, '"'), data)
		return append(dst, '"')
	default:
		return appendString(dst, data)
	}
}

// appendNumber writes a float as JavaScript's Number::toString does: plain digits from
// 1e-6 to below 1e21, an exponent without padding outside; what is no number is null.
func appendNumber(dst []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(dst, "null"...)
	case f == 0:
		return append(dst, '0') // also for -0
	case abs >= 1e-6 && abs < 1e21:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	at := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go pads the exponent to two digits: 1e-07.
	if n := len(dst); n-at >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// plain holds the bytes a JSON string takes as they are.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 0x80; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

const hex = "0123456789abcdef"

// appendString writes a JSON string. U+2028 and U+2029 are escaped, since they would end a
// line in a script; bytes that are no UTF-8 become U+FFFD.
func appendString(dst, s []byte) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(s[i:])
			if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && size == 1 {
				dst = appendEscapedRune(append(dst, s[done:i]...), r)
				done = i + size
			}
			i += size
			continue
		}
		dst = appendEscaped(append(dst, s[done:i]...), c)
		i++
		done = i
	}
	return append(append(dst, s[done:]...), '"')
}

func appendEscaped(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	default:
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}

func appendEscapedRune(dst []byte, r rune) []byte {
	if r == utf8.RuneError {
		return utf8.AppendRune(dst, r)
	}
	return append(dst, '\\', 'u', '2', '0', '2', hex[r&15])
}

// appendRaw writes JSON as the database has it. The two line separators can only stand in
// its strings, where an escape means the same.
func appendRaw(dst, data []byte) []byte {
	for {
		i := bytes.Index(data, []byte{0xE2, 0x80})
		if i < 0 || i+2 >= len(data) {
			return append(dst, data...)
		}
		dst = append(dst, data[:i]...)
		switch data[i+2] {
		case 0xA8:
			dst = append(dst, `\u2028`...)
		case 0xA9:
			dst = append(dst, `\u2029`...)
		default:
			dst = append(dst, data[i:i+3]...)
		}
		data = data[i+3:]
	}
}
