package web

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// mover moves objects of a class of the platform into a copy.
type mover struct {
	successor goja.Callable // returns the object that is to take another one's place; undefined for those of other classes
	move      goja.Callable
}

// transferPorts lets structuredClone and postMessage move objects by two functions of the prelude.
func (r *Realm) transferPorts(call goja.FunctionCall) goja.Value {
	successor, _ := goja.AssertFunction(call.Argument(0))
	move, _ := goja.AssertFunction(call.Argument(1))
	r.mover = &mover{successor, move}
	return goja.Undefined()
}

// transfer is what a clone moves: it is taken from its owner when all else has been copied.
type transfer struct {
	moved  []goja.Value // as the receiver gets it
	commit []func()
}

// transferOptions reads the list in the options of structuredClone.
func (r *Realm) transferOptions(options goja.Value) (list goja.Value) {
	if goja.IsUndefined(options) || goja.IsNull(options) {
		return nil
	}
	object, ok := options.(*goja.Object)
	if !ok {
		r.TypeError("structuredClone: the options are not an object")
	}
	if list = object.Get("transfer"); list == nil || goja.IsUndefined(list) {
		return nil
	}
	if _, ok := list.(*goja.Object); !ok {
		r.TypeError("structuredClone: transfer is not iterable")
	}
	return list
}

// transferred makes what takes the places of the listed objects.
func (c *cloner) transferred(list goja.Value) (t transfer) {
	if list == nil {
		return t
	}
	c.Runtime.ForOf(list, func(item goja.Value) bool {
		object, ok := item.(*goja.Object)
		if !ok {
			c.DOMException("DataCloneError", "Value not transferable")
		}
		if c.copies[object] != nil {
			c.DOMException("DataCloneError", "An object is listed twice, and could not be transferred")
		}
		if part.IsBuffer(object) {
			c.transferBuffer(&t, object)
		} else {
			c.transferObject(&t, object)
		}
		return true
	})
	return t
}

func (c *cloner) transferBuffer(t *transfer, object *goja.Object) {
	if part.IsShared(object) {
		c.DOMException("DataCloneError", "A SharedArrayBuffer could not be transferred")
	}
	buffer := object.Export().(goja.ArrayBuffer)
	if buffer.Detached() {
		c.DOMException("DataCloneError", "An ArrayBuffer is detached and could not be transferred")
	}
	if part.IsLent(object) {
		c.DOMException("DataCloneError", "An ArrayBuffer of a WebAssembly.Memory could not be transferred")
	}
	t.moved = append(t.moved, c.keep(object, c.NewBuffer(buffer.Bytes()).(*goja.Object)))
	t.commit = append(t.commit, func() { buffer.Detach() })
}

func (c *cloner) transferObject(t *transfer, object *goja.Object) {
	if c.mover == nil {
		c.DOMException("DataCloneError", "Value not transferable")
	}
	made, err := c.mover.successor(goja.Undefined(), object)
	if err != nil {
		panic(err)
	}
	successor, ok := made.(*goja.Object)
	if !ok {
		c.DOMException("DataCloneError", "Value not transferable")
	}
	t.moved = append(t.moved, c.keep(object, successor))
	t.commit = append(t.commit, func() {
		if _, err := c.mover.move(goja.Undefined(), object, successor); err != nil {
			panic(err)
		}
	})
}

// cloneWith copies a value, and moves the objects of a list.
func (r *Realm) cloneWith(value, list goja.Value) (goja.Value, transfer) {
	c := &cloner{Realm: r, copies: map[*goja.Object]*goja.Object{}}
	moves := c.transferred(list)
	result := c.clone(value)
	for _, commit := range moves.commit {
		commit()
	}
	return result, moves
}

// cloneMessage returns [copy, what was moved] for a message and a list.
func (r *Realm) cloneMessage(call goja.FunctionCall) goja.Value {
	list := call.Argument(1)
	if goja.IsUndefined(list) {
		list = nil
	}
	copied, moves := r.cloneWith(call.Argument(0), list)
	moved := make([]any, len(moves.moved))
	for i, object := range moves.moved {
		moved[i] = object
	}
	return r.Runtime.NewArray(copied, r.Runtime.NewArray(moved...))
}
