package records

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// keys iterates over the properties of a record, which may be settled meanwhile. As goja's own iterator, it omits those
// that have been deleted, and those that were added.
type keys struct {
	record *record
	at     int
	end    int             // what is added later is not met
	all    bool            // with values, and with symbols at the end
	step   inside.Iterator // next, as a value
}

func iterate(r *record, all bool) inside.Iterator {
	k := &keys{record: r, end: r.count(), all: all}
	k.step = k.next
	return k.step
}

func (k *keys) next() (inside.Item, inside.Iterator) {
	layout := k.record.layout
	for k.at < k.end {
		i := k.at
		k.at++
		if k.record.cells != nil {
			return inside.Item{Name: layout.values[i], Value: k.value(i), Enumerable: inside.IsEnumerable}, k.step
		}
		if value := k.record.Values[layout.names[i]]; value != nil {
			return inside.Item{Name: layout.values[i], Value: value, Enumerable: inside.ValueTells}, k.step
		}
	}
	if k.all {
		return layout.places.iterateSymbols(k.record)()
	}
	return inside.Item{}, nil
}

// value returns the value that goes with a name. Who asks for symbols, too, copies the properties; who does not may
// need no values.
func (k *keys) value(i int) goja.Value {
	switch {
	case k.all:
		return k.record.value(i)
	case k.record.read == nil:
		return nil
	}
	return k.record.read[i]
}

func (r *record) iterateStringKeys() inside.Iterator {
	if r.cells == nil {
		return r.layout.places.iterateStringKeys(r)
	}
	return iterate(r, false)
}

func (r *record) iterateKeys() inside.Iterator {
	if r.cells == nil {
		return r.layout.places.iterateKeys(r)
	}
	return iterate(r, true)
}

func (r *record) stringKeys(all bool, names []goja.Value) []goja.Value {
	if r.cells == nil {
		return r.layout.places.stringKeys(r, all, names)
	}
	return append(names, r.layout.values[:r.count()]...)
}
