package web

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// maxCloneDepth limits the recursion: deeper values are an error, not a stack overflow.
const maxCloneDepth = 5000

// structuredClone copies a value: plain objects, arrays, Map, Set, Date, RegExp, Error, buffers and views. Shared and
// cyclic references are the same in the copy. Buffers and ports of the option transfer are moved: the originals are of no
// use afterwards, and no bytes are copied.
func (r *Realm) structuredClone(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) == 0 {
		return r.TypeError("structuredClone: 1 argument required, but only 0 present")
	}
	result, _ := r.cloneWith(call.Arguments[0], r.transferOptions(call.Argument(1)))
	return result
}

type cloner struct {
	*Realm
	copies map[*goja.Object]*goja.Object
	depth  int
	copied int // members
}

// pollEvery is how many members are copied between two looks for an interrupt.
const pollEvery = 1 << 10

// next counts a member that is copied. Members may be numbers and texts alone, so that no script runs in which an interrupt would take
// effect.
func (c *cloner) next() {
	if c.copied++; c.copied%pollEvery == 0 {
		c.Poll()
	}
}

func (c *cloner) clone(v goja.Value) goja.Value {
	object, ok := v.(*goja.Object)
	if !ok {
		if symbol, ok := v.(*goja.Symbol); ok {
			c.refuse("Symbol(" + symbol.String() + ")")
		}
		return v
	}
	if copied, ok := c.copies[object]; ok {
		return copied
	}
	if c.depth++; c.depth > maxCloneDepth {
		c.RangeError("structuredClone: the value is nested too deep")
	}
	defer func() { c.depth-- }()
	return c.object(object)
}

func (c *cloner) refuse(what string) {
	c.DOMException("DataCloneError", what+" could not be cloned.")
}

func (c *cloner) object(o *goja.Object) goja.Value {
	if _, callable := goja.AssertFunction(o); callable {
		c.refuse(shortSource(o))
	}
	if part.IsBuffer(o) || c.IsView(o) {
		return c.buffer(o)
	}
	switch class := part.ClassOf(o); class {
	case "Array":
		copied := c.Runtime.NewArray()
		_ = copied.Set("length", o.Get("length"))
		return c.members(o, copied)
	case "Date":
		return c.construct(o, "Date", c.internal("Date", "getTime", o))
	case "RegExp":
		return c.construct(o, "RegExp", o.Get("source"), o.Get("flags"))
	case "BigInt", "Boolean", "Number", "String":
		return c.keep(o, c.internal(class, "valueOf", o).ToObject(c.Runtime))
	case "Error":
		return c.err(o)
	case "Map":
		return c.collection(o, "Map", "set")
	case "Set":
		return c.collection(o, "Set", "add")
	case "Promise", "Symbol", "Proxy", "Arguments":
		c.refuse("#<" + class + ">")
	}
	if tag := c.className(o); slices.Contains(uncopied, tag) {
		c.refuse("#<" + tag + ">")
	}
	if c.isPlatform(o) {
		if copied, ok := c.Cloned(o); ok {
			return c.keep(o, copied)
		}
		c.refuse("#<" + c.className(o) + ">")
	}
	return c.members(o, c.Runtime.NewObject())
}

// uncopied are the tags of built-in objects that have no class of their own in goja and cannot be copied.
var uncopied = []string{
	"WeakMap", "WeakSet", "WeakRef", "Generator", "Array Iterator", "Map Iterator", "Set Iterator", "String Iterator", "RegExp String Iterator",
	"Segmenter String Iterator",
}

func (c *cloner) keep(original, copied *goja.Object) *goja.Object {
	c.copies[original] = copied
	return copied
}

func (c *cloner) construct(original *goja.Object, class string, arguments ...goja.Value) *goja.Object {
	copied, err := c.Runtime.New(c.Runtime.Get(class), arguments...)
	if err != nil {
		panic(err)
	}
	return c.keep(original, copied)
}

// internal calls a method of a class's prototype, even if the object overrides it.
func (c *cloner) internal(class, method string, this *goja.Object, arguments ...goja.Value) goja.Value {
	prototype := c.Runtime.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
	call, ok := goja.AssertFunction(prototype.Get(method))
	if !ok {
		return c.TypeError("structuredClone: " + class + ".prototype." + method + " is gone")
	}
	result, err := call(this, arguments...)
	if err != nil {
		panic(err)
	}
	return result
}

// members copies own enumerable properties. It calls getters.
func (c *cloner) members(original, copied *goja.Object) goja.Value {
	c.keep(original, copied)
	for key := range keysOf(original) {
		c.next()
		value := c.clone(original.Get(key))
		_ = copied.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return copied
}

// keysOf returns the own enumerable keys of an object. Those of an ordinary array are counted: a list of them takes longer than all the
// rest.
func keysOf(o *goja.Object) iter.Seq[string] {
	stored, alone := elements.Alone(o)
	if !alone {
		return slices.Values(o.Keys())
	}
	return func(yield func(string) bool) {
		for i, element := range stored {
			if hole := element == nil; !hole && !yield(strconv.Itoa(i)) {
				return
			}
		}
	}
}

// collection copies a Map or a Set. It lists the members first, since a getter that is called meanwhile may change
// the collection.
func (c *cloner) collection(original *goja.Object, class, add string) goja.Value {
	copied := c.construct(original, class)
	var members [][]goja.Value
	list := c.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		c.next()
		if class == "Map" {
			members = append(members, []goja.Value{call.Argument(1), call.Argument(0)})
		} else {
			members = append(members, []goja.Value{call.Argument(0)})
		}
		return goja.Undefined()
	})
	c.internal(class, "forEach", original, list)
	for _, member := range members {
		c.next()
		for i, v := range member {
			member[i] = c.clone(v)
		}
		c.internal(class, add, copied, member...)
	}
	return copied
}

// err copies message, stack and cause, and the name if it is one of the language's.
func (c *cloner) err(original *goja.Object) goja.Value {
	if c.isPlatform(original) {
		return c.exception(original)
	}
	class := "Error"
	if name := original.Get("name"); name != nil {
		switch name.String() {
		case "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError":
			class = name.String()
		}
	}
	return c.details(original, c.construct(original, class), "message", "stack", "cause")
}

// exceptions writes DOMExceptions for other VMs.
func (r *Realm) exceptions() part.Carrier {
	return part.Carrier{
		Part: "exception",
		Write: func(o *goja.Object) ([]byte, bool) {
			if o.ClassName() != "Error" || !r.isPlatform(o) {
				return nil, false
			}
			return []byte(o.Get("name").String() + "\x00" + o.Get("message").String()), true
		},
		Read: func(data []byte) (*goja.Object, bool) {
			name, message, _ := strings.Cut(strings.ToValidUTF8(string(data), "\ufffd"), "\x00")
			object, err := r.Runtime.New(r.Global("DOMException"), r.Runtime.ToValue(message), r.Runtime.ToValue(name))
			return object, err == nil
		},
	}
}

// exception copies a DOMException.
func (c *cloner) exception(original *goja.Object) goja.Value {
	copied, err := c.Runtime.New(c.Global("DOMException"), original.Get("message"), original.Get("name"))
	if err != nil {
		panic(err)
	}
	return c.details(original, c.keep(original, copied), "stack")
}

func (c *cloner) details(original, copied *goja.Object, keys ...string) goja.Value {
	for _, key := range keys {
		if value := original.Get(key); value != nil && !goja.IsUndefined(value) {
			_ = copied.DefineDataProperty(key, c.clone(value), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	return copied
}

// buffer copies an ArrayBuffer, or a view together with its whole buffer.
func (c *cloner) buffer(o *goja.Object) goja.Value {
	if part.IsShared(o) {
		return o // the same memory, and nobody else has it
	}
	if part.IsBuffer(o) {
		buffer := o.Export().(goja.ArrayBuffer)
		if buffer.Detached() {
			c.DOMException("DataCloneError", "An ArrayBuffer is detached and could not be cloned.")
		}
		return c.keep(o, c.NewBuffer(append([]byte(nil), buffer.Bytes()...)).(*goja.Object))
	}
	class := c.className(o)
	length := o.Get("length")
	if class == "DataView" {
		length = o.Get("byteLength")
	}
	return c.construct(o, class, c.clone(o.Get("buffer")), o.Get("byteOffset"), length)
}

// className returns the name of a built-in object's class according to Object.prototype.toString.
func (r *Realm) className(o *goja.Object) string {
	if tag := o.GetSymbol(goja.SymToStringTag); tag != nil {
		return tag.String()
	}
	return o.ClassName()
}
