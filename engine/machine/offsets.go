package machine

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/dop251/goja"
)

// mapped is where goja keeps, in a Program, from which offset in the source its instructions are.
type mapped struct {
	list   uintptr // in the Program
	size   uintptr // of an element
	offset uintptr // in the source: in an element
}

// found finds where it is, and reports whether goja is as expected.
func (m *mapped) found() bool {
	list, found := reflect.TypeFor[goja.Program]().FieldByName("srcMap")
	if !found || list.Type.Kind() != reflect.Slice || list.Type.Elem().Kind() != reflect.Struct {
		return false
	}
	offset, found := list.Type.Elem().FieldByName("srcPos")
	m.list, m.size, m.offset = list.Offset, list.Type.Elem().Size(), offset.Offset
	return found && offset.Type == reflect.TypeFor[int]()
}

// Offsets returns the offsets in its source that a program and the functions in it can ask for, sorted, each once: those of errors, stacks
// and profiles. They are not known if goja is not as expected.
func Offsets(program *goja.Program) (offsets []int, ok bool) {
	p, m := known(), mapped{}
	if p == nil || !m.found() {
		return nil, false
	}
	enter := func(program *goja.Program) {
		list := *(*[]struct{})(unsafe.Add(unsafe.Pointer(program), m.list))
		for i := range list {
			offsets = append(offsets, *(*int)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(list)), uintptr(i)*m.size+m.offset)))
		}
	}
	w := walker{places: p, enter: enter, visit: func([]face, reflect.Type) {}, begin: func(*face) {}, kinds: map[unsafe.Pointer]kind{}}
	w.program(program)
	slices.Sort(offsets)
	return slices.Compact(offsets), true
}
