package web

import (
	"runtime"
	"weak"

	"github.com/dop251/goja"
)

// weakly returns a function that returns the object as long as it lives.
func (r *Realm) weakly(call goja.FunctionCall) goja.Value {
	pointer := weak.Make(call.Argument(0).(*goja.Object))
	return r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		if object := pointer.Value(); object != nil {
			return object
		}
		return goja.Undefined()
	})
}

// onCollected runs a callback on the VM some time after the object was collected, outside of any call.
func (r *Realm) onCollected(call goja.FunctionCall) goja.Value {
	callback, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		return goja.Undefined()
	}
	v := r.VM
	runtime.AddCleanup(call.Argument(0).(*goja.Object), func(run goja.Callable) {
		v.Enqueue(nil, func() error {
			_, err := run(goja.Undefined())
			return err
		})
	}, callback)
	return goja.Undefined()
}
