package inside

import (
	"errors"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// program has the fields of a goja.Program.
type program struct {
	code     []Slot
	funcName unistring.String
	src      unsafe.Pointer
	srcMap   []mapped
}

// mapped has the fields of a srcMapItem: from which offset in the source the instructions from one on are.
type mapped struct{ pc, srcPos int }

// Slot is the place of an instruction in a program.
type Slot face

// Own is an instruction of goja's.
type Own struct {
	exec step
	data unsafe.Pointer
}

// step is the method of an instruction.
type step func(self unsafe.Pointer, m *Machine)

// Run runs the instruction.
func (o Own) Run(m *Machine) { o.exec(o.data, m) }

// Own returns the instruction in a place.
func (s *Slot) Own() Own { return Own{function[step](&(*methods)(s.table).first), s.data} }

// Count returns the operand of an instruction that has a number.
func (o Own) Count() int { return *(*int)(o.data) }

// Arguments returns the operand of an instruction that has a number of arguments.
func (o Own) Arguments() int { return int(*(*uint32)(o.data)) }

// Text returns the operand of an instruction that has a text.
func (s *Slot) Text() string { return *(*string)(s.data) }

// Value returns the operand of an instruction that has a value.
func (s *Slot) Value() *Value { return (*Value)(s.data) }

// Replacement is the table of instructions of our own: it differs from that of goja's in the method.
type Replacement struct {
	table    *methods
	replaces unsafe.Pointer
}

// Fits reports whether an instruction is of the kind that is replaced. Nothing fits a replacement that is nil.
func (r *Replacement) Fits(s *Slot) bool { return r != nil && s.table == r.replaces }

// Is reports whether an instruction is one of ours.
func (r *Replacement) Is(s *Slot) bool { return s.table == unsafe.Pointer(r.table) }

// Replace puts an instruction of our own in a place.
func Replace[T any](s *Slot, by *Replacement, self *T) {
	*s = Slot{unsafe.Pointer(by.table), unsafe.Pointer(self)}
}

// Replacing makes the table of instructions that go in the place of those of a kind.
func Replacing[T any](k *Kind, exec func(self *T, m *Machine)) *Replacement {
	made := *(*methods)(k.table)
	made.first = codeOf(exec)
	return &Replacement{&made, k.table}
}

var checkPrograms = sync.OnceValue(func() error {
	if err := checkMachine(); err != nil {
		return err
	}
	theirs := reflect.TypeFor[goja.Program]()
	code, err := fieldOf(theirs, "code")
	if err != nil {
		return err
	}
	if code.Type.Kind() != reflect.Slice || code.Type.Elem().Kind() != reflect.Interface || code.Type.Elem().NumMethod() != 1 {
		return errors.New("an instruction is not an interface with one method")
	}
	return compare(theirs, reflect.TypeFor[program]())
})

func checkOffsets() error { return checkPrograms() }

// Slots returns the places of a program's instructions.
func Slots(p *goja.Program) []Slot { return (*program)(unsafe.Pointer(p)).code }

// OffsetsOf calls yield with the offsets in the source that the instructions of a program have.
func OffsetsOf(p *goja.Program, yield func(offset int)) {
	for _, item := range (*program)(unsafe.Pointer(p)).srcMap {
		yield(item.srcPos)
	}
}

// Added is what was added to the source of a program, by the offsets that instructions have in it.
type Added struct {
	Call      func(offset int) bool // a call whose result is dropped
	Arguments int                   // of such a call
	Other     func(offset int) bool
}

// Hide makes the calls that were added to a program be at that of what follows them, what is behind such a call be at that of what stands
// before, and all else that was added have no place.
func Hide(p *goja.Program, added Added) {
	own := (*program)(unsafe.Pointer(p))
	isAdded := func(item mapped) bool { return added.Call(item.srcPos) || added.Other(item.srcPos) }
	if !slices.ContainsFunc(own.srcMap, isAdded) {
		return
	}
	items := make([]mapped, 0, 2*len(own.srcMap))
	before := 0
	for i, item := range own.srcMap {
		switch {
		case added.Call(item.srcPos):
			items = added.call(items, own.srcMap[i:], before, isAdded)
		case !added.Other(item.srcPos):
			items, before = append(items, item), item.srcPos
		}
	}
	own.srcMap = items
}

// call appends the places of a call, which is the first of the rest.
func (a Added) call(items, rest []mapped, before int, isAdded func(mapped) bool) []mapped {
	next := slices.IndexFunc(rest, func(item mapped) bool { return !isAdded(item) })
	if next < 0 {
		return items
	}
	at := rest[0].pc
	from, to := at-a.Arguments-2, at+2 // the value of this, the function and the arguments; the call and what drops its result
	if len(items) > 0 {
		from = max(from, items[len(items)-1].pc+1)
	}
	items = append(items, mapped{from, rest[next].srcPos})
	if rest[1].pc > to {
		items = append(items, mapped{to, before})
	}
	return items
}

// Walk calls enter for a program and for those of the functions in it, and visit for the places of all instructions, each with those that
// follow; begin for those that a function begins with, after that. Each may be nil.
type Walk struct {
	Enter func(p *goja.Program)
	Visit func(slots []Slot)
	Begin func(slot *Slot)

	programs map[unsafe.Pointer][]uintptr // by the table of an instruction: where it has programs
}

// Program walks through a program.
func (w *Walk) Program(p *goja.Program) {
	if w.programs == nil {
		w.programs = map[unsafe.Pointer][]uintptr{}
	}
	if w.Enter != nil {
		w.Enter(p)
	}
	slots := Slots(p)
	for i := range slots {
		if slots[i].table == nil {
			continue
		}
		for _, at := range w.programsIn(&slots[i]) {
			if inner := *(**goja.Program)(unsafe.Add(slots[i].data, at)); inner != nil {
				w.Program(inner)
				if w.Begin != nil {
					w.Begin(&Slots(inner)[0])
				}
			}
		}
		if w.Visit != nil {
			w.Visit(slots[i:])
		}
	}
}

func (w *Walk) programsIn(slot *Slot) []uintptr {
	known, met := w.programs[slot.table]
	if !met {
		if of := slot.kind(); of.Kind() == reflect.Pointer && of.Elem().Kind() == reflect.Struct {
			known = programsOf(of.Elem(), 0, nil)
		}
		w.programs[slot.table] = known
	}
	return known
}

var (
	programType     = reflect.TypeFor[*goja.Program]()
	instructionType = func() reflect.Type {
		code, _ := programType.Elem().FieldByName("code")
		return code.Type.Elem()
	}
)

// kind returns the type of an instruction.
func (s *Slot) kind() reflect.Type {
	return reflect.NewAt(instructionType(), unsafe.Pointer(s)).Elem().Elem().Type()
}

// programsOf returns the offsets of the programs in a struct, and in those within it.
func programsOf(t reflect.Type, offset uintptr, found []uintptr) []uintptr {
	for field := range t.Fields() {
		switch {
		case field.Type == programType:
			found = append(found, offset+field.Offset)
		case field.Type.Kind() == reflect.Struct:
			found = programsOf(field.Type, offset+field.Offset, found)
		}
	}
	return found
}
