package sql

import (
	"math/big"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/records"
)

// maxSafeInteger is the largest whole number that a JavaScript number holds exactly.
const maxSafeInteger = 1<<53 - 1

// cells are those of a result, for the objects of its rows.
type cells struct {
	realm *Realm
	rows  Rows
	asIs  bool // written as the database has them: documents as they are, integers that only a BigInt holds with all their digits
}

var _ engine.CellAppender = (*cells)(nil)

// Cells returns the cells of a result for objects that read them when the script does.
func (r *Realm) Cells(rows Rows) records.Cells { return &cells{realm: r, rows: rows} }

// Cell implements [records.Cells].
func (c *cells) Cell(row, column int) goja.Value { return c.realm.Cell(c.rows, row, column) }

// AppendCell implements [engine.CellAppender].
func (c *cells) AppendCell(dst []byte, row, column int) (out []byte, ok bool) {
	if !c.asIs && !c.rows.IsStringified(row, column) {
		return dst, false
	}
	return c.rows.AppendCellJSON(dst, row, column), true
}

func isBig(value any) bool {
	switch v := value.(type) {
	case int64:
		return v > maxSafeInteger || v < -maxSafeInteger
	case uint64:
		return v > maxSafeInteger
	}
	return false
}

// Cell returns the script value of a column in a row.
func (r *Realm) Cell(rows Rows, row, column int) goja.Value {
	value := rows.Value(row, column)
	if text, ok := value.(string); ok && rows.IsJSON(row, column) {
		return r.parsed(text)
	}
	return r.FromDatabase(value)
}

// FromDatabase converts a value of the database to a script value: a number if it holds the value exactly, a Date,
// bytes.
func (r *Realm) FromDatabase(value any) goja.Value {
	switch v := value.(type) {
	case int64:
		if isBig(v) {
			return r.Runtime.ToValue(big.NewInt(v))
		}
	case uint64:
		if isBig(v) {
			return r.Runtime.ToValue(new(big.Int).SetUint64(v))
		}
	case time.Time:
		return r.dateOf(v)
	case []byte:
		return r.bytesOf(v)
	}
	return r.Runtime.ToValue(value)
}

func (r *Realm) dateOf(t time.Time) goja.Value {
	date, err := r.Runtime.New(r.date, r.Runtime.ToValue(t.UnixMilli()))
	if err != nil {
		return goja.Null()
	}
	return date
}

// bytesOf copies the bytes of a column into a new Uint8Array; the column's own bytes are only valid for a while.
func (r *Realm) bytesOf(b []byte) goja.Value {
	array, err := r.Runtime.New(r.bytes, r.Runtime.ToValue(r.Runtime.NewArrayBuffer(append([]byte(nil), b...))))
	if err != nil {
		return goja.Null()
	}
	return array
}

// parsed returns the value of a JSON column; a text that is not JSON stays a text.
func (r *Realm) parsed(text string) goja.Value {
	value, err := r.parse(goja.Undefined(), r.Runtime.ToValue(text))
	if err != nil {
		return r.Runtime.ToValue(text)
	}
	return value
}
