package objects

import (
	"github.com/dop251/goja"
)

// natives are functions of a runtime as they were before scripts ran.
type natives struct {
	descriptor, keys, has          goja.Callable
	entries, values, nextOf, flags goja.Callable
	date, source, function, boxed  goja.Callable
	tag, length, view, buffer      goja.Callable
	mapSize, setSize               goja.Callable
	weakHas, weakGet, weakSet      goja.Callable
	brandHas                       goja.Callable // of WeakSets
	then, stringify, parse, error  goja.Callable
	getters                        map[*goja.Object]bool // of built-ins: they change nothing
}

// script finds the functions. Its own calls are by apply, which nobody can replace any more.
const script = `(() => {
	const {apply, ownKeys, getPrototypeOf} = Reflect, get = (p, k) => Object.getOwnPropertyDescriptor(p, k)?.get;
	const hasOwn = Object.prototype.hasOwnProperty;
	const typed = getPrototypeOf(Uint8Array.prototype), nextMap = new Map().entries().next, nextSet = new Set().values().next;
	const flags = ["hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky"]
		.map((k, i) => ["dgimsuvy"[i], get(RegExp.prototype, k)]).filter((f) => f[1]);
	const boxes = [Number, String, Boolean, BigInt, Symbol].map((c) => c.prototype.valueOf);
	const errors = {Error, EvalError, RangeError, SyntaxError};
	const getters = [];
	const all = [typed, Map.prototype, Set.prototype, ArrayBuffer.prototype, DataView.prototype, RegExp.prototype, Symbol.prototype, Error.prototype];
	for (const p of all) {
		for (const k of ownKeys(p)) if (get(p, k)) getters.push(get(p, k));
	}
	return {
		getters, keys: ownKeys, descriptor: Object.getOwnPropertyDescriptor, has: (o, k) => apply(hasOwn, o, [k]),
		entries: Map.prototype.entries, values: Set.prototype.values, nextOf: (it, isMap) => apply(isMap ? nextMap : nextSet, it, []),
		flags: (e) => { let s = ""; for (let i = 0; i < flags.length; i++) if (apply(flags[i][1], e, [])) s += flags[i][0]; return s },
		boxed: (o) => { for (let i = 0; i < 5; i++) try { return apply(boxes[i], o, []) } catch {} },
		date: Date.prototype.toString, source: get(RegExp.prototype, "source"), function: Function.prototype.toString,
		tag: get(typed, Symbol.toStringTag), length: get(typed, "length"), view: get(DataView.prototype, "byteLength"),
		buffer: get(ArrayBuffer.prototype, "byteLength"), mapSize: get(Map.prototype, "size"), setSize: get(Set.prototype, "size"),
		weakHas: WeakMap.prototype.has, weakGet: WeakMap.prototype.get, weakSet: WeakMap.prototype.set, brandHas: WeakSet.prototype.has,
		then: Promise.prototype.then, stringify: JSON.stringify, parse: JSON.parse, error: (c, m) => new errors[c](m),
	};
})()`

var program = goja.MustCompile("fwrun:objects.js", script, true)

func nativesOf(rt *goja.Runtime) natives {
	v, err := rt.RunProgram(program)
	if err != nil {
		panic(err) // a runtime without scripts has all of these
	}
	found := v.(*goja.Object)
	of := func(name string) goja.Callable {
		call, _ := goja.AssertFunction(found.Get(name))
		return call
	}
	n := natives{
		descriptor: of("descriptor"), keys: of("keys"), has: of("has"), entries: of("entries"), values: of("values"), nextOf: of("nextOf"),
		flags: of("flags"), date: of("date"), source: of("source"), function: of("function"), boxed: of("boxed"), tag: of("tag"),
		length: of("length"), view: of("view"), buffer: of("buffer"), mapSize: of("mapSize"), setSize: of("setSize"), weakHas: of("weakHas"),
		weakGet: of("weakGet"), weakSet: of("weakSet"), brandHas: of("brandHas"), then: of("then"),
		stringify: of("stringify"), parse: of("parse"), error: of("error"), getters: map[*goja.Object]bool{},
	}
	for _, getter := range elements(found.Get("getters")) {
		n.getters[getter.(*goja.Object)] = true
	}
	return n
}

// ask calls one of the functions on an object; the result is undefined if it throws.
func ask(call goja.Callable, o goja.Value, args ...goja.Value) goja.Value {
	v, err := call(o, args...)
	if err != nil || v == nil {
		return goja.Undefined()
	}
	return v
}

// elements returns those of an array that was made here.
func elements(v goja.Value) (list []goja.Value) {
	array, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	length := int(array.Get("length").ToInteger())
	for i := range length {
		list = append(list, array.Get(itoa(i)))
	}
	return list
}

// has reports whether an object has an own property.
func (x *Objects) has(o *goja.Object, name string) bool {
	return ask(x.native.has, nil, o, x.rt.ToValue(name)).ToBoolean()
}

// descriptor is what an own property is.
type descriptor struct {
	value, get, set                    goja.Value // nil where there is none
	writable, configurable, enumerable bool
}

func (d descriptor) isAccessor() bool { return d.get != nil || d.set != nil }

// own returns an own property; ok is false if there is none. One that cannot be read yet, a variable in its dead zone, has no value.
func (x *Objects) own(o *goja.Object, key goja.Value) (d descriptor, ok bool) {
	v, err := x.native.descriptor(nil, o, key)
	if err != nil {
		return descriptor{writable: true, enumerable: true}, true
	}
	found, ok := v.(*goja.Object)
	if !ok {
		return d, false
	}
	for _, field := range found.Keys() {
		switch v := found.Get(field); field {
		case "value":
			d.value = v
		case "get":
			d.get = v
		case "set":
			d.set = v
		case "writable":
			d.writable = v.ToBoolean()
		case "configurable":
			d.configurable = v.ToBoolean()
		case "enumerable":
			d.enumerable = v.ToBoolean()
		}
	}
	return d, true
}

// data returns the value of an own property without a getter; nil if there is none.
func (x *Objects) data(o *goja.Object, key goja.Value) goja.Value {
	d, _ := x.own(o, key)
	return d.value
}

// text returns an own property that is a text.
func (x *Objects) text(o *goja.Object, key goja.Value) string {
	if s, ok := x.data(o, key).(goja.String); ok {
		return s.String()
	}
	return ""
}
