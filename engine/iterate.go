package engine

import (
	"context"
	"fmt"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/vm"
)

// Iterator reads the items of an async iterable or of a generator.
type Iterator struct {
	object *goja.Object
	next   goja.Callable
	chunks Chunks // usually nil
}

// Chunks is an async iterable of the host's that has several items ready at once, such as the rows of a query that
// is being read. Taking them together costs a single step.
type Chunks interface {
	// NextChunk returns a value that settles to an array of the next items, or to null at the end.
	NextChunk() (Value, error)
}

// Iterator returns the iterator of a value; ok is false if the value has none. A value that holds all its items at
// once, such as an array or a Map, has none.
func (s *Scope) Iterator(v Value) (it *Iterator, ok bool, err error) {
	object, isObject := v.(*goja.Object)
	if !isObject || s.instance.hasNoSymbols(object) {
		return nil, false, nil
	}
	var chunks Chunks
	if object.ExportType().Implements(reflect.TypeFor[Chunks]()) {
		chunks, _ = object.Export().(Chunks)
	}
	if method, ok := goja.AssertFunction(s.instance.asyncIterator(object)); ok {
		made, err := method(object)
		if err != nil {
			return nil, false, err
		}
		if object, isObject = made.(*goja.Object); !isObject {
			return nil, false, fmt.Errorf("the async iterator of the result is %s, not an iterator", vm.Describe(made))
		}
	} else if !isGenerator(object) {
		return nil, false, nil
	}
	next, ok := goja.AssertFunction(object.Get("next"))
	if !ok {
		return nil, false, fmt.Errorf("the async iterator of the result has no method next")
	}
	return &Iterator{object, next, chunks}, true, nil
}

// Stream returns what is behind a stream of bytes of the host's that no script has read from; ok is false for any other value.
func (s *Scope) Stream(v Value) (stream Stream, ok bool) {
	object, isObject := v.(*goja.Object)
	if !isObject || s.instance.can.streams == nil || s.instance.hasNoSymbols(object) {
		return nil, false
	}
	return s.instance.can.streams.Stream(object)
}

// hasNoSymbols is a fast check that most results pass: it reports whether neither an object nor its prototypes,
// below Object.prototype and Array.prototype, have properties with symbols as keys. It may report false although
// there are none.
func (in *instance) hasNoSymbols(object *goja.Object) bool {
	for object != in.builtin.objects && object != in.builtin.arrays {
		if object == nil || !inside.HasNoSymbols(object) && !isRecord(object) {
			return false
		}
		object = object.Prototype()
	}
	return true
}

// isData reports whether an object is an object literal or an array, not an instance of a class of the application
// or the host.
func (in *instance) isData(object *goja.Object) bool {
	prototype := object.Prototype()
	return prototype == in.builtin.objects || prototype == in.builtin.arrays
}

func isGenerator(object *goja.Object) bool {
	tag, ok := object.GetSymbol(goja.SymToStringTag).(goja.String)
	return ok && tag.String() == "Generator"
}

// asyncIterator returns the method that makes an object's async iterator, or nil.
func (in *instance) asyncIterator(object *goja.Object) Value {
	if in.builtin.asyncIterator == nil {
		return nil
	}
	return object.GetSymbol(in.builtin.asyncIterator)
}

// Next asks for the next item, which [Iterator.Item] reads from what the result settles to.
func (it *Iterator) Next() (Value, error) { return it.next(it.object) }

// InChunks reports whether NextChunk may be used in place of Next.
func (it *Iterator) InChunks() bool { return it.chunks != nil }

// NextChunk asks for the next items of an iterator in chunks. [Iterator.Chunk] reads them from what the result
// settles to.
func (it *Iterator) NextChunk() (Value, error) { return it.chunks.NextChunk() }

// Chunk reads the array of items that the result of NextChunk has settled to.
func (it *Iterator) Chunk(settled Value) (items Value, done bool) {
	return settled, goja.IsNull(settled)
}

// Item reads the item that the result of Next has settled to.
func (it *Iterator) Item(settled Value) (item Value, done bool, err error) {
	object, ok := settled.(*goja.Object)
	if !ok {
		return nil, false, fmt.Errorf("next of an iterator returned %s, not an object with done and value", vm.Describe(settled))
	}
	if flag := object.Get("done"); flag != nil && flag.ToBoolean() {
		return nil, true, nil
	}
	return orUndefined(object.Get("value")), false, nil
}

// Return calls the iterator's method return, which ends it before its last item. The caller must settle the result; it is
// nil if the iterator has no such method.
func (it *Iterator) Return() (Value, error) {
	method, ok := goja.AssertFunction(it.object.Get("return"))
	if !ok {
		return nil, nil
	}
	return method(it.object, goja.Undefined())
}

// Wait returns a promise that is settled when work, which runs on a goroutine of its own, returns.
func (s *Scope) Wait(work func(ctx context.Context)) Value {
	return s.VM.Go(func(ctx context.Context) (vm.Result, error) {
		work(ctx)
		return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, nil
	})
}

// Arriving lets the call go on while something arrives for it; see [vm.VM.Arriving].
func (s *Scope) Arriving() (arrived func(bytes int)) { return s.VM.Arriving() }

// Detached is a task that goes on after Run has returned.
type Detached struct{ call *vm.Call }

// Detach lets Run return while the current task goes on, without a deadline, for an answer that is sent while it
// is made. The context of the task is derived from ctx. over is called when the task ends, on any goroutine; its
// error is what Run would have returned.
func (s *Scope) Detach(ctx context.Context, over func(err error)) Detached {
	return Detached{s.VM.Detach(ctx, over)}
}

// Abandon ends the task at once, or when the step under way is over.
func (d Detached) Abandon() { d.call.Abandon() }
