package data

import (
	"math"
	"reflect"
	"time"

	"github.com/fwrun/fwrun/platform/view"
)

// CellKind is the kind of a value in a result. The kinds are the same for every database.
type CellKind uint8

// The kinds. Decimals (NUMERIC, DECIMAL) of at most 15 significant digits are Int or Float;
// longer ones are Text, so that no digit is lost. Leading zeros, and zeros at the end of the
// fraction, are not significant.
const (
	Null  CellKind = iota
	Bool           // also SQLite's 0 and 1 in a column declared BOOLEAN or BOOL
	Int            // 64 bits
	Uint           // MySQL's unsigned integers that exceed Int
	Float          // 64 bits
	Time           // an instant, to the microsecond; TIMESTAMP and DATETIME without a zone are UTC
	Text           // also dates without a time, and numbers that no other kind holds exactly
	Bytes          //
	JSON           // valid JSON text, of a column of a JSON type
)

func (k CellKind) String() string {
	return [...]string{"null", "bool", "int", "uint", "float", "time", "text", "bytes", "json"}[k]
}

var cellSize = int(reflect.TypeFor[cell]().Size())

// Cell is one value of a result. Each accessor works for its own kind only and returns an
// undefined value for another kind.
type Cell struct {
	kind CellKind
	bits uint64
	data []byte
}

// Kind returns the kind of the value, which determines the accessor to use.
func (c Cell) Kind() CellKind { return c.kind }

// Bool returns a value of kind Bool.
func (c Cell) Bool() bool { return c.bits != 0 }

// Int returns a value of kind Int.
func (c Cell) Int() int64 { return int64(c.bits) }

// Uint returns a value of kind Uint.
func (c Cell) Uint() uint64 { return c.bits }

// Float returns a value of kind Float.
func (c Cell) Float() float64 { return math.Float64frombits(c.bits) }

// Time returns a value of kind Time, in UTC.
func (c Cell) Time() time.Time { return time.UnixMicro(int64(c.bits)).UTC() }

// Text returns a value of kind Text or JSON. The string is a view of the result's memory, not a
// copy: while it is in use, the whole result stays in memory.
func (c Cell) Text() string { return view.Text(c.data) }

// Bytes returns a value of kind Bytes. Like Text it is a view, and must not be changed.
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
