package machine

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// looping is the step of `for (const x of list)`. goja calls the method next of the iterator, which makes an object of the
// value, and reads that. Here the next element of an array is taken, if the iterator is goja's own, with the method that it
// had when the runtime was set up, and the array has the element itself. All else, and the end, is left to goja.
type looping struct {
	*places
	jump unsafe.Pointer // goja's own instruction
}

func (l *looping) exec(machine unsafe.Pointer) {
	if at, value := l.element(machine); value != nil {
		*at = value
		*(*int)(unsafe.Add(machine, l.pc))++
		return
	}
	l.loops.looped(l.jump, machine)
}

// taking is the step of a pattern, `const [a, b] = list`.
type taking struct{ *places }

func (t *taking) exec(machine unsafe.Pointer) {
	if _, value := t.element(machine); value != nil && t.push(machine, value) {
		*(*int)(unsafe.Add(machine, t.pc))++
		return
	}
	t.loops.took(unsafe.Pointer(t), machine)
}

// loops holds where goja keeps what iterates over an array.
type loops struct {
	stack               uintptr // of a machine
	size, value, record uintptr // of an element of it: its size, the current value, and the iterator with its method
	iterator, next      uintptr // of that
	array, index, kind  uintptr // of an iterator of arrays
	values, length      uintptr // of an array
	iteratorTable       unsafe.Pointer
	arrayTable          unsafe.Pointer
	step, take          unsafe.Pointer // tables of the instructions
	elements            int            // the kind of iterators whose values are the elements
	fastStep, fastTake  *methods
	looped, took        step
}

// element returns the next element of the array that the innermost loop iterates over, and where the loop keeps it; nil if
// goja has to find it.
func (p *places) element(machine unsafe.Pointer) (at *goja.Value, value goja.Value) {
	o := &p.loops
	stack := *(*[]struct{})(unsafe.Add(machine, o.stack))
	top := unsafe.Add(unsafe.Pointer(unsafe.SliceData(stack)), uintptr(len(stack)-1)*o.size)
	record := *(*unsafe.Pointer)(unsafe.Add(top, o.record))
	if record == nil {
		return nil, nil
	}
	iterator := *(*unsafe.Pointer)(unsafe.Add(record, o.iterator))
	if iterator == nil || p.selfOf(iterator).table != o.iteratorTable {
		return nil, nil
	}
	s := p.state(machine)
	if s == nil || s.next == nil || *(*unsafe.Pointer)(unsafe.Add(record, o.next)) != s.next {
		return nil, nil
	}
	state := p.selfOf(iterator).data
	array := *(*unsafe.Pointer)(unsafe.Add(state, o.array))
	if array == nil || *(*int)(unsafe.Add(state, o.kind)) != o.elements || p.selfOf(array).table != o.arrayTable {
		return nil, nil
	}
	list, index := p.selfOf(array).data, (*int64)(unsafe.Add(state, o.index))
	values := *(*[]goja.Value)(unsafe.Add(list, o.values))
	if *index >= int64(len(values)) || *index >= int64(*(*uint32)(unsafe.Add(list, o.length))) {
		return nil, nil
	}
	value = values[*index]
	if table := faceOf(&value).table; table == nil || table == p.property {
		return nil, nil
	}
	*index++
	return (*goja.Value)(unsafe.Add(top, o.value)), value
}

// nextOf returns what identifies the method next of the iterators of arrays.
func nextOf(iterators *goja.Object) unsafe.Pointer {
	if iterators == nil {
		return nil
	}
	method, isObject := iterators.Get("next").(*goja.Object)
	if !isObject {
		return nil
	}
	function, isNative := method.Export().(func(goja.FunctionCall) goja.Value)
	if !isNative {
		return nil
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&function))
}

// arrayLoops finds them.
func (p *places) arrayLoops() bool {
	rt, o, good := goja.New(), &p.loops, true
	field := func(of reflect.Type, name string, is func(reflect.Type) bool) (uintptr, reflect.Type) {
		f, found := of.FieldByName(name)
		if !found || !is(f.Type) {
			good = false
			return 0, nil
		}
		return f.Offset, f.Type
	}
	kind := func(k reflect.Kind) func(reflect.Type) bool {
		return func(t reflect.Type) bool { return t.Kind() == k }
	}
	isObject := func(t reflect.Type) bool { return t == reflect.TypeFor[*goja.Object]() }
	machine, _ := reflect.TypeFor[goja.Runtime]().FieldByName("vm")
	var item, record reflect.Type
	if o.stack, item = field(machine.Type.Elem(), "iterStack", kind(reflect.Slice)); !good {
		return false
	}
	o.size = item.Elem().Size()
	o.value, _ = field(item.Elem(), "val", func(t reflect.Type) bool { return t == reflect.TypeFor[goja.Value]() })
	if o.record, record = field(item.Elem(), "iter", kind(reflect.Pointer)); !good {
		return false
	}
	o.iterator, _ = field(record.Elem(), "iterator", isObject)
	o.next, _ = field(record.Elem(), "next", func(t reflect.Type) bool { return t == reflect.TypeFor[func(goja.FunctionCall) goja.Value]() })

	array, iterator := rt.NewArray(1), rt.NewObject()
	if made, err := rt.RunString("[1].values()"); err == nil {
		iterator = made.(*goja.Object)
	}
	o.array, _ = field(implementation(iterator), "obj", isObject)
	o.index, _ = field(implementation(iterator), "nextIdx", kind(reflect.Int64))
	o.kind, _ = field(implementation(iterator), "kind", kind(reflect.Int))
	o.values, _ = field(implementation(array), "values", func(t reflect.Type) bool { return t == reflect.TypeFor[[]goja.Value]() })
	o.length, _ = field(implementation(array), "length", kind(reflect.Uint32))
	if !good || implementation(iterator).Name() != "arrayIterObject" || implementation(array).Name() != "arrayObject" {
		return false
	}
	o.iteratorTable, o.arrayTable = p.selfOf(unsafe.Pointer(iterator)).table, p.selfOf(unsafe.Pointer(array)).table
	o.elements = *(*int)(unsafe.Add(p.selfOf(unsafe.Pointer(iterator)).data, o.kind))
	return p.arrayInstructions()
}

func (p *places) arrayInstructions() bool {
	program, o, good := goja.MustCompile("", "(function(a) { for (const [b] of a); })", true), &p.loops, true
	p.each(program, func(slots []face, t reflect.Type) {
		switch table := slots[0].table; t.String() {
		case "goja.iterNext":
			o.step, o.fastStep, o.looped = table, replaced(table, (*looping).exec), methodOf(table)
			good = good && isMethod(table, "iterNext).exec")
		case "goja.iterGetNextOrUndef":
			o.take, o.fastTake, o.took = table, replaced(table, (*taking).exec), methodOf(table)
			good = good && isMethod(table, "iterGetNextOrUndef).exec")
		}
	}, func(*face) {})
	return good && o.step != nil && o.take != nil
}
