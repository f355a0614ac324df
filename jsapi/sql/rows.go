package sql

import (
	"math/big"
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// maxSafeInteger is the largest whole number that a JavaScript number holds exactly.
const maxSafeInteger = 1<<53 - 1

// resultArray is a query's result as an array. A row becomes an object when the script reads it. A result that the
// script has not changed is written as JSON straight from Go.
type resultArray struct {
	realm   *Realm
	rows    Rows
	items   []goja.Value // nil until the script reads it; the slice is nil until the first read
	length  int
	changed bool
}

var _ engine.JSONAppender = (*resultArray)(nil)

// Result returns a result as an array, whose rows become objects when the script reads them.
func (r *Realm) Result(rows Rows) goja.Value {
	return r.Runtime.NewDynamicArray(&resultArray{realm: r, rows: rows, length: rows.Len()})
}

// Len implements goja.DynamicArray.
func (a *resultArray) Len() int { return a.length }

// Get implements goja.DynamicArray.
func (a *resultArray) Get(i int) goja.Value {
	if i < 0 || i >= a.length {
		return nil
	}
	a.look()
	if a.items[i] == nil {
		a.items[i] = a.realm.Row(a.rows, i)
	}
	return a.items[i]
}

func (a *resultArray) look() {
	if a.items == nil {
		a.items = make([]goja.Value, a.length)
	}
}

// Set implements goja.DynamicArray.
func (a *resultArray) Set(i int, value goja.Value) bool {
	if i < 0 || i > a.length+1<<20 {
		return false
	}
	if i >= a.length {
		a.SetLen(i + 1)
	}
	a.look()
	a.items[i] = value
	a.changed = true
	return true
}

// SetLen implements goja.DynamicArray.
func (a *resultArray) SetLen(n int) bool {
	if n < 0 || n > a.length+1<<20 {
		return false
	}
	a.look()
	for i := a.length; i < n; i++ {
		a.items = append(a.items, goja.Undefined())
	}
	a.items = a.items[:n]
	a.length = n
	a.changed = true
	return true
}

// AppendJSON implements engine.JSONAppender.
func (a *resultArray) AppendJSON(dst []byte) ([]byte, bool) {
	if a.changed {
		return dst, false
	}
	for _, item := range a.items {
		if object, ok := item.(*goja.Object); ok && object.Export().(*resultRow).changed {
			return dst, false
		}
	}
	return a.rows.AppendJSON(dst), true
}

// resultRow is one row as an object. A property that the script sets hides the column of that name.
type resultRow struct {
	realm   *Realm
	rows    Rows
	row     int
	cache   []goja.Value
	changed bool
	own     map[string]goja.Value // set by the script; nil for a deleted one
	order   []string              // of properties that are not columns
}

var _ engine.JSONAppender = (*resultRow)(nil)

// Row returns one row of a result as an object.
func (r *Realm) Row(rows Rows, i int) goja.Value {
	return r.Runtime.NewDynamicObject(&resultRow{realm: r, rows: rows, row: i})
}

// Get implements goja.DynamicObject.
func (o *resultRow) Get(key string) goja.Value {
	if o.own != nil {
		if value, ok := o.own[key]; ok {
			return value
		}
	}
	column, ok := o.rows.Column(key)
	if !ok {
		return nil
	}
	for len(o.cache) <= column {
		o.cache = append(o.cache, nil)
	}
	if o.cache[column] == nil {
		o.cache[column] = o.realm.Cell(o.rows, o.row, column)
	}
	if _, isObject := o.cache[column].(*goja.Object); isObject {
		o.changed = true // the script holds an object that it could change
	}
	return o.cache[column]
}

// Set implements goja.DynamicObject.
func (o *resultRow) Set(key string, value goja.Value) bool {
	if o.own == nil {
		o.own = map[string]goja.Value{}
	}
	if _, isColumn := o.rows.Column(key); !isColumn && o.own[key] == nil {
		o.order = append(o.order, key)
	}
	o.own[key] = value
	o.changed = true
	return true
}

// Has implements goja.DynamicObject.
func (o *resultRow) Has(key string) bool {
	if value, ok := o.own[key]; ok {
		return value != nil
	}
	_, ok := o.rows.Column(key)
	return ok
}

// Delete implements goja.DynamicObject.
func (o *resultRow) Delete(key string) bool {
	if !o.Has(key) {
		return true
	}
	if _, isColumn := o.rows.Column(key); isColumn {
		return o.Set(key, nil)
	}
	delete(o.own, key)
	o.order = slices.DeleteFunc(o.order, func(other string) bool { return other == key })
	return true
}

// Keys implements goja.DynamicObject.
func (o *resultRow) Keys() []string {
	if !o.changed {
		return o.rows.Names()
	}
	var keys []string
	for _, name := range o.rows.Names() {
		if o.Has(name) {
			keys = append(keys, name)
		}
	}
	for _, name := range o.order {
		if o.Has(name) {
			keys = append(keys, name)
		}
	}
	return keys
}

// AppendJSON implements engine.JSONAppender.
func (o *resultRow) AppendJSON(dst []byte) ([]byte, bool) {
	if o.changed {
		return dst, false
	}
	return o.rows.AppendRowJSON(dst, o.row), true
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
		if v > maxSafeInteger || v < -maxSafeInteger {
			return r.Runtime.ToValue(big.NewInt(v))
		}
	case uint64:
		if v > maxSafeInteger {
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
