package inside

import (
	"errors"
	"reflect"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// keptName is the global under which a runtime keeps something of ours. It is not an identifier.
const keptName = "%machine"

// Keep makes a runtime keep something. It is a dynamic object, since the Go value behind one is found without reflection.
func Keep(rt *goja.Runtime, what goja.DynamicObject) {
	_ = rt.GlobalObject().DefineDataProperty(keptName, rt.NewDynamicObject(what), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// Kept returns what the runtime of a machine keeps; nil if it keeps nothing.
func (m *Machine) Kept() goja.DynamicObject {
	global := selfOf(globalOf(m.r))
	if global.table != implementations.global {
		return keptBy(m.r)
	}
	kept := (*Plain)(global.data).Values[unistring.String(keptName)]
	value := ValueOf(&kept)
	if value.table != tables.property {
		return keptBy(m.r)
	}
	value = ValueOf(&value.property().value)
	if value.table != tables.object {
		return nil
	}
	behind := selfOf((*goja.Object)(value.data))
	if behind.table != implementations.dynamic {
		return nil
	}
	return (*dynamic)(behind.data).d
}

// keptBy finds it with the methods of goja.
func keptBy(rt *goja.Runtime) goja.DynamicObject {
	kept, ok := rt.GlobalObject().Get(keptName).(*goja.Object)
	if !ok {
		return nil
	}
	what, _ := kept.Export().(goja.DynamicObject)
	return what
}

// checkKept finds where a runtime keeps it.
var checkKept = sync.OnceValue(func() error {
	if err := errors.Join(checkMachine(), checkObjects(), checkValues()); err != nil {
		return err
	}
	rt, what := goja.New(), new(nobody)
	Keep(rt, what)
	global, sample := rt.GlobalObject(), rt.NewDynamicObject(what)
	if err := errors.Join(startsPlain(implementation(global)), expect(sample, "dynamicObject", reflect.TypeFor[dynamic]())); err != nil {
		return err
	}
	implementations.global, implementations.dynamic = selfOf(global).table, selfOf(sample).table
	if MachineOf(rt).Kept() != what || keptBy(rt) != what {
		return errors.New("what a runtime keeps is not found")
	}
	return nil
})

// nobody is a dynamic object without properties.
type nobody struct{ _ byte }

func (*nobody) Get(string) goja.Value       { return nil }
func (*nobody) Set(string, goja.Value) bool { return false }
func (*nobody) Has(string) bool             { return false }
func (*nobody) Delete(string) bool          { return false }
func (*nobody) Keys() []string              { return nil }
