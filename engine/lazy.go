package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// bean returns a bean by its index. It makes a lazy bean that has not been made yet.
func (in *instance) bean(i int) (Value, error) {
	if in.beans[i] != nil {
		return in.beans[i], nil
	}
	m := in.app.manifest
	if slices.Contains(in.making, i) {
		return nil, fmt.Errorf("the bean %s depends on itself while it is made", m.Beans[i].Name)
	}
	in.making = append(in.making, i)
	defer func() { in.making = in.making[:len(in.making)-1] }()
	for _, needed := range m.Beans[i].Asks() {
		if _, err := in.bean(needed); err != nil {
			return nil, err
		}
	}
	err := in.vm.Apart(func() error { return (wiring{instance: in, manifest: m}).make(i) }) // what it sets is the application's
	if err != nil {
		in.beans[i] = nil // so that the next access tries again
		return nil, fmt.Errorf("the bean %s could not be made: %w", m.Beans[i].Name, err)
	}
	return in.beans[i], nil
}

// injectLater puts a getter into a field, which looks up the bean when the field is read.
func (w wiring) injectLater(bean *manifest.Bean, object *goja.Object, injection manifest.Injection) error {
	in, rt := w.instance, w.vm.Runtime
	get := rt.ToValue(func(goja.FunctionCall) goja.Value {
		for _, i := range injection.Needs() {
			if _, err := in.bean(i); err != nil {
				panic(in.scriptThrow(err))
			}
		}
		value, err := w.injected(bean, injection)
		if err != nil {
			panic(in.scriptThrow(err))
		}
		_ = replaceOwn(object, injection.Field, value)
		return value
	})
	set := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		_ = replaceOwn(object, injection.Field, call.Argument(0))
		return goja.Undefined()
	})
	return object.DefineAccessorProperty(injection.Field, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// replaceOwn replaces a getter by a value.
func replaceOwn(object *goja.Object, name string, value Value) error {
	return object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// scriptThrow returns what a script is thrown for an error.
func (in *instance) scriptThrow(err error) any {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return exception
	}
	return in.vm.ErrorValue(err)
}

// settledNow returns the result of a promise that cannot be waited for, if it is settled.
func settledNow(result Value) (Value, error) {
	promise, ok := vm.AsPromise(result)
	if !ok {
		return result, nil
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return promise.Result(), nil
	case goja.PromiseStateRejected:
		return nil, &vm.Thrown{Value: promise.Result()}
	default:
		return nil, errors.New("a method awaits something, which is not possible while a lazy bean is made: remove @Lazy")
	}
}
