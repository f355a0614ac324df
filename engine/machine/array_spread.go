package machine

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
	"github.com/fwrun/fwrun/engine/inside"
)

// listing is the `...list` of an array, and passing that of a call. goja calls the method next of an iterator for each element, which makes
// an object of it. Here the elements of an ordinary array are taken from where they are, if a script has changed neither how arrays are
// iterated over nor what they inherit. All else is left to goja.
type (
	listing struct{ original inside.Own }
	passing struct{ original inside.Own }
)

func (l *listing) exec(m *inside.Machine) {
	operands := m.Operands(2)
	if all, ok := listed(m, operands[1]); ok && elements.Append(operands[0], all, mostListed) {
		m.Answer(2)
		return
	}
	l.original.Run(m)
}

func (c *passing) exec(m *inside.Machine) {
	if all, ok := listed(m, m.Operands(1)[0]); ok {
		m.Spread(all)
		m.Next()
		return
	}
	c.original.Run(m)
}

// mostListed is how many elements an array may have here: while they are copied nobody can stop the script.
const mostListed = 1 << 20

// listed returns the elements of an array that is iterated over as it was when the runtime was set up; ok is false if goja has to do it.
func listed(m *inside.Machine, v goja.Value) (all []goja.Value, ok bool) {
	all, ok = elements.Unmarked(v)
	if !ok || len(all) > mostListed || slices.Contains(all, nil) {
		return nil, false
	}
	s := stateOf(m)
	return all, s != nil && s.next != (inside.Identity{}) && v.(*goja.Object).GetSymbol(goja.SymIterator) == s.iterate &&
		nextOf(s.limits.Iterators) == s.next
}
