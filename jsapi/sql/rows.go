package sql

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/records"
)

// resultArray is a query's result as an array. A row becomes an object when the script reads it. A result that the
// script has not changed is written as JSON straight from Go.
type resultArray struct {
	realm   *Realm
	rows    Rows
	cells   *cells       // of the rows
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
		a.items[i] = a.realm.row(a.cells, i)
	}
	return a.items[i]
}

func (a *resultArray) look() {
	if a.items == nil {
		a.items, a.cells = make([]goja.Value, a.length), &cells{realm: a.realm, rows: a.rows, asIs: true}
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
		if item == nil {
			continue
		}
		if view, ok := records.Of(item.(*goja.Object)); !ok || !view.Unchanged() {
			return dst, false
		}
	}
	return a.rows.AppendJSON(dst), true
}

// Row returns one row of a result as an object, which reads its columns when the script does.
func (r *Realm) Row(rows Rows, i int) goja.Value {
	return r.row(&cells{realm: r, rows: rows, asIs: true}, i)
}

func (r *Realm) row(of *cells, i int) goja.Value {
	object, err := r.layoutOf(of.rows).New(r.Runtime, of, i)
	if err != nil {
		return goja.Null() // properties that are defined have no setters
	}
	return object
}

// maxLayouts is the number of layouts that a VM keeps. A statement has one for each of its connections.
const maxLayouts = 500

// KeyOf returns what the results of one statement have in common, and no other's: where the names of their columns are.
func KeyOf(rows Rows) *string {
	names := rows.Names()
	if len(names) == 0 {
		return nil
	}
	return &names[0]
}

// layoutOf returns the layout of objects with a property for each column. The results of one statement share their
// names.
func (r *Realm) layoutOf(rows Rows) *records.Layout {
	names, key := rows.Names(), KeyOf(rows)
	if known := r.layouts[key]; known != nil {
		return known
	}
	fields := make([]records.Field, len(names))
	for i, name := range names {
		column, _ := rows.Column(name)
		fields[i] = records.Field{Name: name, Column: column}
	}
	if len(r.layouts) >= maxLayouts {
		clear(r.layouts)
	}
	layout := records.NewLayout(r.objects, fields)
	r.layouts[key] = layout
	return layout
}
