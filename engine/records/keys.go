package records

import "github.com/dop251/goja"

// keys iterates over the properties of a record, which may be settled meanwhile. As goja's own iterator, it omits those
// that have been deleted, and those that were added.
type keys struct {
	record *record
	at     int
	end    int      // what is added later is not met
	all    bool     // with values, and with symbols at the end
	step   iterator // next, as a value
}

func iterate(r *record, all bool) iterator {
	k := &keys{record: r, end: r.count(), all: all}
	k.step = k.next
	return k.step
}

func (k *keys) next() (item, iterator) {
	layout := k.record.layout
	for k.at < k.end {
		i := k.at
		k.at++
		if k.record.cells != nil {
			return item{layout.values[i], k.value(i), isEnumerable}, k.step
		}
		if value := k.record.values[layout.names[i]]; value != nil {
			return item{layout.values[i], value, valueTells}, k.step
		}
	}
	if k.all {
		return layout.places.iterateSymbols(k.record)()
	}
	return item{}, nil
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

func (r *record) iterateStringKeys() iterator {
	if r.cells == nil {
		return r.layout.places.iterateStringKeys(r)
	}
	return iterate(r, false)
}

func (r *record) iterateKeys() iterator {
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
