package web

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// maxMarkup is the maximum length of a text that anchor and similar methods take; quotes in it grow sixfold.
const maxMarkup = 8 << 20

// annexB adds the legacy features of the language's Annex B that libraries still use.
func (r *Realm) annexB() {
	text := r.prototype("String")
	for _, m := range []struct{ name, tag, attribute string }{
		{"anchor", "a", "name"},
		{"big", "big", ""},
		{"blink", "blink", ""},
		{"bold", "b", ""},
		{"fixed", "tt", ""},
		{"fontcolor", "font", "color"},
		{"fontsize", "font", "size"},
		{"italics", "i", ""},
		{"link", "a", "href"},
		{"small", "small", ""},
		{"strike", "strike", ""},
		{"sub", "sub", ""},
		{"sup", "sup", ""},
	} {
		r.addMethod(text, m.name, func(call goja.FunctionCall) goja.Value { return r.markup(call, m.name, m.tag, m.attribute) })
	}
	object := r.prototype("Object")
	r.addMethod(object, "__defineGetter__", func(call goja.FunctionCall) goja.Value { return r.defineAccessor(call, true) })
	r.addMethod(object, "__defineSetter__", func(call goja.FunctionCall) goja.Value { return r.defineAccessor(call, false) })
	r.addMethod(object, "__lookupGetter__", func(call goja.FunctionCall) goja.Value { return r.lookupAccessor(call, "get") })
	r.addMethod(object, "__lookupSetter__", func(call goja.FunctionCall) goja.Value { return r.lookupAccessor(call, "set") })
	date := r.prototype("Date")
	r.addMethod(date, "getYear", func(call goja.FunctionCall) goja.Value {
		return r.Runtime.ToValue(r.invoke(date, "getFullYear", call.This).ToFloat() - 1900)
	})
	r.addMethod(date, "setYear", func(call goja.FunctionCall) goja.Value { return r.setYear(date, call) })
	_ = date.DefineDataProperty("toGMTString", date.Get("toUTCString"), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (r *Realm) prototype(class string) *goja.Object {
	return r.Runtime.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
}

// addMethod defines a method unless it exists.
func (r *Realm) addMethod(owner *goja.Object, name string, fn native) {
	if owner.Get(name) == nil {
		_ = owner.DefineDataProperty(name, r.Function(name, fn), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

func (r *Realm) invoke(prototype *goja.Object, method string, this goja.Value, arguments ...goja.Value) goja.Value {
	call, ok := goja.AssertFunction(prototype.Get(method))
	if !ok {
		return r.TypeError(method + " is gone")
	}
	result, err := call(this, arguments...)
	if err != nil {
		panic(err)
	}
	return result
}

// markup implements String.prototype.anchor and similar methods.
func (r *Realm) markup(call goja.FunctionCall, name, tag, attribute string) goja.Value {
	if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		return r.TypeError("String.prototype." + name + " called on null or undefined")
	}
	out := []goja.Value{r.Runtime.ToValue("<" + tag)}
	if attribute != "" {
		value := r.bounded(call.Argument(0))
		quoted := strings.ReplaceAll(value.String(), `"`, "&quot;")
		out = append(out, r.Runtime.ToValue(" "+attribute+`="`), r.Runtime.ToValue(quoted), r.Runtime.ToValue(`"`))
	}
	out = append(out, r.Runtime.ToValue(">"), r.bounded(call.This), r.Runtime.ToValue("</"+tag+">"))
	return r.invoke(r.prototype("String"), "concat", r.Runtime.ToValue(""), out...)
}

// bounded converts a value to a string, and throws if it is longer than maxMarkup.
func (r *Realm) bounded(v goja.Value) goja.String {
	text, ok := v.ToString().(goja.String)
	if !ok {
		text, _ = r.Runtime.ToValue(v.String()).(goja.String)
	}
	if text.Length() > maxMarkup {
		r.RangeError("Invalid string length")
	}
	return text
}

func (r *Realm) defineAccessor(call goja.FunctionCall, getter bool) goja.Value {
	object := call.This.ToObject(r.Runtime)
	key, fn := call.Argument(0), call.Argument(1)
	if _, ok := goja.AssertFunction(fn); !ok {
		return r.TypeError("the accessor is not a function")
	}
	descriptor := r.Runtime.NewObject()
	_ = descriptor.Set(map[bool]string{true: "get", false: "set"}[getter], fn)
	_ = descriptor.Set("enumerable", true)
	_ = descriptor.Set("configurable", true)
	r.invoke(r.Runtime.Get("Object").(*goja.Object), "defineProperty", goja.Undefined(), object, key, descriptor)
	return goja.Undefined()
}

func (r *Realm) lookupAccessor(call goja.FunctionCall, which string) goja.Value {
	for object := call.This.ToObject(r.Runtime); object != nil; object = object.Prototype() {
		found := r.invoke(r.Runtime.Get("Object").(*goja.Object), "getOwnPropertyDescriptor", goja.Undefined(), object, call.Argument(0))
		if descriptor, ok := found.(*goja.Object); ok {
			if accessor := descriptor.Get(which); accessor != nil {
				return accessor
			}
			return goja.Undefined()
		}
	}
	return goja.Undefined()
}

// setYear takes 0 to 99 as years of the 20th century.
func (r *Realm) setYear(date *goja.Object, call goja.FunctionCall) goja.Value {
	year := call.Argument(0).ToFloat()
	if whole := math.Trunc(year); whole >= 0 && whole <= 99 {
		year = whole + 1900
	}
	if math.IsNaN(year) {
		return r.invoke(date, "setTime", call.This, r.Runtime.ToValue(year))
	}
	if math.IsNaN(r.invoke(date, "getTime", call.This).ToFloat()) {
		r.invoke(date, "setTime", call.This, r.Runtime.ToValue(0))
		r.invoke(date, "setMonth", call.This, r.Runtime.ToValue(0), r.Runtime.ToValue(1))
		r.invoke(date, "setHours", call.This, r.Runtime.ToValue(0), r.Runtime.ToValue(0), r.Runtime.ToValue(0), r.Runtime.ToValue(0))
	}
	return r.invoke(date, "setFullYear", call.This, r.Runtime.ToValue(year))
}
