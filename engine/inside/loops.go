package inside

import (
	"errors"
	"reflect"
	"sync"

	"github.com/dop251/goja"
)

var checkLoops = sync.OnceValue(func() error {
	if err := errors.Join(checkTexts(), checkArrays()); err != nil {
		return err
	}
	rt := goja.New()
	made, err := rt.RunString("[1].values()")
	if err != nil {
		return err
	}
	iterator := made.(*goja.Object)
	self := selfOf(iterator)
	implementations.arrayIterator, elementsKind = self.table, (*arrayIterator)(self.data).kind
	return expect(iterator, "arrayIterObject", reflect.TypeFor[arrayIterator]())
})

// elementsKind is the kind of iterators of arrays whose values are the elements.
var elementsKind int

// Loop has the fields of an iterStackItem: a for-of, or a pattern, that has begun.
type Loop struct {
	val  goja.Value
	f    pointer
	iter *iterating
}

// iterating has the fields of an iteratorRecord.
type iterating struct {
	iterator *goja.Object
	next     Native
}

// Loop returns the innermost loop, if it is over an array by an iterator of goja's; nil for all others.
func (m *Machine) Loop() *Loop {
	l := &m.iterStack[len(m.iterStack)-1]
	if l.iter == nil || l.iter.iterator == nil || selfOf(l.iter.iterator).table != implementations.arrayIterator {
		return nil
	}
	return l
}

// Nextless reports whether the innermost loop goes over what has no method next, which goja would call nevertheless. It lets go of it.
func (m *Machine) Nextless() bool {
	i := m.iterStack[len(m.iterStack)-1].iter
	if i == nil || i.iterator == nil || i.next != nil {
		return false
	}
	i.iterator = nil
	return true
}

// Next returns which method next the iterator has.
func (l *Loop) Next() Identity { return IdentityOf(l.iter.next) }

// Take takes the next element of the array; ok is false if goja has to find it.
func (l *Loop) Take() (value goja.Value, ok bool) {
	iterator := (*arrayIterator)(selfOf(l.iter.iterator).data)
	if iterator.obj == nil || iterator.kind != elementsKind {
		return nil, false
	}
	array := ArrayOf(iterator.obj)
	if array == nil || iterator.nextIdx >= int64(len(array.Values)) || iterator.nextIdx >= int64(array.Length) {
		return nil, false
	}
	value = array.Values[iterator.nextIdx]
	if table := ValueOf(&value).table; table == nil || table == tables.property {
		return nil, false
	}
	iterator.nextIdx++
	return value, true
}

// Keep puts a value where the loop has its current one.
func (l *Loop) Keep(value goja.Value) { l.val = value }
