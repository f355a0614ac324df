package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// tester makes the object of a regular expression that is written in front of .test: `/x/.test(s)`. Each evaluation makes
// a new object, of seven allocations, that nothing but the method sees. If the method is the one that is known to keep
// no receiver, and the expression has no state, which only the flags g and y give it, then no script can tell the objects
// apart, and a runtime makes one.
type tester struct{ original inside.Own }

// maxTested is how many expressions a runtime keeps an object of; there may be more if scripts compile functions.
const maxTested = 1024

func (l *tester) exec(m *inside.Machine) {
	s := stateOf(m)
	if s == nil || s.test == nil || !s.test.InPlace() {
		l.original.Run(m)
		return
	}
	object := s.tested[l]
	if object == nil {
		l.original.Run(m)
		s.remember(l, m.Operands(1)[0])
		return
	}
	if !m.Push(object) {
		l.original.Run(m)
		return
	}
	m.Next()
	if m.Push(s.test.Is) { // otherwise the next instruction looks for it
		m.Next()
	}
}

// remember keeps the object of an expression.
func (s *state) remember(l *tester, object goja.Value) {
	if s.tested == nil || len(s.tested) >= maxTested {
		s.tested = map[*tester]goja.Value{}
	}
	s.tested[l] = object
}

// isTested reports whether instructions begin with an expression without state whose method test is called.
func isTested(slots []inside.Slot) bool {
	if len(slots) < 2 || !slots[0].Is(&inside.NewRegexp) || !slots[1].Is(&inside.ReadCallee) || slots[1].Text() != "test" {
		return false
	}
	expression := slots[0].Expression()
	return !expression.Global && !expression.Sticky
}
