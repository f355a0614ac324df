package machine

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// face is the two words of an interface value.
type face struct{ table, data unsafe.Pointer }

// methods is the table of an interface with one method, as package runtime lays it out.
type methods struct {
	inter, kind unsafe.Pointer
	hash        uint32
	first       uintptr // the code of the method
}

// step is the method of an instruction: it runs on the machine of one runtime.
type step func(self, machine unsafe.Pointer)

// places holds where goja keeps what the instructions here need: offsets, and the tables of interfaces.
type places struct {
	code, program             uintptr // of a Program: its instructions; of a runtime: its machine
	runtime                   uintptr // of a machine, like all that follow
	stack, sp, pc             uintptr
	frames, tries             uintptr
	trySize, tryCatch         uintptr           // of an element of tries: its size, and where it is caught
	ascii, units, imported    unsafe.Pointer    // tables of texts as values
	integer, float            unsafe.Pointer    // and of numbers
	others                    [3]unsafe.Pointer // and of true, undefined and null
	small                     [1024]int64
	add, concat               unsafe.Pointer // tables of the instructions that are replaced
	growingAdd, growingConcat *methods       // tables of the instructions that replace them
	counting                  *methods
	added, concatenated       step // what was replaced
	object                    unsafe.Pointer
	maker                     *methods
	madeObject                step
	patterns                  patterns
	loops                     loops
	arrays                    arrays
	copySpread, copyRest      unsafe.Pointer
	spreader, opener, rester  *methods
	spread, opened, rested    step
	literal, callee           unsafe.Pointer
	tester                    *methods
	madeLiteral               step
	globalObject, self        uintptr // of a runtime: its global object; of an object: its implementation
	globals, dynamic          uintptr // of implementations: the properties of the global object, what is behind a dynamic one
	globalTable, dynamicTable unsafe.Pointer
	objectValue, stateTable   unsafe.Pointer // tables of an object as a value, and of a state as a dynamic object
	property                  unsafe.Pointer // table of properties that are not ordinary ones
	value, accessor           uintptr        // of such a property
	expression                uintptr        // of the instruction of a literal
	global, sticky            uintptr        // of an expression
}

// known returns the places; nil if goja is not as expected.
var known = sync.OnceValue(func() (found *places) {
	defer func() {
		if recover() != nil {
			found = nil
		}
	}()
	p := new(places)
	if !p.machine() || !p.values() || !p.instructions() || !p.spreads() || !p.literals() || !p.properties() || !p.states() || !p.arrayLoops() || !p.arraySpreads() {
		return nil
	}
	return p
})

// machine finds the fields of a runtime's machine.
func (p *places) machine() bool {
	owner, ok := reflect.TypeFor[goja.Runtime]().FieldByName("vm")
	if !ok || owner.Type.Kind() != reflect.Pointer {
		return false
	}
	p.program = owner.Offset
	good := true
	field := func(name string, as func(reflect.Type) bool) uintptr {
		f, found := owner.Type.Elem().FieldByName(name)
		good = good && found && as(f.Type)
		return f.Offset
	}
	is := func(t reflect.Type) func(reflect.Type) bool {
		return func(got reflect.Type) bool { return got == t }
	}
	slice := func(elem reflect.Kind) func(reflect.Type) bool {
		return func(got reflect.Type) bool { return got.Kind() == reflect.Slice && got.Elem().Kind() == elem }
	}
	p.runtime = field("r", is(reflect.TypeFor[*goja.Runtime]()))
	p.stack = field("stack", func(t reflect.Type) bool {
		return t.Kind() == reflect.Slice && t.Elem() == reflect.TypeFor[goja.Value]()
	})
	p.sp = field("sp", is(reflect.TypeFor[int]()))
	p.pc = field("pc", is(reflect.TypeFor[int]()))
	p.frames = field("callStack", slice(reflect.Struct))
	p.tries = field("tryStack", func(t reflect.Type) bool {
		if !slice(reflect.Struct)(t) {
			return false
		}
		caught, found := t.Elem().FieldByName("catchPos")
		p.trySize, p.tryCatch = t.Elem().Size(), caught.Offset
		return found && caught.Type == reflect.TypeFor[int32]()
	})
	code, found := reflect.TypeFor[goja.Program]().FieldByName("code")
	p.code = code.Offset
	return good && found && code.Type.Kind() == reflect.Slice && code.Type.Elem().Kind() == reflect.Interface &&
		code.Type.Elem().NumMethod() == 1
}

// values finds the tables of texts, numbers and other primitive values.
func (p *places) values() bool {
	rt := goja.New()
	of := func(v goja.Value, kind reflect.Kind) (table unsafe.Pointer) {
		if reflect.TypeOf(v).Kind() == kind {
			table = (*face)(unsafe.Pointer(&v)).table
		}
		return table
	}
	p.ascii = of(rt.ToValue("a"), reflect.String)
	p.units = of(goja.StringFromUTF16([]uint16{0x100}), reflect.Slice)
	p.imported = of(rt.ToValue(strings.Repeat("a", 100)), reflect.Pointer)
	p.integer, p.float = of(rt.ToValue(1000), reflect.Int64), of(rt.ToValue(0.5), reflect.Float64)
	for i, v := range []goja.Value{rt.ToValue(true), goja.Undefined(), goja.Null()} {
		p.others[i] = of(v, reflect.TypeOf(v).Kind())
	}
	for i := range p.small {
		p.small[i] = int64(i)
	}
	return p.ascii != nil && p.units != nil && p.imported != nil && p.integer != nil && p.float != nil
}

// instructions finds those that are replaced, in a program that has all of them.
func (p *places) instructions() bool {
	program := goja.MustCompile("", "(function(a) { return `${a + 1}${a}${{}}` })", true)
	good := true
	p.each(program, func(slots []face, t reflect.Type) {
		slot := &slots[0]
		switch t.String() {
		case "goja._add":
			p.add, p.growingAdd = slot.table, replaced(slot.table, (*adding).exec)
			p.added = methodOf(slot.table)
			good = good && isMethod(slot.table, "_add).exec")
		case "goja.concatStrings":
			p.concat, p.growingConcat = slot.table, replaced(slot.table, (*concatenating).exec)
			p.concatenated = methodOf(slot.table)
			good = good && isMethod(slot.table, "concatStrings).exec")
		case "goja._newObject":
			p.object, p.maker = slot.table, replaced(slot.table, (*maker).exec)
			p.madeObject = methodOf(slot.table)
			good = good && isMethod(slot.table, "_newObject).exec")
		}
	}, func(slot *face) {
		p.counting = replaced(slot.table, (*entry).exec)
		good = good && isMethod(slot.table, ").exec")
	})
	return good && p.add != nil && p.concat != nil && p.object != nil && p.counting != nil
}

// isMethod reports whether a table is laid out as expected: then what should be the method's code has its name.
func isMethod(table unsafe.Pointer, name string) bool {
	function := runtime.FuncForPC((*methods)(table).first)
	return function != nil && strings.HasSuffix(function.Name(), name)
}

// methodOf returns the method in a table. A function's value is a pointer to the address of its code.
func methodOf(table unsafe.Pointer) step {
	value := unsafe.Pointer(&(*methods)(table).first)
	return *(*step)(unsafe.Pointer(&value))
}

// replaced makes a table that differs from another one in its method.
func replaced[T any](table unsafe.Pointer, method func(self *T, machine unsafe.Pointer)) *methods {
	made := *(*methods)(table)
	made.first = reflect.ValueOf(method).Pointer()
	return &made
}
