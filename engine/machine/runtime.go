package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/records"
)

// Limits are what the instructions of one runtime keep to. The functions throw a script's error.
type Limits struct {
	Text    int                // the longest text, in UTF-16 units
	TooLong func(length int64) // a text would be longer
	TooDeep func()             // functions have called each other too deeply

	// Eval is the function of that name that scripts have, and Direct the one of goja, whose calls by name are direct ones. Source
	// returns what it may be given of a text, or throws; it sees the other arguments, which eval itself does not look at. All may be nil.
	Eval, Direct *goja.Object
	Source       func(text goja.String, others []goja.Value) goja.Value

	// Expressions is the prototype of regular expressions, whose method test keeps no receiver and hands it to no script;
	// nil if it may.
	Expressions *goja.Object

	// Iterators is the prototype of the iterators of arrays, with the method next that loops need not call; nil if they must.
	Iterators *goja.Object
}

// state belongs to one runtime.
type state struct {
	rt     *goja.Runtime
	limits Limits
	texts  texts
	test   *inside.Method // of regular expressions; nil if it is not known
	tested map[*tester]goja.Value

	next    inside.Identity // the method next of the iterators of arrays; nothing if it is not known
	iterate goja.Value      // the method of arrays that makes one

	objects  *goja.Object // the prototype of literals
	literals map[*maker]*records.Layout
}

// A state is what [inside.Keep] wants: a dynamic object, without properties.
var _ goja.DynamicObject = (*state)(nil)

// Get implements [goja.DynamicObject].
func (*state) Get(string) goja.Value { return nil }

// Set implements [goja.DynamicObject].
func (*state) Set(string, goja.Value) bool { return false }

// Has implements [goja.DynamicObject].
func (*state) Has(string) bool { return false }

// Delete implements [goja.DynamicObject].
func (*state) Delete(string) bool { return false }

// Keys implements [goja.DynamicObject].
func (*state) Keys() []string { return nil }

// Install makes the improved programs of a runtime keep to the limits. Without it, they behave as goja's do.
func Install(rt *goja.Runtime, limits Limits) {
	s := &state{rt: rt, limits: limits, objects: rt.NewObject().Prototype(), iterate: rt.NewArray().GetSymbol(goja.SymIterator)}
	if inside.Expressions.On() && limits.Expressions != nil {
		s.test = inside.MethodIn(limits.Expressions, "test")
	}
	s.next = nextOf(limits.Iterators)
	inside.Keep(rt, s)
}

// stateOf returns that of the runtime that a machine belongs to; nil if none was installed.
func stateOf(m *inside.Machine) *state {
	s, _ := m.Kept().(*state)
	return s
}
