package web

import (
	"maps"
	"reflect"
	"slices"

	"github.com/dop251/goja"
)

// A script's timer is an object, as in Node: libraries call its methods. It converts to its number, by which it can be cleared, too.

// Get implements [goja.DynamicObject]. The methods are on the prototype.
func (t *timer) Get(key string) goja.Value { return t.own[key] }

// Set implements [goja.DynamicObject].
func (t *timer) Set(key string, value goja.Value) bool {
	if t.own == nil {
		t.own = map[string]goja.Value{}
	}
	t.own[key] = value
	return true
}

// Has implements [goja.DynamicObject].
func (t *timer) Has(key string) bool { return t.own[key] != nil }

// Delete implements [goja.DynamicObject].
func (t *timer) Delete(key string) bool {
	delete(t.own, key)
	return true
}

// Keys implements [goja.DynamicObject].
func (t *timer) Keys() []string { return slices.Sorted(maps.Keys(t.own)) }

// timerOf returns the timer that an object stands for.
func timerOf(value goja.Value) (*timer, bool) {
	object, ok := value.(*goja.Object)
	if !ok || object.ExportType() != reflect.TypeFor[*timer]() {
		return nil, false
	}
	t, ok := object.Export().(*timer)
	return t, ok
}

func (r *Realm) timerObject(t *timer) goja.Value {
	if r.timers.prototype == nil {
		r.timers.prototype = r.timerPrototype()
	}
	object := r.Runtime.NewDynamicObject(t)
	_ = object.SetPrototype(r.timers.prototype)
	return object
}

// timerPrototype has the methods of Node's Timeout.
func (r *Realm) timerPrototype() *goja.Object {
	prototype := r.Runtime.NewObject()
	returning := func(act func(t *timer)) func(t *timer, this goja.Value) goja.Value {
		return func(t *timer, this goja.Value) goja.Value {
			act(t)
			return this
		}
	}
	number := func(t *timer, _ goja.Value) goja.Value { return r.Runtime.ToValue(t.id) }
	clearing := func(t *timer) {
		r.stop(t)
		t.cleared = true
	}
	methods := map[string]func(*timer, goja.Value) goja.Value{
		"ref":     returning(func(t *timer) { t.idle = false }),
		"unref":   returning(func(t *timer) { t.idle = true }),
		"hasRef":  func(t *timer, _ goja.Value) goja.Value { return r.Runtime.ToValue(!t.idle) },
		"refresh": returning(r.refresh),
		"close":   returning(clearing),
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		_ = prototype.DefineDataProperty(name, r.timerMethod(name, methods[name]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	bySymbol := func(symbol *goja.Symbol, name string, do func(*timer, goja.Value) goja.Value) {
		_ = prototype.DefineDataPropertySymbol(symbol, r.timerMethod(name, do), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	bySymbol(goja.SymToPrimitive, "[Symbol.toPrimitive]", number)
	symbols := r.Runtime.Get("Symbol").ToObject(r.Runtime)
	if dispose, ok := symbols.Get("dispose").(*goja.Symbol); ok {
		bySymbol(dispose, "[Symbol.dispose]", returning(clearing))
	}
	return prototype
}

func (r *Realm) timerMethod(name string, do func(t *timer, this goja.Value) goja.Value) goja.Value {
	return r.Function(name, func(call goja.FunctionCall) goja.Value {
		t, ok := timerOf(call.This)
		if !ok {
			return r.TypeError(name + ": this is not a timer")
		}
		return do(t, call.This)
	})
}

// refresh lets a timer wait from now on, also one that has fired; not one that was cleared.
func (r *Realm) refresh(t *timer) {
	if !t.cleared {
		r.stop(t)
		r.wait(t)
	}
}
