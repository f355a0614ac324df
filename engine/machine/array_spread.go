package machine

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
)

// listing is the `...list` of an array, and passing that of a call. goja calls the method next of an iterator for each element, which makes
// an object of it. Here the elements of an ordinary array are taken from where they are, if a script has changed neither how arrays are
// iterated over nor what they inherit. All else is left to goja.
type (
	listing struct{ *places }
	passing struct{ *places }
)

func (l *listing) exec(machine unsafe.Pointer) {
	operands := l.operands(machine, 2)
	if all, ok := l.listed(machine, operands[1]); ok && elements.Append(operands[0], all, mostListed) {
		*(*int)(unsafe.Add(machine, l.sp))--
		*(*int)(unsafe.Add(machine, l.pc))++
		return
	}
	l.arrays.listed(unsafe.Pointer(l), machine)
}

func (c *passing) exec(machine unsafe.Pointer) {
	list := c.operands(machine, 1)[0]
	if all, ok := c.listed(machine, list); ok {
		c.pass(machine, all)
		*(*int)(unsafe.Add(machine, c.pc))++
		return
	}
	c.arrays.passed(unsafe.Pointer(c), machine)
}

// arrays holds the instructions that take an array apart.
type arrays struct {
	list, call     unsafe.Pointer
	lister, passer *methods
	listed, passed step
}

// mostListed is how many elements an array may have here: while they are copied nobody can stop the script.
const mostListed = 1 << 20

// listed returns the elements of an array that is iterated over as it was when the runtime was set up; ok is false if goja has to do it.
func (p *places) listed(machine unsafe.Pointer, v goja.Value) (all []goja.Value, ok bool) {
	all, ok = elements.Unmarked(v)
	if !ok || len(all) > mostListed || slices.Contains(all, nil) {
		return nil, false
	}
	s := p.state(machine)
	return all, s != nil && s.next != nil && v.(*goja.Object).GetSymbol(goja.SymIterator) == s.iterate && nextOf(s.limits.Iterators) == s.next
}

// pass puts elements on the stack of a machine, in the place of their array.
func (p *places) pass(machine unsafe.Pointer, all []goja.Value) {
	stack, sp := (*[]goja.Value)(unsafe.Add(machine, p.stack)), (*int)(unsafe.Add(machine, p.sp))
	first := *sp - 1
	if *sp = first + len(all); *sp > len(*stack) {
		*stack = append((*stack)[:first], all...)
		return
	}
	copy((*stack)[first:], all)
}

// arraySpreads finds the instructions.
func (p *places) arraySpreads() bool {
	a, good := &p.arrays, true
	p.each(goja.MustCompile("", "(function(f, a) { return f(...[...a]) })", true), func(slots []face, t reflect.Type) {
		table := slots[0].table
		switch name := t.String(); name {
		case "goja._pushArraySpread", "goja._pushSpread":
			good = good && isMethod(table, strings.TrimPrefix(name, "goja.")+").exec")
			if name == "goja._pushSpread" {
				a.call, a.passer, a.passed = table, replaced(table, (*passing).exec), methodOf(table)
			} else {
				a.list, a.lister, a.listed = table, replaced(table, (*listing).exec), methodOf(table)
			}
		}
	}, func(*face) {})
	return good && a.list != nil && a.call != nil
}
