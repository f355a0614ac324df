package records

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// record is the implementation of an object that reads its properties from cells. It begins like that of a plain
// object, which it becomes when settle fills in the properties: the methods of goja that are not replaced use what is
// in Plain, but neither its values nor its names.
//
// The methods here are called in place of goja's, also, now and then, by code of goja's that has looked the method up
// before the object was settled: then they do what goja's do.
type record struct {
	inside.Plain
	layout *Layout
	cells  Cells // nil once it is settled
	number int
	set    uint64       // the properties that the script has assigned, a bit for each
	read   []goja.Value // by property, nil until it is read; the slice is nil until the first is
}

// recordOf returns what is behind an object; nil for one that is not, or no longer, a record.
func recordOf(o *goja.Object) *record {
	p := known()
	if p == nil {
		return nil
	}
	return inside.Behind[record](o, p.record)
}

// maxSet is the number of properties that can be assigned without settling.
const maxSet = 64

// own returns which of the properties that are read from cells has a name.
func (r *record) own(name unistring.String) (i int, ok bool) {
	if r.cells == nil {
		return 0, false
	}
	i, ok = r.layout.at[name]
	return i, ok && i < r.count()
}

// count returns the number of properties, before the object is settled.
func (r *record) count() int {
	if r.layout.grows {
		return len(r.read)
	}
	return len(r.layout.fields)
}

// value returns a property's value. It is made once.
func (r *record) value(i int) goja.Value {
	if r.read == nil {
		r.read = make([]goja.Value, len(r.layout.fields))
	}
	if r.read[i] == nil {
		r.read[i] = r.cells.Cell(r.number, r.layout.fields[i].Column)
	}
	return r.read[i]
}

// settled makes the object one of goja's plain objects, and returns what those do.
func (r *record) settled() *places {
	l := r.layout
	if r.cells == nil {
		return l.places
	}
	names := l.names[:r.count()]
	values := make(map[unistring.String]goja.Value, len(names)+1)
	for i, name := range names {
		values[name] = r.value(i)
	}
	r.Values = values
	r.PropNames = append(make([]unistring.String, 0, len(names)+1), names...)
	r.LastSortedPropLen, r.IdxPropCount = len(names), l.indexes
	if l.grows {
		l.settled++
		clear(r.read) // they may be in the object's own memory
	}
	r.cells, r.read = nil, nil
	inside.BecomePlain(r.Val)
	return l.places
}

func (r *record) getStr(name unistring.String, receiver goja.Value) goja.Value {
	if i, ok := r.own(name); ok {
		return r.value(i)
	}
	return r.layout.places.getStr(r, name, receiver) // without values it goes on to the prototype
}

func (r *record) getOwnPropStr(name unistring.String) goja.Value {
	if i, ok := r.own(name); ok {
		return r.value(i)
	}
	return r.Values[name]
}

func (r *record) hasOwnPropertyStr(name unistring.String) bool {
	_, ok := r.own(name)
	return ok || r.Values[name] != nil
}

func (r *record) setOwnStr(name unistring.String, v goja.Value, throw bool) bool {
	i, ok := r.own(name)
	if !ok && r.layout.grows && r.cells != nil && r.Extensible {
		return r.grow(name, v, throw)
	}
	if !ok || i >= maxSet {
		return r.settled().setOwnStr(r, name, v, throw)
	}
	if r.read == nil {
		r.read = make([]goja.Value, len(r.layout.fields))
	}
	r.read[i] = v
	r.set |= 1 << i
	return true
}

// setForeignStr is called for an assignment to an object that has this one as a prototype.
func (r *record) setForeignStr(name unistring.String, v, receiver goja.Value, throw bool) (done, handled bool) {
	if _, ok := r.own(name); ok {
		return false, false
	}
	return r.layout.places.setForeignStr(r, name, v, receiver, throw)
}

func (r *record) setForeignIdx(index int64, v, receiver goja.Value, throw bool) (done, handled bool) {
	return r.settled().setForeignIdx(r, index, v, receiver, throw)
}

func (r *record) defineOwnPropertyStr(name unistring.String, d goja.PropertyDescriptor, throw bool) bool {
	if isData(d) && r.Extensible && r.add(name, d.Value) { // a spread does that
		return true
	}
	return r.settled().define(r, name, d, throw)
}

func (r *record) deleteStr(name unistring.String, throw bool) bool {
	return !r.hasOwnPropertyStr(name) || r.settled().deleteStr(r, name, throw)
}

func (r *record) export(context *inside.Context) any {
	return r.settled().export(r, context)
}

func (r *record) putProp(name unistring.String, v goja.Value, writable, enumerable, configurable bool) goja.Value {
	if writable && enumerable && configurable && r.add(name, v) {
		return v
	}
	return r.settled().put(r, name, v, writable, enumerable, configurable)
}
