package objects

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/inside"
)

// shownAtOnce is the number of properties, elements and entries in an answer.
const shownAtOnce = 1000

// Properties implements debugger.Objects.
func (x *Objects) Properties(handle string, o debugger.PropertyOptions) (p debugger.Properties, err error) {
	k, known := x.handles[handle]
	if !known {
		return p, errUnknown
	}
	object, ok := k.value.(*goja.Object)
	if !ok {
		return p, nil
	}
	err = x.safely(func() { p = x.properties(object, k.group, o) })
	return p, err
}

func (x *Objects) properties(object *goja.Object, group string, o debugger.PropertyOptions) (p debugger.Properties) {
	p.Properties = []debugger.Property{}
	at := func(v goja.Value) *debugger.Object {
		if v == nil {
			return nil
		}
		d := x.describe(v, group, o.Look)
		return &d
	}
	seen := map[any]bool{} // texts and symbols
	for holder := object; holder != nil && !isProxy(holder); holder = holder.Prototype() {
		x.each(holder, o, func(key goja.Value, d descriptor) bool {
			symbol, isSymbol := key.(*goja.Symbol)
			id := any(keyText(key))
			if isSymbol {
				id = symbol
			}
			if !seen[id] && (!o.Accessors || d.isAccessor()) {
				property := debugger.Property{
					Name: keyText(key), Value: at(d.value), Get: at(d.get), Set: at(d.set),
					Writable: d.writable, Configurable: d.configurable, Enumerable: d.enumerable, Own: holder == object,
				}
				if !d.isAccessor() && d.value == nil {
					property.Value = at(goja.Undefined())
				}
				if isSymbol {
					property.Symbol = at(symbol)
				}
				p.Properties = append(p.Properties, property)
			}
			seen[id] = true
			return true
		})
		if o.Own {
			break
		}
	}
	if o.Accessors {
		return p
	}
	for _, i := range x.internals(object, x.shape(object)) {
		value := at(i.value)
		if i.location != nil {
			value = i.location
		}
		p.Internal = append(p.Internal, debugger.InternalProperty{Name: i.name, Value: value})
	}
	for _, private := range x.privates(object) {
		p.Private = append(p.Private, debugger.Property{
			Name: private.name, Value: at(private.value), Get: at(private.get), Set: at(private.set),
		})
	}
	return p
}

// keyText returns a key as it is shown.
func keyText(key goja.Value) string {
	if symbol, ok := key.(*goja.Symbol); ok {
		return symbolText(symbol)
	}
	return key.String()
}

func isIndex(key goja.Value) bool {
	if _, ok := key.(*goja.Symbol); ok {
		return false
	}
	_, err := strconv.ParseUint(key.String(), 10, 32)
	return err == nil
}

// each calls a function for the own properties of an object, until it returns false: for the first elements, and the first others.
func (x *Objects) each(o *goja.Object, options debugger.PropertyOptions, fn func(key goja.Value, d descriptor) bool) {
	if isProxy(o) {
		return
	}
	visit := func(key goja.Value) bool {
		d, ok := x.own(o, key)
		return !ok || fn(key, d)
	}
	names := 0
	keys, elements := x.keys(o)
	for i := range min(elements, shownAtOnce) {
		if options.NotIndexed || !visit(x.rt.ToValue(itoa(i))) {
			break
		}
	}
	for _, key := range keys {
		if isIndex(key) && (options.NotIndexed || elements > 0) {
			continue
		}
		if names++; names > shownAtOnce || !visit(key) {
			return
		}
	}
}

// keys returns those of an object, and how many elements it has beside them. It makes no list of the elements of a large array.
func (x *Objects) keys(o *goja.Object) (keys []goja.Value, count int) {
	kind := inside.KindOf(o)
	switch kind {
	case "arrayObject", "typedArrayObject", "objectGoSlice", "objectGoSliceReflect", "stringObject":
		if count = x.length(o); count > shownAtOnce {
			if kind != "typedArrayObject" {
				keys = append(keys, x.rt.ToValue("length"))
			}
			return keys, count
		}
	}
	list := ask(x.native.keys, nil, o)
	return elements(list), count
}

// internal is a property that scripts cannot name.
type internal struct {
	name     string
	value    goja.Value
	location *debugger.Object // instead of a value
	shown    bool             // in previews
}

// internals returns these properties of an object.
func (x *Objects) internals(o *goja.Object, of debugger.Object) (list []internal) {
	add := func(name string, v goja.Value, shown bool) {
		list = append(list, internal{name: name, value: v, shown: shown})
	}
	if of.Subtype == "proxy" {
		proxy := o.Export().(goja.Proxy)
		for _, side := range []struct {
			name string
			is   *goja.Object
		}{{"[[Handler]]", proxy.Handler()}, {"[[Target]]", proxy.Target()}} {
			if side.is != nil {
				add(side.name, side.is, false)
			} else {
				add(side.name, goja.Null(), false)
			}
		}
		add("[[IsRevoked]]", x.rt.ToValue(proxy.Target() == nil), false)
		return list
	}
	if of.Type == "function" && x.o.Place != nil {
		if at, known := x.o.Place(o); known && at.Script != nil {
			list = append(list, internal{name: "[[FunctionLocation]]", location: locationOf(at)})
		}
	}
	if p := o.Prototype(); p != nil && of.Subtype != entrySubtype {
		add("[[Prototype]]", p, false)
	}
	switch inside.KindOf(o) {
	case "primitiveValueObject", "stringObject":
		add("[[PrimitiveValue]]", ask(x.native.boxed, nil, o), true)
	case "Promise":
		promise := o.Export().(*goja.Promise)
		states := map[goja.PromiseState]string{goja.PromiseStateFulfilled: "fulfilled", goja.PromiseStateRejected: "rejected"}
		if state := states[promise.State()]; state != "" {
			add("[[PromiseState]]", x.rt.ToValue(state), true)
			add("[[PromiseResult]]", promise.Result(), true)
		} else {
			add("[[PromiseState]]", x.rt.ToValue("pending"), true)
			add("[[PromiseResult]]", goja.Undefined(), true)
		}
	case "mapObject", "setObject":
		add("[[Entries]]", x.entries(o, of.Subtype == "map"), false)
	}
	return list
}

// locationOf describes a place as V8 does.
func locationOf(at debugger.Location) *debugger.Object {
	text := fmt.Sprintf(`{"scriptId":"%d","lineNumber":%d,"columnNumber":%d}`, at.Script.ID, at.Line, at.Column)
	return &debugger.Object{Type: "object", Subtype: "internal#location", JSON: json.RawMessage(text), Description: "Object"}
}

// entry is one of a map or a set.
type entry struct{ key, value goja.Value }

// entriesOf returns the first entries of a map or a set.
func (x *Objects) entriesOf(o *goja.Object, isMap bool, count int) (list []entry, err error) {
	begin := x.native.values
	if isMap {
		begin = x.native.entries
	}
	iterator, err := begin(o)
	if err != nil {
		return nil, err
	}
	for len(list) < count {
		step, err := x.native.nextOf(nil, iterator, x.rt.ToValue(isMap))
		if err != nil {
			return list, err
		}
		if result := step.(*goja.Object); result.Get("done").ToBoolean() {
			break
		} else if v := result.Get("value"); isMap {
			pair := v.(*goja.Object)
			list = append(list, entry{pair.Get("0"), pair.Get("1")})
		} else {
			list = append(list, entry{value: v})
		}
	}
	return list, nil
}

// entries returns the first entries as an array of objects.
func (x *Objects) entries(o *goja.Object, isMap bool) goja.Value {
	list, _ := x.entriesOf(o, isMap, shownAtOnce)
	made := make([]any, len(list))
	for i, e := range list {
		object := x.rt.CreateObject(x.entry)
		if isMap {
			_ = object.Set("key", e.key) // a new object takes it
		}
		_ = object.Set("value", e.value)
		made[i] = object
	}
	return x.rt.NewArray(made...)
}
