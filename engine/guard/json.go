package guard

import "github.com/dop251/goja"

func (g *guard) json() {
	g.booleanOf, _ = g.prototype("Boolean").Get("valueOf").Export().(native)
	object, _ := g.rt.Get("JSON").(*goja.Object)
	reflection, _ := g.rt.Get("Reflect").(*goja.Object)
	g.defineNative, _ = reflection.Get("defineProperty").Export().(native)
	g.deleteNative, _ = reflection.Get("deleteProperty").Export().(native)
	g.method(object, "parse", func(call goja.FunctionCall, _ native) goja.Value {
		text := g.textOf(call.Argument(0))
		if revive, ok := goja.AssertFunction(call.Argument(1)); ok {
			return g.reviving(text, revive)
		}
		return (&jsonReader{guard: g, text: text}).whole()
	})
	g.rawJSON(object)
	g.method(object, "stringify", g.stringify)
}
