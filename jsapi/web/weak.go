package web

import (
	"runtime"
	"weak"

	"github.com/dop251/goja"
)

// weakly returns a function that returns the object or symbol as long as it lives.
func (r *Realm) weakly(call goja.FunctionCall) goja.Value {
	if symbol, ok := call.Argument(0).(*goja.Symbol); ok {
		return weakTo(r, symbol)
	}
	return weakTo(r, call.Argument(0).(*goja.Object))
}

func weakTo[T any, V interface {
	*T
	goja.Value
}](r *Realm, of V) goja.Value {
	pointer := weak.Make((*T)(of))
	return r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		if value := V(pointer.Value()); value != nil {
			return value
		}
		return goja.Undefined()
	})
}

// onCollected runs a callback on the VM some time after the object or symbol was collected, outside of any call.
func (r *Realm) onCollected(call goja.FunctionCall) goja.Value {
	callback, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		return goja.Undefined()
	}
	v := r.VM
	later := func(run goja.Callable) {
		v.Enqueue(nil, func() error {
			_, err := run(goja.Undefined())
			return err
		})
	}
	if symbol, ok := call.Argument(0).(*goja.Symbol); ok {
		runtime.AddCleanup(symbol, later, callback)
	} else {
		runtime.AddCleanup(call.Argument(0).(*goja.Object), later, callback)
	}
	return goja.Undefined()
}
