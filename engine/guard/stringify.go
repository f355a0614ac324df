package guard

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// stringify is JSON.stringify. It takes the place of goja's, which compares every
// object with all those around it, so that deep values take for ever, and has no bound.
func (g *guard) stringify(call goja.FunctionCall, _ native) goja.Value {
	w := &jsonWriter{guard: g, inside: map[*goja.Object]struct{}{}}
	w.replacer(call.Argument(1))
	w.indent(call.Argument(2))
	holder := g.rt.NewObject()
	_ = holder.Set("", call.Argument(0))
	if !w.value(holder, "", call.Argument(0)) {
		return goja.Undefined()
	}
	return g.rt.ToValue(w.out.String())
}

type jsonWriter struct {
	guard    *guard
	out      strings.Builder
	inside   map[*goja.Object]struct{} // the objects being written
	path     []string                  // of keys, for the message about a cycle
	replace  goja.Callable
	keys     []string // to write, for an array of them as replacer
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

// keyOf reads an element of a replacer array; only texts and numbers count.
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

// value writes one value, or nothing and false for what JSON leaves out.
func (w *jsonWriter) value(holder *goja.Object, key string, v goja.Value) bool {
	v = w.converted(holder, key, v)
	switch v := v.(type) {
	case nil:
		return false
	case goja.String:
		w.text(v)
		return true
	case *goja.Object:
		if _, callable := goja.AssertFunction(v); callable {
			return false
		}
		w.object(v)
		return true
	case *goja.Symbol:
		return false
	}
	switch {
	case goja.IsUndefined(v):
		return false
	case goja.IsBigInt(v):
		w.guard.fail(w.guard.typeError, "Do not know how to serialize a BigInt%s", w.where())
	case goja.IsNumber(v) && (goja.IsNaN(v) || goja.IsInfinity(v)):
		w.out.WriteString("null")
	default: // numbers, booleans and null read in JSON as they do in JavaScript
		w.out.WriteString(v.String())
	}
	return true
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
		if holder == nil {
			holder = rt.NewObject()
		}
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
	case "Boolean", "BigInt":
		return object.Get("valueOf").(*goja.Object).Export().(native)(goja.FunctionCall{This: object})
	}
	return v
}

// withToJSON returns the object on which to look for toJSON; a BigInt has one if its
// prototype does.
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
	w.enter(o)
	switch {
	case isArray(o):
		w.array(o)
	case o.ExportType() == proxyType:
		w.members(o, w.guard.keysOf(o))
	default:
		w.members(o, o.Keys())
	}
	delete(w.inside, o)
}

func (w *jsonWriter) enter(o *goja.Object) {
	if _, cycle := w.inside[o]; cycle {
		w.guard.fail(w.guard.typeError, "Converting circular structure to JSON%s", w.where())
	}
	if len(w.inside) >= w.guard.limits.JSONDepth {
		w.guard.failRange("value nested deeper than %d cannot be made JSON", w.guard.limits.JSONDepth)
	}
	w.inside[o] = struct{}{}
	w.guard.spend(1)
}

// where names the place in the value, for messages; long paths by their end only.
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
	w.out.WriteByte('[')
	for i := range length {
		w.separate(i == 0)
		key := itoa(i)
		w.path = append(w.path, key)
		if !w.value(o, key, orUndefined(o.Get(key))) {
			w.out.WriteString("null")
		}
		w.path = w.path[:len(w.path)-1]
		w.bound()
	}
	w.end(length == 0, ']')
}

func (w *jsonWriter) members(o *goja.Object, keys []string) {
	if w.onlyKeys {
		keys = w.keys
	} else {
		w.guard.spend(len(keys))
	}
	w.out.WriteByte('{')
	first := true
	for _, key := range keys {
		first = !w.member(o, key, first) && first
	}
	w.end(first, '}')
}

// member writes one key and value; neither when the value is left out.
func (w *jsonWriter) member(o *goja.Object, key string, first bool) bool {
	v := orUndefined(o.Get(key))
	w.path = append(w.path, key)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	before := w.out.Len()
	w.separate(first)
	w.quoted(key)
	w.out.WriteByte(':')
	if w.gap != "" {
		w.out.WriteByte(' ')
	}
	if !w.value(o, key, v) {
		w.cutBack(before)
		return false
	}
	w.bound()
	return true
}

// bound keeps the whole text within the limit for strings.
func (w *jsonWriter) bound() {
	if w.out.Len() > w.guard.limits.StringLength {
		w.guard.checkText(int64(w.out.Len()))
	}
}
