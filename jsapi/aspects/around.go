package aspects

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// around runs an aspect of the application around the method.
func (r *Realm) around(name string, bean func() goja.Value, options goja.Value) layer {
	var this goja.Value
	var method goja.Callable
	return func(c *call, rest Body) (goja.Value, error) {
		if method == nil { // the bean is made after the method was replaced
			this = bean()
			method, _ = goja.AssertFunction(this.ToObject(r.Runtime).Get("around"))
		}
		m := &methodCall{realm: r, call: c, rest: rest, name: name, options: options}
		result, err := r.Awaited(method(this, r.Runtime.NewDynamicObject(m)))
		if _, goesOn := vm.AsPromise(result); goesOn {
			c.keep()
		} else {
			m.over = true
		}
		return result, err
	}
}

// methodCall is the script's MethodCall, the argument of an aspect's method.
type methodCall struct {
	realm   *Realm
	call    *call
	rest    Body
	name    string
	options goja.Value
	args    *goja.Object // an array of the arguments, made when the script reads it
	over    bool         // the arguments are no longer available
}

// proceedOf returns the function proceed, which all calls share.
func (r *Realm) proceedOf() goja.Value {
	proceed := r.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
		object, _ := f.This.(*goja.Object)
		if object == nil {
			panic(r.Runtime.NewTypeError("proceed was called on something that is not a method call; write call.proceed()"))
		}
		m, ok := object.Export().(*methodCall)
		if !ok {
			panic(r.Runtime.NewTypeError("proceed was called on something that is not a method call; write call.proceed()"))
		}
		if m.over {
			panic(r.Runtime.NewTypeError("proceed was called after around had returned; call it earlier, or make around async"))
		}
		m.takeArguments()
		result, err := m.rest()
		if err != nil {
			panic(r.Thrown(err))
		}
		return result
	}).(*goja.Object)
	_ = proceed.DefineDataProperty("name", r.Runtime.ToValue("proceed"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return proceed
}

// takeArguments takes over the arguments that the script has changed.
func (m *methodCall) takeArguments() {
	if m.args == nil {
		return
	}
	var args []goja.Value
	m.realm.Runtime.ForOf(m.args, func(item goja.Value) bool {
		args = append(args, item)
		return true
	})
	m.call.args = args
}

var callFields = []string{"target", "name", "method", "args", "options"}

// Get implements goja.DynamicObject, like all methods below.
func (m *methodCall) Get(key string) goja.Value {
	switch key {
	case "proceed":
		return m.realm.proceed
	case "target":
		return m.call.this
	case "name":
		return m.realm.Runtime.ToValue(m.name)
	case "method":
		return m.realm.Runtime.ToValue(m.name[strings.LastIndexByte(m.name, '.')+1:])
	case "options":
		return m.options
	case "args":
		if m.args == nil {
			items := make([]any, len(m.call.args))
			for i, arg := range m.call.args {
				items[i] = arg
			}
			m.args = m.realm.Runtime.NewArray(items...)
		}
		return m.args
	}
	return nil
}

// Set replaces the arguments. All other properties are read-only.
func (m *methodCall) Set(key string, value goja.Value) bool {
	list, ok := value.(*goja.Object)
	if key == "args" && ok && list.ClassName() == "Array" {
		m.args = list
		return true
	}
	return false
}

// Has reports whether there is a field of that name.
func (m *methodCall) Has(key string) bool { return slices.Contains(callFields, key) }

// Delete deletes nothing.
func (m *methodCall) Delete(string) bool { return false }

// Keys lists the fields.
func (m *methodCall) Keys() []string { return callFields }
