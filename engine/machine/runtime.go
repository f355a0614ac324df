package machine

import (
	"unsafe"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/records"
)

// Limits are what the instructions of one runtime keep to. The functions throw a script's error.
type Limits struct {
	Text    int                // the longest text, in UTF-16 units
	TooLong func(length int64) // a text would be longer
	TooDeep func()             // functions have called each other too deeply

	// Expressions is the prototype of regular expressions, whose method test keeps no receiver and hands it to no script;
	// nil if it may.
	Expressions *goja.Object
}

// state belongs to one runtime.
type state struct {
	rt     *goja.Runtime
	limits Limits
	texts  texts
	test   *method // of regular expressions; nil if it is not known
	tested map[*tester]goja.Value

	objects  *goja.Object // the prototype of literals
	literals map[*maker]*records.Layout
}

// A state is a dynamic object, without properties, since the Go value behind one is found without reflection.
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

// name is the global under which a runtime keeps its state. It is not an identifier.
const name = "%machine"

// Install makes the improved programs of a runtime keep to the limits. Without it, they behave as goja's do.
func Install(rt *goja.Runtime, limits Limits) {
	s := &state{rt: rt, limits: limits, objects: rt.NewObject().Prototype()}
	if p := known(); p != nil && limits.Expressions != nil {
		s.test = p.methodIn(limits.Expressions, "test")
	}
	_ = rt.GlobalObject().DefineDataProperty(name, rt.NewDynamicObject(s), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// state returns that of the runtime that a machine belongs to; nil if none was installed.
func (p *places) state(machine unsafe.Pointer) *state {
	rt := *(**goja.Runtime)(unsafe.Add(machine, p.runtime))
	kept, ok := rt.GlobalObject().Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	s, _ := kept.Export().(*state)
	return s
}

// operands returns the topmost values of a machine's stack.
func (p *places) operands(machine unsafe.Pointer, count int) []goja.Value {
	sp := *(*int)(unsafe.Add(machine, p.sp))
	return (*(*[]goja.Value)(unsafe.Add(machine, p.stack)))[sp-count : sp]
}

// answer replaces the topmost values of a machine's stack by one, which is in the place of the first already, and goes
// on with the next instruction.
func (p *places) answer(machine unsafe.Pointer, count int) {
	*(*int)(unsafe.Add(machine, p.sp)) -= count - 1
	*(*int)(unsafe.Add(machine, p.pc))++
}

func faceOf(v *goja.Value) *face { return (*face)(unsafe.Pointer(v)) }
