package guard

import "github.com/dop251/goja"

// numbers limits parseFloat, which takes quadratic time, to a prefix: further digits do not change a number.
func (g *guard) numbers() {
	const enough = 64 << 10
	number, _ := g.rt.Get("Number").(*goja.Object)
	parse := g.wrapped(g.rt.Get("parseFloat"), "parseFloat", func(call goja.FunctionCall, original native) goja.Value {
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > enough {
			call.Arguments = []goja.Value{s.Substring(0, enough)}
		}
		return original(call)
	})
	for _, owner := range []*goja.Object{g.rt.GlobalObject(), number} {
		_ = owner.DefineDataProperty("parseFloat", parse, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}
