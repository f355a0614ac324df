package data

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// jsonKey is a column's name as the key of a JSON object: `"name":`, escaped once for all rows.
type jsonKey struct {
	column int
	text   []byte
}

// jsonKeys returns the columns in the order in which JavaScript keeps an object's members: names
// that are array indexes first, ascending, then the others in their own order. A name that occurs
// twice has the position of the first occurrence and the value of the last.
func jsonKeys(c *columns) []jsonKey {
	seen := make(map[string]bool, len(c.list))
	keys := make([]jsonKey, 0, len(c.list))
	for _, column := range c.list {
		if seen[column.Name] {
			continue
		}
		seen[column.Name] = true
		text := append(jsontext.AppendBytes(nil, []byte(column.Name)), ':')
		keys = append(keys, jsonKey{c.index[column.Name], text})
	}
	slices.SortStableFunc(keys, func(a, b jsonKey) int {
		return cmp.Compare(arrayIndex(c.list[a.column].Name), arrayIndex(c.list[b.column].Name))
	})
	return keys
}

// arrayIndex returns the array index that a name such as "12" represents, or a number larger than
// any index if the name is not one.
func arrayIndex(name string) uint64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
		return math.MaxUint32
	}
	return n
}

// AppendJSON appends all rows as an array of objects, with the text that JSON.stringify would
// return for the same values, except that 64-bit integers keep all their digits.
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

// AppendCellJSON appends one value, by row and column, counted from 0.
func (r *Rows) AppendCellJSON(dst []byte, row, column int) []byte {
	return r.appendCell(dst, &r.cells[row*len(r.columns.list)+column])
}

// IsStringified reports whether AppendCellJSON appends what JSON.stringify returns for the script's value. It does not
// for integers that only a BigInt holds, and documents can be written in several ways.
func (r *Rows) IsStringified(row, column int) bool {
	switch c := &r.cells[row*len(r.columns.list)+column]; c.kind {
	case Int:
		return int64(c.bits) <= maxSafeInteger && int64(c.bits) >= -maxSafeInteger
	case Uint:
		return c.bits <= maxSafeInteger
	case JSON:
		return jsontext.IsStringified(r.data(*c))
	}
	return true
}

// maxSafeInteger is the largest integer that a JavaScript number holds exactly.
const maxSafeInteger = 1<<53 - 1

// AppendJSON appends the value.
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
		return jsontext.AppendNumber(dst, math.Float64frombits(bits))
	case Time:
		dst = jsontext.AppendTime(append(dst, '"'), time.UnixMicro(int64(bits)).UTC())
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
		return jsontext.AppendBytes(dst, data)
	}
}

// appendRaw appends JSON text as the database returned it. The two line separators U+2028 and
// U+2029 can only occur in its strings, where an escape means the same.
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
