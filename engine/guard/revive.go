package guard

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// written is how a value was written in a text of JSON.
type written struct {
	value   goja.Value
	text    string     // of a primitive
	items   []*written // of an array
	members map[string]*written
}

// reviver walks over what JSON.parse has read, and calls a function of a script for each value.
type reviver struct {
	*guard
	revive          goja.Callable
	define, deletes native // of Reflect
}

// reviving implements JSON.parse for calls with a reviver, which learns how each primitive was written.
func (g *guard) reviving(text string, revive goja.Callable) goja.Value {
	p := &jsonReader{guard: g, text: text, traced: true}
	value := p.whole()
	root := g.rt.NewObject()
	_ = root.DefineDataProperty("", value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	return (&reviver{guard: g, revive: revive, define: g.defineNative, deletes: g.deleteNative}).walk(root, "", p.last)
}

// walk revives a member. It is told how it was written if nobody has changed it meanwhile.
func (r *reviver) walk(holder *goja.Object, key string, from *written) goja.Value {
	r.spend(1)
	value := orUndefined(holder.Get(key))
	if from != nil && !value.SameAs(from.value) {
		from = nil
	}
	context := r.rt.NewObject()
	object, ok := value.(*goja.Object)
	switch {
	case !ok && from != nil:
		_ = context.Set("source", from.text)
	case !ok:
	case isArray(object):
		for i := range r.checkLength(object) {
			r.member(object, itoa(i), from.item(i))
		}
	default:
		for _, name := range object.Keys() {
			r.member(object, name, from.member(name))
		}
	}
	result, err := r.revive(holder, r.rt.ToValue(key), value, context)
	if err != nil {
		panic(err)
	}
	return result
}

// note adds a member. Of several with a name the last one counts.
func (w *written) note(name string, of *written) {
	if w.members == nil {
		w.members = map[string]*written{}
	}
	w.members[name] = of
}

func (w *written) item(i int) *written {
	if w == nil || i >= len(w.items) {
		return nil
	}
	return w.items[i]
}

func (w *written) member(name string) *written {
	if w == nil {
		return nil
	}
	return w.members[name]
}

// member replaces a member of an object by what becomes of it. An object that does not allow that keeps what it has.
func (r *reviver) member(object *goja.Object, key string, from *written) {
	value := r.walk(object, key, from)
	name := r.rt.ToValue(key)
	if goja.IsUndefined(value) {
		r.deletes(goja.FunctionCall{Arguments: []goja.Value{object, name}})
		return
	}
	if object.ExportType() != proxyType {
		_ = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		return
	}
	descriptor := r.rt.NewObject()
	_ = descriptor.Set("value", value)
	for _, flag := range []string{"writable", "enumerable", "configurable"} {
		_ = descriptor.Set(flag, true)
	}
	r.define(goja.FunctionCall{Arguments: []goja.Value{object, name, descriptor}})
}

// rawClass is the engine's name for the class of what JSON.rawJSON makes.
const rawClass = "RawJSON"

// rawJSON adds JSON.rawJSON and JSON.isRawJSON.
func (g *guard) rawJSON(object *goja.Object) {
	freeze, _ := g.rt.Get("Object").(*goja.Object).Get("freeze").Export().(native)
	g.add(object, "rawJSON", func(call goja.FunctionCall) goja.Value {
		text := g.textOf(call.Argument(0))
		const space = "\t\n\r "
		if text == "" || strings.ContainsAny(text[:1]+text[len(text)-1:], space) || strings.ContainsAny(text[:1], "{[") {
			g.fail(g.syntaxError, "JSON.rawJSON takes a text, a number, true, false or null in JSON, without spaces around it")
		}
		g.parse(text)
		raw := g.rt.CreateObject(nil)
		_ = raw.Set("rawJSON", text)
		inside.SetClass(raw, rawClass)
		return freeze(goja.FunctionCall{Arguments: []goja.Value{raw}})
	})
	g.add(object, "isRawJSON", func(call goja.FunctionCall) goja.Value {
		raw, ok := call.Argument(0).(*goja.Object)
		return g.rt.ToValue(ok && raw.ClassName() == rawClass)
	})
}

// textOf converts a value to a text; no symbol is one.
func (g *guard) textOf(v goja.Value) string {
	if _, ok := v.(*goja.Symbol); ok {
		g.fail(g.typeError, "Cannot convert a Symbol value to a string")
	}
	return g.stringOf(v).String()
}

// add defines a function of one parameter that the engine does not have.
func (g *guard) add(owner *goja.Object, name string, fn native) {
	function := g.rt.ToValue(fn).(*goja.Object)
	_ = function.DefineDataProperty("name", g.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = function.DefineDataProperty("length", g.rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = owner.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
