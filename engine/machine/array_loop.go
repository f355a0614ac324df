package machine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// looping is the step of `for (const x of list)`. goja calls the method next of the iterator, which makes an object of the
// value, and reads that. Here the next element of an array is taken, if the iterator is goja's own, with the method that it
// had when the runtime was set up, and the array has the element itself. All else, and the end, is left to goja.
type looping struct{ original inside.Own }

func (l *looping) exec(m *inside.Machine) {
	if loop := knownLoop(m); loop != nil {
		if value, ok := loop.Take(); ok {
			loop.Keep(value)
			m.Next()
			return
		}
	}
	checkNext(m)
	l.original.Run(m)
}

// taking is the step of a pattern, `const [a, b] = list`.
type taking struct{ original inside.Own }

func (t *taking) exec(m *inside.Machine) {
	if loop := knownLoop(m); loop != nil {
		if value, ok := loop.Take(); ok && m.Push(value) {
			m.Next()
			return
		}
	}
	checkNext(m)
	t.original.Run(m)
}

// checkNext throws if what a loop goes over has no method next: goja calls it without a look, and a panic would end the run.
func checkNext(m *inside.Machine) {
	if s := stateOf(m); s != nil && m.Nextless() {
		panic(s.rt.NewTypeError("iterator.next is missing or not a function"))
	}
}

// knownLoop returns the innermost loop, if it takes what an array has; nil for all others.
func knownLoop(m *inside.Machine) *inside.Loop {
	loop := m.Loop()
	if loop == nil {
		return nil
	}
	s := stateOf(m)
	if s == nil || s.next == (inside.Identity{}) || loop.Next() != s.next {
		return nil
	}
	return loop
}

// nextOf returns what identifies the method next of the iterators of arrays; nothing if it is not known.
func nextOf(iterators *goja.Object) (next inside.Identity) {
	if iterators == nil {
		return next
	}
	method, isObject := iterators.Get("next").(*goja.Object)
	if !isObject {
		return next
	}
	function, isNative := method.Export().(inside.Native)
	if !isNative {
		return next
	}
	return inside.IdentityOf(function)
}
