package intl

import (
	"embed"
	"maps"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed classes/*.js
var scripts embed.FS

// Part returns the part that makes the global Intl. It is one part of several scripts, so that it weighs little in a VM that does not use it.
func Part() part.Part {
	return part.Part{Name: "intl", Globals: []string{"Intl"}, Needs: []string{"base"}, Script: part.Script(scripts, "classes/intl.js"), Host: hostOf}
}

// classes are the scripts that intl.js loads.
var classes = sync.OnceValue(func() map[string]func() (*goja.Program, error) {
	programs := map[string]func() (*goja.Program, error){}
	for _, name := range []string{"options", "numbers", "plurals", "dates", "texts", "names", "locale", "durations", "builtins"} {
		programs[name] = part.Script(scripts, "classes/"+name+".js")
	}
	return programs
})

// load(name) returns the function of a script.
func (h realm) load(call goja.FunctionCall) goja.Value {
	program, err := classes()[call.Argument(0).String()]()
	if err != nil {
		panic(err)
	}
	value, err := h.Runtime.RunProgram(program)
	if err != nil {
		panic(err)
	}
	return value
}

// realm is what the functions in Go need of a VM.
type realm struct{ *part.Realm }

// hostOf returns the functions that the classes call.
func hostOf(r *part.Realm) map[string]part.Native {
	h := realm{r}
	all := map[string]part.Native{"load": h.load}
	for _, group := range []map[string]part.Native{h.localeFunctions(), h.numberFunctions(), h.dateFunctions(), h.textFunctions(), h.listings()} {
		maps.Copy(all, group)
	}
	return all
}

// text is a string for scripts.
func (h realm) text(s string) goja.Value { return h.Runtime.ToValue(s) }

// orUndefined is a string for scripts, or undefined for the empty one.
func (h realm) orUndefined(s string) goja.Value {
	if s == "" {
		return goja.Undefined()
	}
	return h.text(s)
}

// rangeError throws a RangeError.
func (h realm) rangeError(message string) {
	object, err := h.Runtime.New(h.Runtime.Get("RangeError"), h.text(message))
	if err != nil { // a script has put something else in its place
		h.TypeError(message)
	}
	panic(part.TrimStack(h.Runtime, object))
}

// array makes an array of texts.
func (h realm) array(texts []string) goja.Value {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return h.Runtime.NewArray(values...)
}

// object makes an object of names and values, whatever setters there are.
func (h realm) object(pairs ...any) *goja.Object {
	object := h.Runtime.NewObject()
	for i := 0; i < len(pairs); i += 2 {
		_ = object.DefineDataProperty(pairs[i].(string), h.Runtime.ToValue(pairs[i+1]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object
}

// reader reads the members of an object that a class made: each is there, or undefined.
type reader struct{ *goja.Object }

func readerOf(v goja.Value) reader {
	object, _ := v.(*goja.Object)
	return reader{object}
}

func (r reader) text(name string) string {
	if v := r.Get(name); v != nil && !goja.IsUndefined(v) {
		return v.String()
	}
	return ""
}

func (r reader) number(name string) int {
	if v := r.Get(name); v != nil && !goja.IsUndefined(v) {
		return int(v.ToInteger())
	}
	return 0
}

func (r reader) is(name string) bool {
	v := r.Get(name)
	return v != nil && v.ToBoolean()
}

// put defines a member, whatever setters there are.
func put(object *goja.Object, name string, value goja.Value) {
	_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}
