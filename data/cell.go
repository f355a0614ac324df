package data

import (
	"math"
	"time"
	"unsafe"
)

// CellKind is what a value of a result is, the same for every database.
type CellKind uint8

// The kinds. Decimals (NUMERIC, DECIMAL) that 15 digits hold, zeros in front of them and at the
// end of the fraction aside, are Int or Float; longer ones are Text, so that no digit is lost.
const (
	Null  CellKind = iota
	Bool           // also SQLite's 0 and 1 in a column declared BOOLEAN or BOOL
	Int            // 64 bits
	Uint           // beyond Int, up to 64 bits, of MySQL's unsigned integers
	Float          // 64 bits
	Time           // an instant, to the microsecond; TIMESTAMP and DATETIME without a zone are UTC
	Text           // also dates without a time, and numbers that no other kind holds exactly
	Bytes          //
	JSON           // valid JSON text, of a column of a JSON type
)

func (k CellKind) String() string {
	return [...]string{"null", "bool", "int", "uint", "float", "time", "text", "bytes", "json"}[k]
}

const cellSize = int(unsafe.Sizeof(cell{}))

// Cell is one value of a result. Each accessor is for its kind only and returns nonsense
// for another.
type Cell struct {
	kind CellKind
	bits uint64
	data []byte
}

// Kind tells which accessor to use.
func (c Cell) Kind() CellKind { return c.kind }

// Bool is for kind Bool.
func (c Cell) Bool() bool { return c.bits != 0 }

// Int is for kind Int.
func (c Cell) Int() int64 { return int64(c.bits) }

// Uint is for kind Uint.
func (c Cell) Uint() uint64 { return c.bits }

// Float is for kind Float.
func (c Cell) Float() float64 { return math.Float64frombits(c.bits) }

// Time is for kind Time, in UTC.
func (c Cell) Time() time.Time { return time.UnixMicro(int64(c.bits)).UTC() }

// Text is for kinds Text and JSON. It is a view on the result's memory, not a copy: kept,
// it keeps the whole result.
func (c Cell) Text() string { return unsafe.String(unsafe.SliceData(c.data), len(c.data)) }

// Bytes is for kind Bytes, and like Text a view; it must not be changed.
func (c Cell) Bytes() []byte { return c.data }

// Value returns the value as nil, bool, int64, uint64, float64, time.Time, string (Text and JSON)
// or []byte.
func (c Cell) Value() any {
	switch c.kind {
	case Bool:
		return c.Bool()
	case Int:
		return c.Int()
	case Uint:
		return c.Uint()
	case Float:
		return c.Float()
	case Time:
		return c.Time()
	case Text, JSON:
		return c.Text()
	case Bytes:
		return c.Bytes()
	default:
		return nil
	}
}
