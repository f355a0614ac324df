package machine

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// Improve replaces instructions of a program that nothing has run yet. What the program does stays the same, and so
// do the places in the source that its errors have.
func Improve(program *goja.Program) {
	p := known()
	if p == nil {
		return
	}
	sum := &adding{p}
	p.each(program, func(slots []face, _ reflect.Type) {
		switch slot := &slots[0]; slot.table {
		case p.add:
			*slot = face{unsafe.Pointer(p.growingAdd), unsafe.Pointer(sum)}
		case p.concat:
			*slot = face{unsafe.Pointer(p.growingConcat), unsafe.Pointer(&concatenating{p, slot.data})}
		case p.object:
			if literalRecords {
				*slot = face{unsafe.Pointer(p.maker), unsafe.Pointer(&maker{places: p})}
			}
		case p.copySpread:
			if literalRecords {
				*slot = face{unsafe.Pointer(p.spreader), unsafe.Pointer(&spreading{p})}
			}
		case p.loops.step:
			if quickLoops {
				*slot = face{unsafe.Pointer(p.loops.fastStep), unsafe.Pointer(&looping{p, slot.data})}
			}
		case p.loops.take:
			if quickLoops {
				*slot = face{unsafe.Pointer(p.loops.fastTake), unsafe.Pointer(&taking{p})}
			}
		case p.arrays.list:
			if quickLoops {
				*slot = face{unsafe.Pointer(p.arrays.lister), unsafe.Pointer(&listing{p})}
			}
		case p.arrays.call:
			if quickLoops {
				*slot = face{unsafe.Pointer(p.arrays.passer), unsafe.Pointer(&passing{p})}
			}
		case p.patterns.open:
			if literalRecords {
				p.shorten(slots)
			}
		case p.literal:
			if oneObject && p.isTested(slots) {
				*slot = face{unsafe.Pointer(p.tester), unsafe.Pointer(&tester{p, slot.data})}
			}
		}
	}, p.count)
}

// ImproveFunction improves a function that was compiled at run time and was not called yet. Objects of other kinds stay
// as they are.
func ImproveFunction(function *goja.Object) {
	defer func() { _ = recover() }() // goja has other fields: nothing has changed
	found := reflect.ValueOf(function).Elem().FieldByName("self").Elem().Elem().FieldByName("prg")
	if p := known(); p != nil && found.Type() == programType && !found.IsNil() {
		program := (*goja.Program)(found.UnsafePointer())
		Improve(program)
		p.count(p.first(program))
	}
}

// count puts an instruction that counts in the place of the one that a function begins with.
func (p *places) count(slot *face) {
	if slot.table != unsafe.Pointer(p.counting) {
		*slot = face{unsafe.Pointer(p.counting), unsafe.Pointer(&entry{p.frames, methodOf(slot.table), slot.data, p})}
	}
}

// each calls visit for the places of all instructions of a program and of the functions in it, each with those that
// follow, and begin for those that a function begins with, after that.
func (p *places) each(program *goja.Program, visit func(slots []face, t reflect.Type), begin func(slot *face)) {
	w := walker{places: p, enter: func(*goja.Program) {}, visit: visit, begin: begin, kinds: map[unsafe.Pointer]kind{}}
	w.program(program)
}

// first returns the place of the first instruction of a program.
func (p *places) first(program *goja.Program) *face { return &p.instructionsOf(program)[0] }

func (p *places) instructionsOf(program *goja.Program) []face {
	return *(*[]face)(unsafe.Add(unsafe.Pointer(program), p.code))
}

type walker struct {
	places *places
	enter  func(program *goja.Program)
	visit  func(slots []face, t reflect.Type)
	begin  func(slot *face)
	kinds  map[unsafe.Pointer]kind
}

// kind is what is known of a type of instructions.
type kind struct {
	of       reflect.Type
	programs []uintptr // offsets of the programs in it
}

func (w *walker) program(program *goja.Program) {
	w.enter(program)
	slots := w.places.instructionsOf(program)
	for i := range slots {
		slot := &slots[i]
		if slot.table == nil {
			continue
		}
		known, met := w.kinds[slot.table]
		if !met {
			known = w.kindOf(reflect.NewAt(instructionType, unsafe.Pointer(slot)).Elem().Elem())
			w.kinds[slot.table] = known
		}
		for _, at := range known.programs {
			if inner := *(**goja.Program)(unsafe.Add(slot.data, at)); inner != nil {
				w.program(inner)
				w.begin(w.places.first(inner))
			}
		}
		w.visit(slots[i:], known.of)
	}
}

var (
	programType     = reflect.TypeFor[*goja.Program]()
	instructionType = func() reflect.Type {
		code, _ := programType.Elem().FieldByName("code")
		return code.Type.Elem()
	}()
)

func (w *walker) kindOf(instruction reflect.Value) kind {
	k := kind{of: instruction.Type()}
	if k.of.Kind() == reflect.Pointer && k.of.Elem().Kind() == reflect.Struct {
		k.add(k.of.Elem(), 0)
	}
	return k
}

// add adds the programs in a struct, and in those within it.
func (k *kind) add(t reflect.Type, offset uintptr) {
	for i := range t.NumField() {
		switch field := t.Field(i); {
		case field.Type == programType:
			k.programs = append(k.programs, offset+field.Offset)
		case field.Type.Kind() == reflect.Struct:
			k.add(field.Type, offset+field.Offset)
		}
	}
}
