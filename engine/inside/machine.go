package inside

import (
	"errors"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// Machine has the first fields of goja's vm, which runs the programs of one runtime.
type Machine struct {
	r            *goja.Runtime
	prg          *goja.Program
	pc           int
	stack        []goja.Value
	sp, sb, args int

	stash, privEnv unsafe.Pointer

	callStack []frame
	iterStack []Loop
	refStack  []opaque
	tryStack  []try
	newTarget goja.Value
}

// frame has the fields of a context: a call that waits for one that it has made.
type frame struct {
	prg               *goja.Program
	stash, privEnv    unsafe.Pointer
	newTarget, result goja.Value
	pc, sb, args      int
}

// try has the fields of a tryFrame: a block that catches errors.
type try struct {
	exception                        unsafe.Pointer
	callStackLen, iterLen, refLen    uint32
	sp                               int32
	stash, privEnv                   unsafe.Pointer
	catchPos, finallyPos, finallyRet int32
}

// runtimeAt is where a Runtime has its fields.
var runtimeAt struct{ machine, global uintptr }

var checkMachine = sync.OnceValue(func() error {
	runtime := reflect.TypeFor[goja.Runtime]()
	machine, err := fieldOf(runtime, "vm")
	if err != nil {
		return err
	}
	global, err := fieldOf(runtime, "globalObject")
	if err != nil {
		return err
	}
	runtimeAt.machine, runtimeAt.global = machine.Offset, global.Offset
	return errors.Join(compare(machine.Type, reflect.TypeFor[*Machine]()), compare(global.Type, reflect.TypeFor[*goja.Object]()))
})

// MachineOf returns the machine of a runtime.
func MachineOf(rt *goja.Runtime) *Machine {
	return *(**Machine)(unsafe.Add(unsafe.Pointer(rt), runtimeAt.machine))
}

func globalOf(rt *goja.Runtime) *goja.Object {
	return *(**goja.Object)(unsafe.Add(unsafe.Pointer(rt), runtimeAt.global))
}

// Operands returns the topmost values of the stack.
func (m *Machine) Operands(count int) []goja.Value { return m.stack[m.sp-count : m.sp] }

// Topmost returns the topmost values of the stack, at most so many.
func (m *Machine) Topmost(count int) []goja.Value {
	end := min(m.sp, len(m.stack))
	return m.stack[min(end, max(0, m.sp-count)):end]
}

// Top returns a value near the top of the stack: the topmost one is the first. It must be there.
func (m *Machine) Top(place int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(m.stack)), (m.sp-place)*int(unsafe.Sizeof(Value{}))))
}

// Answer replaces the topmost values of the stack by one, which is in the place of the first already, and goes on with the next
// instruction.
func (m *Machine) Answer(count int) {
	m.sp -= count - 1
	m.pc++
}

// Next goes on with the next instruction.
func (m *Machine) Next() { m.pc++ }

// Back goes back to the instruction that has just run.
func (m *Machine) Back() { m.pc-- }

// Drop takes the topmost value from the stack.
func (m *Machine) Drop() { m.sp-- }

// Push puts a value on the stack, and reports whether there is room.
func (m *Machine) Push(v goja.Value) bool {
	if m.sp >= len(m.stack) {
		if m.sp >= cap(m.stack) {
			return false
		}
		m.stack = m.stack[:m.sp+1]
	}
	m.stack[m.sp] = v
	m.sp++
	return true
}

// Spread puts values on the stack, in the place of the topmost one.
func (m *Machine) Spread(values []goja.Value) {
	first := m.sp - 1
	if m.sp = first + len(values); m.sp > len(m.stack) {
		m.stack = append(m.stack[:first], values...)
		return
	}
	copy(m.stack[first:], values)
}

// Frames returns how many functions have called each other.
func (m *Machine) Frames() int { return len(m.callStack) }

// ProgramAt returns the program of a function by how many frames there are below it; nil for one of Go.
func (m *Machine) ProgramAt(below int) *goja.Program {
	switch {
	case below == len(m.callStack):
		return m.prg
	case below < 0 || below > len(m.callStack):
		return nil
	}
	return m.callStack[below].prg
}

// Called reports whether a script has called the function that begins. The others have a frame below it that ends their run: new, built-ins,
// and what begins generators and asynchronous functions.
func (m *Machine) Called() bool {
	const ends = -2
	last := len(m.callStack) - 1
	return last >= 0 && m.callStack[last].pc != ends
}

// ForgetTarget makes new.target undefined.
func (m *Machine) ForgetTarget() { m.newTarget = nil }

// Tries returns how many blocks that catch errors have begun, built-ins that call scripts included.
func (m *Machine) Tries() int { return len(m.tryStack) }

// Nested returns how many of these are built-ins, which goja marks.
func (m *Machine) Nested() (count int) {
	const mark = -2
	for i := range m.tryStack {
		if m.tryStack[i].catchPos == mark {
			count++
		}
	}
	return count
}

// Bare reports whether a machine has no stack, since nothing runs.
func (m *Machine) Bare() bool { return m.stack == nil && m.sp == 0 }

// Begin gives a bare machine memory for a stack.
func (m *Machine) Begin(memory []goja.Value) { m.stack = memory[:0] }

// GiveBack forgets stacks that have grown beyond so many frames, if nothing runs any more.
func (m *Machine) GiveBack(frames int) {
	if cap(m.callStack) > frames && len(m.callStack) == 0 && m.sp <= 0 {
		m.callStack, m.stack = nil, nil
	}
}

// Room returns how many frames and values there is memory for.
func (m *Machine) Room() int { return cap(m.callStack) + cap(m.stack) }

// Unwind empties all stacks.
func (m *Machine) Unwind() {
	m.callStack, m.iterStack, m.refStack, m.tryStack, m.stack = nil, nil, nil, nil, nil
	m.sp, m.sb, m.pc, m.prg = 0, -1, 0, nil
}
