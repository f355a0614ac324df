package machine

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
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
	if all, ok := l.listed(machine, operands[1]); ok && l.extend(operands[0], all) {
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

// arrays holds where goja keeps what an array consists of, and the instructions that take it apart.
type arrays struct {
	prototype, symbols, properties, count uintptr // of an array: the symbols, the number of accessors, and of elements that are no holes
	list, call                            unsafe.Pointer
	lister, passer                        *methods
	listed, passed                        step
}

// mostListed is how many elements an array may have here: while they are taken nobody can stop the script.
const mostListed = 1 << 20

// listed returns the elements of an array that is iterated over as goja does it; ok is false if goja has to do it.
func (p *places) listed(machine unsafe.Pointer, v goja.Value) (all []goja.Value, ok bool) {
	list, isObject := v.(*goja.Object)
	if !isObject || p.selfOf(unsafe.Pointer(list)).table != p.loops.arrayTable {
		return nil, false
	}
	s, self := p.state(machine), p.selfOf(unsafe.Pointer(list)).data
	if s == nil || *(**goja.Object)(unsafe.Add(self, p.arrays.prototype)) != s.arrays ||
		*(*unsafe.Pointer)(unsafe.Add(self, p.arrays.symbols)) != nil || *(*int)(unsafe.Add(self, p.arrays.properties)) != 0 {
		return nil, false
	}
	all = *(*[]goja.Value)(unsafe.Add(self, p.loops.values))
	if len(all) > mostListed || len(all) != int(*(*uint32)(unsafe.Add(self, p.loops.length))) || slices.Contains(all, nil) || !s.listsArrays() {
		return nil, false
	}
	return all, true
}

// listsArrays reports whether arrays are iterated over as they were when the runtime was set up.
func (s *state) listsArrays() bool {
	return s.iterate != nil && s.arrays.GetSymbol(goja.SymIterator) == s.iterate && s.limits.Iterators.Get("next") == s.nextElement
}

// extend appends elements to the array of a literal. There is room for a few more: the literal may go on.
func (p *places) extend(array goja.Value, all []goja.Value) bool {
	literal, isObject := array.(*goja.Object)
	if !isObject || p.selfOf(unsafe.Pointer(literal)).table != p.loops.arrayTable {
		return false
	}
	self := p.selfOf(unsafe.Pointer(literal)).data
	values, length := (*[]goja.Value)(unsafe.Add(self, p.loops.values)), (*uint32)(unsafe.Add(self, p.loops.length))
	if needed := len(*values) + len(all); needed > cap(*values) {
		if needed > mostListed {
			return false
		}
		*values = slices.Grow(*values, len(all)+needed/8+1)
	}
	*values = append(*values, all...)
	*length += uint32(len(all))
	*(*int)(unsafe.Add(self, p.arrays.count)) += len(all)
	return true
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

// arraySpreads finds the instructions, and what is behind an array.
func (p *places) arraySpreads() bool {
	a, good := &p.arrays, true
	array := implementation(goja.New().NewArray())
	field := func(name string, is func(reflect.Type) bool) uintptr {
		f, found := array.FieldByName(name)
		good = good && found && is(f.Type) && (len(f.Index) == 1 || f.Index[0] == 0)
		return f.Offset
	}
	isInt := func(t reflect.Type) bool { return t.Kind() == reflect.Int }
	a.prototype = field("prototype", func(t reflect.Type) bool { return t == reflect.TypeFor[*goja.Object]() })
	a.symbols = field("symValues", func(t reflect.Type) bool { return t.Kind() == reflect.Pointer })
	a.properties, a.count = field("propValueCount", isInt), field("objCount", isInt)
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
