package machine

import (
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/records"
)

// maker makes the object of a literal, `{id, name: n}`, whose properties the next instructions put. goja makes a map that
// grows with each of them. Here the object is a record: what the literal has put before says how many there will be, but
// whatever is put, and in whichever order, the object is right.
type maker struct {
	original inside.Own
	runs     atomic.Uint32 // counts up to warm
	plain    atomic.Bool   // a runtime has found that its records do not pay
}

const (
	// warm is how often a literal has been evaluated, in all runtimes, before its objects are records. What a program has
	// for its start needs no layout.
	warm = 16
	// maxMakers is how many literals a runtime keeps a layout of; there may be more if scripts compile functions.
	maxMakers = 1 << 14
)

func (l *maker) exec(m *inside.Machine) {
	if o := l.made(m); o == nil || !m.Push(o) {
		l.original.Run(m)
		return
	}
	m.Next()
}

// made returns a new record; nil if goja has to make the object.
func (l *maker) made(m *inside.Machine) *goja.Object {
	if l.plain.Load() {
		return nil
	}
	if l.runs.Load() < warm {
		l.runs.Add(1)
		return nil
	}
	s := stateOf(m)
	if s == nil {
		return nil
	}
	o := s.layoutOf(l).Literal(s.rt)
	if o == nil {
		l.plain.Store(true)
	}
	return o
}

// isWarm reports whether the objects are records.
func (l *maker) isWarm() bool { return l.runs.Load() >= warm && !l.plain.Load() }

// layoutOf returns the layout of the objects that a literal makes.
func (s *state) layoutOf(l *maker) *records.Layout {
	layout := s.literals[l]
	if layout == nil {
		if s.literals == nil || len(s.literals) >= maxMakers {
			s.literals = map[*maker]*records.Layout{}
		}
		layout = records.NewLiteral(s.objects)
		s.literals[l] = layout
	}
	return layout
}
