package machine

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

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

	// Iterators is the prototype of the iterators of arrays, with the method next that loops need not call; nil if they must.
	Iterators *goja.Object
}

// state belongs to one runtime.
type state struct {
	rt     *goja.Runtime
	limits Limits
	texts  texts
	test   *method // of regular expressions; nil if it is not known
	tested map[*tester]goja.Value

	next    unsafe.Pointer // the method next of the iterators of arrays; nil if it is not known
	iterate goja.Value     // the method of arrays that makes one

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
	s := &state{rt: rt, limits: limits, objects: rt.NewObject().Prototype(), iterate: rt.NewArray().GetSymbol(goja.SymIterator)}
	if p := known(); p != nil && limits.Expressions != nil {
		s.test = p.methodIn(limits.Expressions, "test")
	}
	s.next = nextOf(limits.Iterators)
	s.keepIn(rt)
}

func (s *state) keepIn(rt *goja.Runtime) {
	_ = rt.GlobalObject().DefineDataProperty(name, rt.NewDynamicObject(s), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// state returns that of the runtime that a machine belongs to; nil if none was installed.
func (p *places) state(machine unsafe.Pointer) *state {
	rt := *(*unsafe.Pointer)(unsafe.Add(machine, p.runtime))
	global := p.selfOf(*(*unsafe.Pointer)(unsafe.Add(rt, p.globalObject)))
	if global.table != p.globalTable {
		return stateOf((*goja.Runtime)(rt))
	}
	kept := (*(*map[unistring.String]goja.Value)(unsafe.Add(global.data, p.globals)))[name]
	property := faceOf(&kept)
	if property.table != p.property {
		return stateOf((*goja.Runtime)(rt))
	}
	value := (*face)(unsafe.Add(property.data, p.value))
	if value.table != p.objectValue {
		return nil
	}
	dynamic := p.selfOf(value.data)
	if dynamic.table != p.dynamicTable {
		return nil
	}
	behind := (*face)(unsafe.Add(dynamic.data, p.dynamic))
	if behind.table != p.stateTable {
		return nil
	}
	return (*state)(behind.data)
}

// stateOf finds the state with the methods of goja.
func stateOf(rt *goja.Runtime) *state {
	kept, ok := rt.GlobalObject().Get(name).(*goja.Object)
	if !ok {
		return nil
	}
	s, _ := kept.Export().(*state)
	return s
}

// selfOf returns the implementation of an object.
func (p *places) selfOf(object unsafe.Pointer) *face { return (*face)(unsafe.Add(object, p.self)) }

// states finds where a runtime keeps its state.
func (p *places) states() bool {
	rt, s := goja.New(), new(state)
	s.keepIn(rt)
	object, dynamic := rt.GlobalObject(), rt.NewDynamicObject(s)
	global, hasGlobal := reflect.TypeFor[goja.Runtime]().FieldByName("globalObject")
	self, hasSelf := reflect.TypeFor[goja.Object]().FieldByName("self")
	values, hasValues := implementation(object).FieldByName("values")
	behind, hasBehind := implementation(dynamic).FieldByName("d")
	if !hasGlobal || !hasSelf || !hasValues || !hasBehind || global.Type != reflect.TypeFor[*goja.Object]() || self.Type.Kind() != reflect.Interface ||
		values.Type != reflect.TypeFor[map[unistring.String]goja.Value]() || behind.Type != reflect.TypeFor[goja.DynamicObject]() {
		return false
	}
	p.globalObject, p.self, p.globals, p.dynamic = global.Offset, self.Offset, values.Offset, behind.Offset
	p.globalTable, p.dynamicTable = p.selfOf(unsafe.Pointer(object)).table, p.selfOf(unsafe.Pointer(dynamic)).table
	value, is := goja.Value(dynamic), goja.DynamicObject(s)
	p.objectValue, p.stateTable = faceOf(&value).table, (*face)(unsafe.Pointer(&is)).table
	owner := reflect.ValueOf(rt).Elem().FieldByName("vm").UnsafePointer()
	return p.state(owner) == s && stateOf(rt) == s
}

// implementation returns the type of the struct behind an object.
func implementation(o *goja.Object) reflect.Type {
	return reflect.ValueOf(o).Elem().FieldByName("self").Elem().Type().Elem()
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
