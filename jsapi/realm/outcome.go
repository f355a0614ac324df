package realm

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
)

// After calls end with the outcome of a call when it is known: at once, or when the promise that the call returned is
// settled. The caller gets what end returns.
func (r *Realm) After(result engine.Value, err error, end func(engine.Value, error) (engine.Value, error)) (engine.Value, error) {
	if _, pending := vm.AsPromise(result); err != nil || !pending {
		return end(result, err)
	}
	settled := func(how func(goja.Value) (goja.Value, error)) goja.Value {
		return r.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
			value, err := end(how(f.Argument(0)))
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
	fulfilled := settled(func(value goja.Value) (goja.Value, error) { return value, nil })
	rejected := settled(func(reason goja.Value) (goja.Value, error) { return nil, &vm.Thrown{Value: reason} })
	return r.then(result, fulfilled, rejected)
}

// Awaited returns the outcome of a call in which a result that has a then, but is not a promise, is replaced by a promise, as await would do. It
// calls the then at once, because such a result may do its work there, which belongs to the transaction or the span around the call.
func (r *Realm) Awaited(result engine.Value, err error) (engine.Value, error) {
	object, ok := result.(*goja.Object)
	if err != nil || !ok {
		return result, err
	}
	if _, is := vm.AsPromise(result); is {
		return result, nil
	}
	var then goja.Callable
	if exception := r.Runtime.Try(func() { then, _ = goja.AssertFunction(object.Get("then")) }); exception != nil {
		return nil, exception
	}
	if then == nil {
		return result, nil
	}
	promise, resolve, reject := r.Runtime.NewPromise()
	settle := func(how func(any) error) goja.Value {
		return r.Runtime.ToValue(func(f goja.FunctionCall) goja.Value {
			_ = how(f.Argument(0))
			return goja.Undefined()
		})
	}
	if _, err := then(object, settle(resolve), settle(reject)); err != nil {
		if vm.Uncatchable(err) {
			return nil, err
		}
		_ = reject(r.VM.ErrorValue(err))
	}
	return r.Runtime.ToValue(promise), nil
}

// Promised returns the outcome of a call in a promise, which the callers of an async function expect: of an error, too.
func (r *Realm) Promised(async bool, result engine.Value, err error) (engine.Value, error) {
	if _, is := vm.AsPromise(result); !async || err == nil && is || vm.Uncatchable(err) {
		return result, err
	}
	promise, resolve, reject := r.Runtime.NewPromise()
	if err == nil {
		return r.Runtime.ToValue(promise), resolve(result)
	}
	thrown, ok := r.Thrown(err).(goja.Value)
	if !ok { // an exception
		thrown = r.VM.ErrorValue(err)
	}
	return r.Runtime.ToValue(promise), reject(thrown)
}
