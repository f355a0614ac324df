package guard

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/dop251/goja"
)

// stringify implements JSON.stringify. It replaces goja's, which compares every object with all those around
// it, so that deep values take extremely long, and which has no limit.
func (g *guard) stringify(call goja.FunctionCall, _ native) goja.Value {
	w := &jsonWriter{guard: g, inside: map[*goja.Object]struct{}{}}
	w.replacer(call.Argument(1))
	w.indent(call.Argument(2))
	holder := g.rt.NewObject()
	_ = holder.DefineDataProperty("", call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	if !w.value(holder, "", call.Argument(0)) {
		return goja.Undefined()
	}
	return g.rt.ToValue(string(w.out))
}

type jsonWriter struct {
	guard    *guard
	out      []byte
	inside   map[*goja.Object]struct{} // the objects being written
	path     []string                  // keys, for the message about a cycle
	replace  goja.Callable
	keys     []string // to write, if the replacer is an array
	onlyKeys bool
	gap      string
}

func (w *jsonWriter) replacer(replacer goja.Value) {
	object, ok := replacer.(*goja.Object)
	if !ok {
		return
	}
	if callable, ok := goja.AssertFunction(object); ok {
		w.replace = callable
		return
	}
	if object.ClassName() != "Array" {
		return
	}
	w.onlyKeys = true
	seen := map[string]bool{}
	for i := range w.guard.checkLength(object) {
		key, ok := keyOf(object.Get(itoa(i)))
		if ok && !seen[key] {
			seen[key] = true
			w.keys = append(w.keys, key)
		}
	}
}

// keyOf returns the key for an element of a replacer array; only texts and numbers count.
func keyOf(v goja.Value) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", false
	case goja.String:
		return v.String(), true
	case *goja.Object:
		class := v.ClassName()
		return v.String(), class == "String" || class == "Number"
	}
	return v.String(), goja.IsNumber(v)
}

func (w *jsonWriter) indent(space goja.Value) {
	if object, ok := space.(*goja.Object); ok {
		switch object.ClassName() {
		case "Number":
			space = object.ToNumber()
		case "String":
			space = object.ToString()
		}
	}
	switch s := space.(type) {
	case goja.String:
		w.gap = s.Substring(0, min(10, s.Length())).String()
	default:
		if goja.IsNumber(space) {
			w.gap = strings.Repeat(" ", int(min(10, max(0, space.ToInteger()))))
		}
	}
}

// value writes one value, or nothing and returns false for a value that JSON leaves out.
func (w *jsonWriter) value(holder *goja.Object, key string, v goja.Value) bool {
	v = w.converted(holder, key, v)
	if leftOut(v) {
		return false
	}
	w.write(v)
	return true
}

func leftOut(v goja.Value) bool {
	switch v := v.(type) {
	case nil, *goja.Symbol:
		return true
	case *goja.Object:
		_, callable := goja.AssertFunction(v)
		return callable
	}
	return goja.IsUndefined(v)
}

// write writes a value that is not left out.
func (w *jsonWriter) write(v goja.Value) {
	switch v := v.(type) {
	case goja.String:
		w.text(v)
		return
	case *goja.Object:
		w.object(v)
		return
	}
	switch {
	case goja.IsBigInt(v):
		w.guard.fail(w.guard.typeError, "Do not know how to serialize a BigInt%s", w.where())
	case goja.IsNumber(v) && (goja.IsNaN(v) || goja.IsInfinity(v)):
		w.out = append(w.out, "null"...)
	default: // numbers, booleans and null are the same in JSON and JavaScript
		w.out = append(w.out, v.String()...)
	}
}

// converted applies toJSON, the replacer and the unwrapping of wrapper objects.
func (w *jsonWriter) converted(holder *goja.Object, key string, v goja.Value) goja.Value {
	rt := w.guard.rt
	if object := w.withToJSON(v); object != nil {
		if toJSON, ok := goja.AssertFunction(object.Get("toJSON")); ok {
			v = w.call(toJSON, v, rt.ToValue(key))
		}
	}
	if w.replace != nil {
		v = w.call(w.replace, holder, rt.ToValue(key), orUndefined(v))
	}
	object, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	switch object.ClassName() {
	case "Number":
		return object.ToNumber()
	case "String":
		return object.ToString()
	case "Boolean":
		return w.guard.booleanOf(goja.FunctionCall{This: object})
	}
	return v
}

// withToJSON returns the object on which to look up toJSON; a BigInt has one if its prototype does.
func (w *jsonWriter) withToJSON(v goja.Value) *goja.Object {
	if object, ok := v.(*goja.Object); ok {
		return object
	}
	if v != nil && goja.IsBigInt(v) {
		return v.ToObject(w.guard.rt)
	}
	return nil
}

func (w *jsonWriter) call(fn goja.Callable, this goja.Value, arguments ...goja.Value) goja.Value {
	result, err := fn(this, arguments...)
	if err != nil {
		panic(err)
	}
	return result
}

func (w *jsonWriter) object(o *goja.Object) {
	if o.ClassName() == rawClass {
		raw := o.Get("rawJSON").String()
		w.guard.checkText(int64(len(w.out)) + int64(len(raw)))
		w.out = append(w.out, raw...)
		return
	}
	w.enter(o)
	switch t := o.ExportType(); {
	case isArray(o):
		w.array(o)
	case t != plainType && t.Implements(marshalerType):
		w.marshaled(o)
	default:
		w.members(o, o.Keys())
	}
	delete(w.inside, o)
}

var (
	plainType     = reflect.TypeFor[map[string]any]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
)

// marshaled writes a Go value that implements json.Marshaler.
func (w *jsonWriter) marshaled(o *goja.Object) {
	text, err := o.Export().(json.Marshaler).MarshalJSON()
	if err != nil {
		panic(w.guard.rt.NewGoError(err))
	}
	w.out = append(w.out, text...)
}

// isArray reports whether an object is an array, or a proxy of one, as Array.isArray does.
func isArray(o *goja.Object) bool {
	for {
		proxy, ok := asProxy(o)
		if !ok {
			return o.ClassName() == "Array"
		}
		if o = proxy.Target(); o == nil {
			return false
		}
	}
}

func (w *jsonWriter) enter(o *goja.Object) {
	if _, cycle := w.inside[o]; cycle {
		w.guard.fail(w.guard.typeError, "Converting circular structure to JSON%s", w.where())
	}
	if len(w.inside) >= w.guard.limits.JSONDepth {
		w.guard.failRange("value nested deeper than %d cannot be converted to JSON", w.guard.limits.JSONDepth)
	}
	w.inside[o] = struct{}{}
	w.guard.spend(1)
}

// where describes the place in the value, for messages; for a long path only its end.
func (w *jsonWriter) where() string {
	if len(w.path) == 0 {
		return ""
	}
	path := w.path
	prefix := ""
	if len(path) > 10 {
		path, prefix = path[len(path)-10:], "…"
	}
	return " at " + prefix + strings.Join(path, ".")
}

func (w *jsonWriter) array(o *goja.Object) {
	length := w.guard.checkLength(o)
	w.out = append(w.out, '[')
	for i := range length {
		key := itoa(i)
		w.path = append(w.path, key)
		w.separate(i == 0)
		if !w.value(o, key, orUndefined(o.Get(key))) {
			w.out = append(w.out, "null"...)
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.end(length == 0, ']')
}

func (w *jsonWriter) members(o *goja.Object, keys []string) {
	if w.onlyKeys {
		keys = w.keys
	}
	w.guard.spend(len(keys))
	w.out = append(w.out, '{')
	empty := true
	for _, key := range keys {
		w.path = append(w.path, key)
		if v := w.converted(o, key, orUndefined(o.Get(key))); !leftOut(v) {
			w.separate(empty)
			w.key(key)
			w.write(v)
			empty = false
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.end(empty, '}')
}
