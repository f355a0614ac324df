package objects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/inside"
)

func itoa(i int) string { return strconv.Itoa(i) }

// describe is Describe for a value of the runtime.
func (x *Objects) describe(v goja.Value, group string, look bool) debugger.Object {
	o, ok := v.(*goja.Object)
	if !ok {
		d := primitive(v)
		switch {
		case d.Type == "symbol":
			d.Handle = x.handle(v, group)
		case d.Type == "string", d.Type == "boolean", d.Subtype == "null":
			d.Description = "" // it would be the value again
		}
		return d
	}
	d := x.shape(o)
	d.Handle = x.handle(o, group)
	if look && d.Type == "object" {
		d.Preview = x.preview(o, d, true)
	}
	return d
}

// primitive describes a value that is not an object. It has a description always.
func primitive(v goja.Value) debugger.Object {
	switch v := v.(type) {
	case nil:
		return debugger.Object{Type: "undefined"}
	case goja.String:
		text := v.String()
		return debugger.Object{Type: "string", JSON: jsonOf(text), Description: text}
	case *goja.Symbol:
		return debugger.Object{Type: "symbol", Description: symbolText(v)}
	}
	text := v.String()
	switch {
	case goja.IsUndefined(v):
		return debugger.Object{Type: "undefined"}
	case goja.IsNull(v):
		return debugger.Object{Type: "object", Subtype: "null", JSON: json.RawMessage("null"), Description: "null"}
	case goja.IsBigInt(v):
		return debugger.Object{Type: "bigint", Unserializable: text + "n", Description: text + "n"}
	case goja.IsNumber(v):
		if f := v.ToFloat(); f == 0 && math.Signbit(f) {
			text = "-0"
		} else if !math.IsNaN(f) && !math.IsInf(f, 0) {
			return debugger.Object{Type: "number", JSON: json.RawMessage(text), Description: text}
		}
		return debugger.Object{Type: "number", Unserializable: text, Description: text}
	}
	return debugger.Object{Type: "boolean", JSON: json.RawMessage(text), Description: text}
}

func symbolText(s *goja.Symbol) string { return "Symbol(" + s.String() + ")" }

// subtypes are those of objects, by the names of goja's types for them.
var subtypes = map[string]string{
	"arrayObject": "array", "sparseArrayObject": "array", "argumentsObject": "array", "dynamicArray": "array", "objectGoSlice": "array",
	"objectGoSliceReflect": "array", "objectGoArrayReflect": "array", "templatedArrayObject": "array",
	"mapObject": "map", "setObject": "set", "weakMapObject": "weakmap", "weakSetObject": "weakset", "dateObject": "date", "regexpObject": "regexp",
	"errorObject": "error", "proxyObject": "proxy", "Promise": "promise", "generatorObject": "generator", "typedArrayObject": "typedarray",
	"arrayBufferObject": "arraybuffer", "dataViewObject": "dataview", "mapIterObject": "iterator", "setIterObject": "iterator",
}

// shape describes an object without a handle.
func (x *Objects) shape(o *goja.Object) debugger.Object {
	d := debugger.Object{Type: "object", Subtype: subtypes[inside.KindOf(o)]}
	switch {
	case d.Subtype == "proxy":
		return x.proxy(o)
	case isFunction(o):
		return debugger.Object{Type: "function", Class: functionClass(o), Description: ask(x.native.function, o).String()}
	case o.Prototype() == x.entry:
		d.Subtype, d.Class, d.Description = entrySubtype, "Object", x.entryText(o)
		return d
	}
	d.Class = x.class(o)
	d.Description = d.Class
	switch d.Subtype {
	case "array":
		d.Description = fmt.Sprintf("%s(%d)", d.Class, x.length(o))
	case "typedarray", "map", "set", "arraybuffer", "dataview":
		d.Description = fmt.Sprintf("%s(%s)", d.Class, ask(x.sizeOf(d.Subtype), o))
	case "date":
		d.Description = ask(x.native.date, o).String()
	case "regexp":
		d.Description = "/" + ask(x.native.source, o).String() + "/" + ask(x.native.flags, nil, o).String()
	case "error":
		d.Description = x.errorText(o, d.Class)
	}
	return d
}

// sizeOf returns the built-in getter of the size of objects.
func (x *Objects) sizeOf(subtype string) goja.Callable {
	switch subtype {
	case "map":
		return x.native.mapSize
	case "set":
		return x.native.setSize
	case "typedarray":
		return x.native.length
	case "arraybuffer":
		return x.native.buffer
	}
	return x.native.view
}

func isProxy(o *goja.Object) bool { return inside.KindOf(o) == "proxyObject" }

func isFunction(o *goja.Object) bool {
	_, callable := goja.AssertFunction(o)
	return callable
}

func functionClass(o *goja.Object) string {
	switch kind := strings.ToLower(inside.KindOf(o)); {
	case strings.Contains(kind, "async"):
		return "AsyncFunction"
	case strings.Contains(kind, "generator"):
		return "GeneratorFunction"
	}
	return "Function"
}

// proxy describes a proxy by what is behind it.
func (x *Objects) proxy(o *goja.Object) debugger.Object {
	d := debugger.Object{Type: "object", Subtype: "proxy", Class: "Object", Description: "Proxy"}
	if isFunction(o) {
		d.Class = "Function"
	}
	if target := o.Export().(goja.Proxy).Target(); target != nil {
		d.Description = "Proxy(" + x.shape(target).Class + ")"
	}
	return d
}

// class returns the name of the class that made an object: that of the nearest constructor with a name.
func (x *Objects) class(o *goja.Object) string {
	if o == x.rt.GlobalObject() {
		return "global"
	}
	if tag := x.text(o, goja.SymToStringTag); tag != "" {
		return tag
	}
	known := map[string]string{
		"argumentsObject": "Arguments", "generatorObject": "Generator", "arrayIterObject": "Array Iterator", "mapIterObject": "Map Iterator",
		"setIterObject": "Set Iterator", "stringIterObject": "String Iterator",
	}
	if name := known[inside.KindOf(o)]; name != "" {
		return name
	}
	for p := o.Prototype(); p != nil && !isProxy(p); p = p.Prototype() {
		constructor, ok := x.data(p, x.rt.ToValue("constructor")).(*goja.Object)
		if !ok || isProxy(constructor) {
			continue
		}
		if name := x.text(constructor, x.rt.ToValue("name")); name != "" {
			return name
		}
	}
	return "Object"
}

// length returns that of an array.
func (x *Objects) length(o *goja.Object) int {
	if inside.KindOf(o) == "typedArrayObject" {
		return int(ask(x.native.length, o).ToInteger())
	}
	if v := x.data(o, x.rt.ToValue("length")); v != nil && goja.IsNumber(v) {
		return int(min(v.ToInteger(), math.MaxInt32))
	}
	return 0
}

// The beginning of a frame of goja's, the counter at its end, and frames of Go and of fwrun's own scripts.
var (
	frameStart = regexp.MustCompile(`(?m)^\s+at `)
	frameEnd   = regexp.MustCompile(`(?m)\(\d+\)(\)?)$`)
	frameOwn   = regexp.MustCompile(`(?m)^    at (?:\S+/\S+ \(native\)|(?:.* \()?fwrun:.*)\n?`)
)

// errorText returns the stack of an error; its name and message if it has none.
func (x *Objects) errorText(o *goja.Object, class string) string {
	stack := x.text(o, x.rt.ToValue("stack"))
	if stack == "" {
		stack = x.unaskedStack(o, class)
	}
	if stack != "" {
		stack = frameEnd.ReplaceAllString(frameStart.ReplaceAllString(stack, "    at "), "$1")
		return strings.TrimRight(frameOwn.ReplaceAllString(stack, ""), "\n")
	}
	if message := x.text(o, x.rt.ToValue("message")); message != "" {
		return class + ": " + message
	}
	return class
}

// unaskedStack returns the stack of an error that no script has asked for it: it is not a property yet.
func (x *Objects) unaskedStack(o *goja.Object, class string) string {
	if _, asked := x.own(o, x.rt.ToValue("stack")); asked || !inside.Failures.On() {
		return ""
	}
	frames, ok := inside.StackOf(o)
	if !ok {
		return ""
	}
	var text bytes.Buffer
	for of := o; of != nil && !isProxy(of); of = of.Prototype() { // most inherit their name
		if name := x.text(of, x.rt.ToValue("name")); name != "" {
			class = name
			break
		}
	}
	text.WriteString(class)
	if message := x.text(o, x.rt.ToValue("message")); message != "" {
		text.WriteString(": " + message)
	}
	for i := range frames {
		text.WriteString("\n    at ")
		frames[i].Write(&text)
	}
	return text.String()
}
