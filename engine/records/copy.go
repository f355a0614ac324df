package records

import (
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// Simple reports whether the own properties of an object may be copied by Copy: it is a record, or one of goja's plain
// objects.
func Simple(o *goja.Object) bool {
	return recordOf(o) != nil || inside.Records.On() && inside.IsPlain(o)
}

// Copy puts the own enumerable properties of an object into one that a literal has begun, as a spread does; those with
// the names that are omitted are not. It reports whether it has. If not, the target may have some of them already: to put
// all of them into it as goja does comes to the same, since nothing that a script could notice has happened.
func Copy(target, source *goja.Object, omit []unistring.String) bool {
	to := recordOf(target)
	if to == nil || to.cells == nil || !to.layout.grows || !to.Extensible {
		return false
	}
	if r := recordOf(source); r != nil {
		if r.SymValues != nil || r.cells == nil {
			return false
		}
		to.copyRecord(r, omit)
		return true
	}
	return inside.IsPlain(source) && to.copyPlain(inside.PlainOf(source), omit)
}

// Look looks for an own property of an object, of any kind.
func Look(o *goja.Object, name unistring.String) { inside.OwnProperty(o, name) }

// copied is what a layout knows of copies into its objects: what follows from the layout of the source, from how many
// properties that has, and from how many the target has before.
type copied struct {
	from      *Layout
	count, at int
	omit      *unistring.String // the first of the names, whose memory is the same each time
	keep      []int             // the properties that are copied; they are the next ones of the target's layout
}

func first(names []unistring.String) *unistring.String {
	if len(names) == 0 {
		return nil
	}
	return &names[0]
}

// maxCopied is how many kinds of sources a layout remembers.
const maxCopied = 4

// copyRecord copies from a record.
func (r *record) copyRecord(source *record, omit []unistring.String) {
	at, count := len(r.read), source.count()
	for i := range r.layout.copies {
		c := &r.layout.copies[i]
		if c.from == source.layout && c.count == count && c.at == at && c.omit == first(omit) {
			for _, i := range c.keep {
				r.read = append(r.read, source.peek(i))
			}
			return
		}
	}
	var keep []int
	for i := range count {
		if name := source.layout.names[i]; !slices.Contains(omit, name) {
			r.putProp(name, source.peek(i), true, true, true)
			keep = append(keep, i)
		}
	}
	r.remember(copied{source.layout, count, at, first(omit), keep})
}

// remember keeps how the properties were copied, if each of them was the next one of the layout.
func (r *record) remember(c copied) {
	l := r.layout
	if r.cells == nil || len(l.copies) == maxCopied || len(r.read) != c.at+len(c.keep) {
		return
	}
	for k, i := range c.keep {
		if l.names[c.at+k] != c.from.names[i] {
			return
		}
	}
	l.copies = append(l.copies, c)
}

// peek returns a property's value. One that is an object is kept, so that it is the same each time.
func (r *record) peek(i int) goja.Value {
	if r.read != nil {
		return r.value(i)
	}
	value := r.cells.Cell(r.number, r.layout.fields[i].Column)
	if _, isObject := value.(*goja.Object); isObject {
		r.read = make([]goja.Value, len(r.layout.fields))
		r.read[i] = value
	}
	return value
}

// copyPlain copies from a plain object whose properties are all as assignments make them, and none has a symbol as key.
func (r *record) copyPlain(source *inside.Plain, omit []unistring.String) bool {
	if source.SymValues != nil {
		return false
	}
	for i, name := range source.PropNames {
		if i >= source.LastSortedPropLen && startsWithDigit(name) {
			return false // it may have to come first
		}
		value := source.Values[name]
		if value == nil || inside.IsProperty(value) {
			return false
		}
		if !slices.Contains(omit, name) {
			r.putProp(name, value, true, true, true)
		}
	}
	return true
}

func startsWithDigit(name unistring.String) bool {
	return len(name) > 0 && name[0] >= '0' && name[0] <= '9'
}
