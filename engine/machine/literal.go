package machine

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// tester makes the object of a regular expression that is written in front of .test: `/x/.test(s)`. Each evaluation makes
// a new object, of seven allocations, that nothing but the method sees. If the method is the one that is known to keep
// no receiver, and the expression has no state, which only the flags g and y give it, then no script can tell the objects
// apart, and a runtime makes one.
type tester struct {
	*places
	literal unsafe.Pointer // goja's own instruction
}

// maxTested is how many expressions a runtime keeps an object of; there may be more if scripts compile functions.
const maxTested = 1024

func (l *tester) exec(machine unsafe.Pointer) {
	p := l.places
	s := p.state(machine)
	if s == nil || s.test == nil || !s.test.inPlace() {
		p.madeLiteral(l.literal, machine)
		return
	}
	object := s.tested[l]
	if object == nil {
		p.madeLiteral(l.literal, machine)
		s.remember(l, p.operands(machine, 1)[0])
		return
	}
	if !p.push(machine, object) {
		p.madeLiteral(l.literal, machine)
		return
	}
	*(*int)(unsafe.Add(machine, p.pc))++
	if p.push(machine, s.test.is) { // otherwise the next instruction looks for it
		*(*int)(unsafe.Add(machine, p.pc))++
	}
}

// remember keeps the object of an expression.
func (s *state) remember(l *tester, object goja.Value) {
	if s.tested == nil || len(s.tested) >= maxTested {
		s.tested = map[*tester]goja.Value{}
	}
	s.tested[l] = object
}

// push puts a value on the stack of a machine, and reports whether there is room.
func (p *places) push(machine unsafe.Pointer, v goja.Value) bool {
	stack, sp := (*[]goja.Value)(unsafe.Add(machine, p.stack)), (*int)(unsafe.Add(machine, p.sp))
	if *sp >= len(*stack) {
		if *sp >= cap(*stack) {
			return false
		}
		*stack = (*stack)[:*sp+1]
	}
	(*stack)[*sp] = v
	*sp++
	return true
}

// literals finds the instructions of `/x/.test`, and where an expression has its flags.
func (p *places) literals() bool {
	program := goja.MustCompile("", "(function(a) { return /x/.test(a) })", true)
	found := false
	p.each(program, func(slots []face, t reflect.Type) {
		if t.String() != "*goja.newRegexp" || len(slots) < 2 {
			return
		}
		pattern, ok := t.Elem().FieldByName("pattern")
		if !ok || pattern.Type.Kind() != reflect.Pointer {
			return
		}
		global, hasGlobal := pattern.Type.Elem().FieldByName("global")
		sticky, hasSticky := pattern.Type.Elem().FieldByName("sticky")
		callee := reflect.NewAt(instructionType, unsafe.Pointer(&slots[1])).Elem().Elem().Type()
		if !hasGlobal || !hasSticky || global.Type.Kind() != reflect.Bool || sticky.Type.Kind() != reflect.Bool ||
			callee.String() != "goja.getPropCallee" || callee.Kind() != reflect.String {
			return
		}
		p.expression, p.global, p.sticky = pattern.Offset, global.Offset, sticky.Offset
		p.literal, p.callee = slots[0].table, slots[1].table
		p.tester, p.madeLiteral = replaced(p.literal, (*tester).exec), methodOf(p.literal)
		found = isMethod(p.literal, "newRegexp).exec") && isMethod(p.callee, "getPropCallee).exec")
	}, func(*face) {})
	return found
}

// isTested reports whether instructions begin with an expression without state whose method test is called.
func (p *places) isTested(slots []face) bool {
	if len(slots) < 2 || slots[0].table != p.literal || slots[1].table != p.callee || *(*string)(slots[1].data) != "test" {
		return false
	}
	expression := *(*unsafe.Pointer)(unsafe.Add(slots[0].data, p.expression))
	return !*(*bool)(unsafe.Add(expression, p.global)) && !*(*bool)(unsafe.Add(expression, p.sticky))
}
