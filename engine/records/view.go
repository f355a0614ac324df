package records

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// View is what is behind an object that still reads its cells.
type View struct{ r *record }

// Of returns what is behind an object; ok is false for one that is not, or no longer, of this package.
func Of(o *goja.Object) (view View, ok bool) {
	r := recordOf(o)
	return View{r}, r != nil
}

// Len returns the number of properties.
func (v View) Len() int { return v.r.count() }

// Has reports whether the object has an own property of a name.
func (v View) Has(name unistring.String) bool {
	_, ok := v.r.own(name)
	return ok
}

// Name returns the name of a property.
func (v View) Name(i int) string { return v.r.layout.fields[i].Name }

// Key returns the name of a property as the key of a JSON object, with the colon. It must not be changed.
func (v View) Key(i int) []byte { return v.r.layout.texts[i] }

// Value returns the value of a property.
func (v View) Value(i int) goja.Value { return v.r.value(i) }

// Cell returns where a property is read from; ok is false for one that the script has assigned, or whose value is an
// object that a script holds, and could have changed. Objects of literals have no cells.
func (v View) Cell(i int) (cells Cells, number, column int, ok bool) {
	if v.r.layout.grows || i < maxSet && v.r.set&(1<<i) != 0 {
		return nil, 0, 0, false
	}
	if v.r.read != nil {
		if _, isObject := v.r.read[i].(*goja.Object); isObject {
			return nil, 0, 0, false
		}
	}
	return v.r.cells, v.r.number, v.r.layout.fields[i].Column, true
}

// Unchanged reports whether all properties are as the cells have them, and the prototype is that of the layout.
func (v View) Unchanged() bool {
	if v.r.Prototype != v.r.layout.prototype {
		return false
	}
	if v.r.layout.grows {
		return false
	}
	for i := range v.r.layout.fields {
		if _, _, _, ok := v.Cell(i); !ok {
			return false
		}
	}
	return true
}

// HasSymbols reports whether the object has own properties that have symbols as keys.
func (v View) HasSymbols() bool { return v.r.SymValues != nil }
