package node

import (
	"maps"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// stores are the values of the AsyncLocalStorages that the running code is in, by storage. They are one value of the engine's frames,
// which follow the code across its awaits. A map is never changed: a script that sets a value gets another one.
type stores map[*storage]goja.Value

// storage identifies one AsyncLocalStorage.
type storage struct{ _ byte } // each has an address of its own

// storesKey is the key of the stores among the values of a frame.
type storesKey struct{}

// asyncHooks are the functions in Go of node:async_hooks.
func asyncHooks(r *part.Realm) map[string]part.Native {
	return map[string]part.Native{
		"newKey": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(new(storage)) },
		"store": func(call goja.FunctionCall) goja.Value {
			if value := current(r)[keyOf(call)]; value != nil {
				return value
			}
			return goja.Undefined()
		},
		"runWith": func(call goja.FunctionCall) goja.Value {
			return within(r, current(r).with(keyOf(call), call.Argument(1)), call.Argument(2))
		},
		"enterWith": func(call goja.FunctionCall) goja.Value {
			r.VM.Enter(storesKey{}, current(r).with(keyOf(call), call.Argument(1)))
			return goja.Undefined()
		},
		// grab returns all stores of the running code, with which runIn runs other code.
		"grab": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(&grabbed{current(r)}) },
		"runIn": func(call goja.FunctionCall) goja.Value {
			found, ok := call.Argument(0).Export().(*grabbed)
			if !ok {
				return r.TypeError("the argument is not a frame")
			}
			return within(r, found.stores, call.Argument(1))
		},
	}
}

// grabbed hides stores from scripts.
type grabbed struct{ stores stores }

func current(r *part.Realm) stores {
	found, _ := r.VM.Value(storesKey{}).(stores)
	return found
}

func keyOf(call goja.FunctionCall) *storage {
	key, _ := call.Argument(0).Export().(*storage)
	return key
}

func (s stores) with(key *storage, value goja.Value) stores {
	changed := maps.Clone(s)
	if changed == nil {
		changed = stores{}
	}
	changed[key] = value
	return changed
}

// within calls a function of a script with stores, and returns what it returns or throws what it throws.
func within(r *part.Realm, s stores, fn goja.Value) (result goja.Value) {
	run, ok := goja.AssertFunction(fn)
	if !ok {
		return r.TypeError("the argument is not a function")
	}
	err := r.VM.With(storesKey{}, s, func() (err error) {
		result, err = run(goja.Undefined())
		return err
	})
	if err != nil {
		panic(err)
	}
	return result
}
