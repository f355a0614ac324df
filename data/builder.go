package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// builder collects a result cell by cell, in the order of rows and columns.
type builder struct {
	rows   Rows
	limits limits
	over   bool     // a single value is too large
	piece  sizeHint // for streams: the size of the previous piece
}

// limits bounds the size of a result, so that a query without a LIMIT fails before it uses up the
// memory of the process.
type limits struct {
	datasource string
	rows       int
	bytes      int
}

func (b *builder) begin(c *columns, hint sizeHint) {
	b.rows.columns = c
	b.rows.cells = make([]cell, 0, hint.cells)
	b.rows.heap = make([]byte, 0, hint.heap)
}

// sizeHint is the size of a statement's previous result, the best estimate of the next one.
type sizeHint struct{ cells, heap int }

// hintFor returns the hint for the result after r. It adds an eighth for growth and is bounded,
// so that a huge result does not cause a large allocation for a small one.
func hintFor(r *Rows) sizeHint {
	const most = 1 << 16
	return sizeHint{min(len(r.cells), most/cellSize), min(len(r.heap)+len(r.heap)/8, most)}
}

// endRow counts a row and checks the limits.
func (b *builder) endRow() error {
	b.rows.count++
	if b.rows.count > b.limits.rows {
		return tooLarge(fmt.Sprintf("more than %d rows (maxRows of datasource %q)", b.limits.rows, b.limits.datasource))
	}
	if b.over || b.rows.Size() > b.limits.bytes {
		return b.tooManyBytes()
	}
	return nil
}

func (b *builder) tooManyBytes() error {
	return tooLarge(fmt.Sprintf("more than %d bytes (maxBytes of datasource %q)", b.limits.bytes, b.limits.datasource))
}

func tooLarge(message string) error {
	return &Error{Kind: ResultTooLarge, Offset: -1, Message: "the result has " + message}
}

func isTooLarge(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == ResultTooLarge
}

func (b *builder) add(kind CellKind, bits uint64) {
	b.rows.cells = append(b.rows.cells, cell{kind: kind, bits: bits})
}

func (b *builder) null()           { b.add(Null, 0) }
func (b *builder) int(v int64)     { b.add(Int, uint64(v)) }
func (b *builder) float(v float64) { b.add(Float, math.Float64bits(v)) }
func (b *builder) time(t time.Time) {
	b.add(Time, uint64(t.UnixMicro()))
}

func (b *builder) uint(v uint64) {
	if v <= math.MaxInt64 {
		b.int(int64(v))
		return
	}
	b.add(Uint, v)
}

func (b *builder) bool(v bool) {
	var bits uint64
	if v {
		bits = 1
	}
	b.add(Bool, bits)
}

func (b *builder) text(v []byte)  { b.data(Text, v) }
func (b *builder) bytes(v []byte) { b.data(Bytes, v) }

// data appends a copy of v, because drivers reuse their buffers.
func (b *builder) data(kind CellKind, v []byte) {
	if b.limits.bytes > 0 && len(v) > b.limits.bytes {
		b.over, v = true, nil
	}
	at := len(b.rows.heap)
	b.rows.heap = append(b.rows.heap, v...)
	b.rows.cells = append(b.rows.cells, cell{kind: kind, bits: uint64(at), size: uint32(len(v))})
}

// json appends a value of a JSON column. Text that is not valid JSON, which SQLite allows, stays
// text.
func (b *builder) json(v []byte) {
	if json.Valid(v) {
		b.data(JSON, v)
		return
	}
	b.text(v)
}

// decimal parses a decimal such as "12.50": a number if 15 digits can hold it, text otherwise.
func (b *builder) decimal(v []byte) {
	if decimalDigits(v) > 15 {
		b.text(v)
		return
	}
	f, err := strconv.ParseFloat(string(v), 64)
	switch {
	case err != nil || math.IsInf(f, 0) || math.IsNaN(f):
		b.text(v)
	case f == math.Trunc(f): // 42.00
		b.int(int64(f))
	default:
		b.float(f)
	}
}

// decimalDigits counts the significant digits of a decimal: leading zeros, and zeros at the end
// of the fraction, do not count.
func decimalDigits(v []byte) int {
	n, idle, leading, fraction := 0, 0, true, false
	for _, c := range v {
		switch {
		case c == '.':
			fraction, idle = true, 0
		case c == '0' && leading:
		case c == '0':
			idle++
			n++
		case c > '0' && c <= '9':
			leading, idle = false, 0
			n++
		}
	}
	if fraction {
		n -= idle
	}
	return n
}

// integer parses an integer. Text with more digits than 64 bits can hold stays text.
func (b *builder) integer(v []byte) {
	if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		b.int(i)
		return
	}
	if u, err := strconv.ParseUint(string(v), 10, 64); err == nil {
		b.uint(u)
		return
	}
	b.text(v)
}

// timestamp parses "2024-05-01 10:20:30.123" in its usual forms, or keeps the text.
func (b *builder) timestamp(v []byte) {
	if t, dateOnly, ok := parseTimestamp(v); ok && !dateOnly {
		b.time(t)
		return
	}
	b.text(v)
}
