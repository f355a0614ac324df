package realm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// Class is a class of "fwrun" whose methods are written in Go. Each of its objects has a T behind it.
type Class[T any] struct {
	Prototype *goja.Object

	realm  *Realm
	misuse string // message of the TypeError when a method is called on another object; {} is the method
	known  map[*goja.Object]T
	behind func(object *goja.Object) (T, bool)
}

// Plain returns a class of plain objects. The VM keeps each object with its T, so it suits classes with few objects.
// misuse is the message of the TypeError that is thrown when a method is called on another object; {} in it is the
// method's name.
func Plain[T any](r *Realm, name, misuse string) *Class[T] {
	c := &Class[T]{realm: r, Prototype: r.Prototype(name), misuse: misuse, known: map[*goja.Object]T{}}
	c.behind = func(object *goja.Object) (value T, ok bool) {
		value, ok = c.known[object]
		return value, ok
	}
	return c
}

// Dynamic returns a class whose objects are a T themselves. T embeds [Properties].
func Dynamic[T goja.DynamicObject](r *Realm, name, misuse string) *Class[T] {
	return &Class[T]{realm: r, Prototype: r.Prototype(name), misuse: misuse, behind: func(object *goja.Object) (value T, ok bool) {
		value, ok = object.Export().(T)
		return value, ok
	}}
}

// Behind lets other objects count as objects of the class, if find returns a T for them.
func (c *Class[T]) Behind(find func(object *goja.Object) (T, bool)) { c.behind = find }

// New returns a new object of the class.
func (c *Class[T]) New(value T) *goja.Object {
	if dynamic, ok := any(value).(goja.DynamicObject); ok && c.known == nil {
		object := c.realm.Runtime.NewDynamicObject(dynamic)
		_ = object.SetPrototype(c.Prototype)
		return object
	}
	object := c.realm.Runtime.CreateObject(c.Prototype)
	c.known[object] = value
	return object
}

// Of returns the T behind an object. The result ok reports whether there is one.
func (c *Class[T]) Of(value engine.Value) (behind T, ok bool) {
	object, isObject := value.(*goja.Object)
	if !isObject {
		return behind, false
	}
	return c.behind(object)
}

// Method adds a method. Methods keep the order in which they were added, so it is the same in every VM.
func (c *Class[T]) Method(name string, do func(this T, call goja.FunctionCall) (engine.Value, error)) {
	c.realm.Function(c.Prototype, name, func(call goja.FunctionCall) (engine.Value, error) { return do(c.this(call, name), call) })
}

// Getter adds a read-only property.
func (c *Class[T]) Getter(name string, get func(this T, call goja.FunctionCall) engine.Value) {
	getter := c.realm.Runtime.ToValue(func(call goja.FunctionCall) goja.Value { return get(c.this(call, name), call) })
	_ = c.Prototype.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Property adds a property that a derived class may shadow with a field of its own.
func (c *Class[T]) Property(name string, get func(this T) engine.Value) {
	getter := func(call goja.FunctionCall) goja.Value { return get(c.this(call, name)) }
	setter := func(call goja.FunctionCall) goja.Value {
		if object, ok := call.This.(*goja.Object); ok {
			Define(object, name, call.Argument(0))
		}
		return goja.Undefined()
	}
	to := c.realm.Runtime.ToValue
	_ = c.Prototype.DefineAccessorProperty(name, to(getter), to(setter), goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// this returns the T behind the object that a method is called on.
func (c *Class[T]) this(call goja.FunctionCall, method string) T {
	value, ok := c.Of(call.This)
	if !ok {
		panic(c.realm.Runtime.NewTypeError("%s", strings.ReplaceAll(c.misuse, "{}", method)))
	}
	return value
}

// Function is a host function that can fail.
type Function = func(call goja.FunctionCall) (engine.Value, error)

// Function adds a host function to an object, like a method to a class.
func (r *Realm) Function(object *goja.Object, name string, do Function) {
	function := r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		value, err := do(call)
		if err != nil {
			panic(r.Thrown(err))
		}
		return value
	}).(*goja.Object)
	_ = function.DefineDataProperty("name", r.Runtime.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = object.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
