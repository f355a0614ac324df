package records

import (
	"math"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// NewLiteral returns a layout of the objects that one literal of a program makes. It has no properties yet: the objects
// that are made first give it theirs, in the order in which these are put, and later ones have the room for them.
func NewLiteral(prototype *goja.Object) *Layout {
	l := NewLayout(prototype, nil)
	l.grows = true
	return l
}

// Literal returns an object that has no property yet. It is nil if objects of this literal are better made as goja does:
// they have no properties, or too many of them became plain ones.
func (l *Layout) Literal(rt *goja.Runtime) *goja.Object {
	l.begun++
	if l.plain || l.isPoor() {
		l.plain = true
		return nil
	}
	switch n := len(l.names); {
	case n <= 2:
		return roomFor[[2]goja.Value](l, rt)
	case n <= 4:
		return roomFor[[4]goja.Value](l, rt)
	case n <= 6:
		return roomFor[[6]goja.Value](l, rt)
	case n <= 8:
		return roomFor[[8]goja.Value](l, rt)
	case n <= 12:
		return roomFor[[12]goja.Value](l, rt)
	case n <= 16:
		return roomFor[[16]goja.Value](l, rt)
	default:
		return l.object(rt, put{}, 0, make([]goja.Value, 0, n))
	}
}

// isPoor reports whether the records of a literal do not pay. One that becomes a plain object takes half as long again
// as if it had been one from the start, and a sixth of the memory more.
func (l *Layout) isPoor() bool {
	const enough = 16
	return l.begun > enough && len(l.names) == 0 || l.settled > enough && l.settled > l.begun/4
}

// room is an object with the values of its properties, in one allocation.
type room[V any] struct {
	inside.Object
	record
	values V
}

// roomFor makes an object with room for as many values as an array has.
func roomFor[V any](l *Layout, rt *goja.Runtime) *goja.Object {
	made := new(room[V])
	made.layout, made.cells = l, put{}
	made.read = inside.ValuesIn(&made.values)
	return l.begin(rt, &made.Object, &made.record)
}

// put takes the place of the cells of an object whose properties are put one after another.
type put struct{}

func (put) Cell(_, _ int) goja.Value { return goja.Undefined() }

// add puts a property, or replaces its value. It returns false if the object has to become a plain one for it: the
// object of a literal has the first properties of the layout, as many as there are values.
func (r *record) add(name unistring.String, v goja.Value) bool {
	l, next := r.layout, len(r.read)
	if !l.grows || r.cells == nil {
		return false
	}
	if next == len(l.names) || l.names[next] != name {
		if i, ok := r.own(name); ok {
			r.read[i] = v
			return true
		}
		if next < len(l.names) || !l.learn(name) {
			return false
		}
	}
	r.read = append(r.read, v)
	return true
}

// grow adds a property by an assignment, unless a prototype does something else with it.
func (r *record) grow(name unistring.String, v goja.Value, throw bool) bool {
	if r.Prototype != nil {
		if done, handled := inside.SetForeign(r.Prototype, name, v, r.Val, throw); handled {
			return done
		}
	}
	if !r.add(name, v) {
		r.settled().put(r, name, v, true, true, true)
	}
	return true
}

// learn adds a property to the layout, unless objects with it would be listed in another order, or it is one too many.
func (l *Layout) learn(name unistring.String) bool {
	text := name.String()
	if l.plain || len(l.names) == maxSet || index(text) != math.MaxUint32 || text == "__proto__" || unistring.NewFromString(text) != name {
		return false // a half of a pair of surrogates has no text
	}
	l.fields = append(l.fields, Field{Name: text, Column: len(l.fields)})
	l.name(name, text)
	return true
}

// isData reports whether a property is defined as an assignment makes one.
func isData(d goja.PropertyDescriptor) bool {
	return d.Value != nil && d.Writable == goja.FLAG_TRUE && d.Enumerable == goja.FLAG_TRUE && d.Configurable == goja.FLAG_TRUE &&
		d.Getter == nil && d.Setter == nil
}
