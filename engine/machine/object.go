package machine

import (
	"sync/atomic"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/records"
)

// maker makes the object of a literal, `{id, name: n}`, whose properties the next instructions put. goja makes a map that
// grows with each of them. Here the object is a record: what the literal has put before says how many there will be, but
// whatever is put, and in whichever order, the object is right.
type maker struct {
	*places
	runs  atomic.Uint32 // counts up to warm
	plain atomic.Bool   // a runtime has found that its records do not pay
}

const (
	// warm is how often a literal has been evaluated, in all runtimes, before its objects are records. What a program has
	// for its start needs no layout.
	warm = 16
	// maxMakers is how many literals a runtime keeps a layout of; there may be more if scripts compile functions.
	maxMakers = 1 << 14
)

func (m *maker) exec(machine unsafe.Pointer) {
	if o := m.object(machine); o == nil || !m.push(machine, o) {
		m.madeObject(unsafe.Pointer(m), machine)
		return
	}
	*(*int)(unsafe.Add(machine, m.pc))++
}

// object returns a new record; nil if goja has to make the object.
func (m *maker) object(machine unsafe.Pointer) *goja.Object {
	if m.plain.Load() {
		return nil
	}
	if m.runs.Load() < warm {
		m.runs.Add(1)
		return nil
	}
	s := m.state(machine)
	if s == nil {
		return nil
	}
	made := s.layoutOf(m).Literal(s.rt)
	if made == nil {
		m.plain.Store(true)
	}
	return made
}

// isWarm reports whether the objects are records.
func (m *maker) isWarm() bool { return m.runs.Load() >= warm && !m.plain.Load() }

// layoutOf returns the layout of the objects that a literal makes.
func (s *state) layoutOf(m *maker) *records.Layout {
	layout := s.literals[m]
	if layout == nil {
		if s.literals == nil || len(s.literals) >= maxMakers {
			s.literals = map[*maker]*records.Layout{}
		}
		layout = records.NewLiteral(s.objects)
		s.literals[m] = layout
	}
	return layout
}
