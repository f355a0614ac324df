package realm

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// Class is a class of "fwrun" whose objects have a T behind them. Its methods are Go's.
type Class[T any] struct {
	Prototype *goja.Object

	realm  *Realm
	misuse string // what is thrown when a method is called on something else; {} is the method
	known  map[*goja.Object]T
	behind func(object *goja.Object) (T, bool)
}

// Plain is a class of plain objects, which are few: the VM keeps each one and its T. Misuse is the message of the
// TypeError when a method is called on something else; {} in it is the method's name.
func Plain[T any](r *Realm, name, misuse string) *Class[T] {
	c := &Class[T]{realm: r, Prototype: r.Prototype(name), misuse: misuse, known: map[*goja.Object]T{}}
	c.behind = func(object *goja.Object) (value T, ok bool) {
		value, ok = c.known[object]
		return value, ok
	}
	return c
}

// Dynamic is a class of objects that are a T themselves, which embeds [Properties].
func Dynamic[T goja.DynamicObject](r *Realm, name, misuse string) *Class[T] {
	return &Class[T]{realm: r, Prototype: r.Prototype(name), misuse: misuse, behind: func(object *goja.Object) (value T, ok bool) {
		value, ok = object.Export().(T)
		return value, ok
	}}
}

// Behind makes other objects ones of the class, too, if find finds a T behind them.
func (c *Class[T]) Behind(find func(object *goja.Object) (T, bool)) { c.behind = find }

// New makes an object of the class.
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

// Of finds the T behind an object.
func (c *Class[T]) Of(value engine.Value) (behind T, ok bool) {
	object, isObject := value.(*goja.Object)
	if !isObject {
		return behind, false
	}
	return c.behind(object)
}

// Method adds a method. Methods are in the order in which they were added, the same in every VM.
func (c *Class[T]) Method(name string, do func(this T, call goja.FunctionCall) (engine.Value, error)) {
	c.realm.Function(c.Prototype, name, func(call goja.FunctionCall) (engine.Value, error) { return do(c.this(call, name), call) })
}

// Getter adds a property that is read only.
func (c *Class[T]) Getter(name string, get func(this T, call goja.FunctionCall) engine.Value) {
	getter := c.realm.Runtime.ToValue(func(call goja.FunctionCall) goja.Value { return get(c.this(call, name), call) })
	_ = c.Prototype.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Property adds a property that a class which extends this one may have a field of its own for.
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

// this is the T behind the object that a method is called on.
func (c *Class[T]) this(call goja.FunctionCall, method string) T {
	value, ok := c.Of(call.This)
	if !ok {
		panic(c.realm.Runtime.NewTypeError("%s", strings.ReplaceAll(c.misuse, "{}", method)))
	}
	return value
}

// Function is a function of the host that can fail.
type Function = func(call goja.FunctionCall) (engine.Value, error)

// Function adds a function of the host to an object, as a class has its methods.
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
