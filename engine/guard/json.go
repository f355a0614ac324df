package guard

import "github.com/dop251/goja"

func (g *guard) json() {
	g.booleanOf, _ = g.prototype("Boolean").Get("valueOf").Export().(native)
	object, _ := g.rt.Get("JSON").(*goja.Object)
	g.method(object, "parse", func(call goja.FunctionCall, original native) goja.Value {
		s := g.stringOf(call.Argument(0))
		if _, revived := call.Argument(1).(*goja.Object); !revived {
			return g.parse(s.String())
		}
		g.checkJSON(s.String())
		call.Arguments = append([]goja.Value{s}, call.Arguments[min(1, len(call.Arguments)):]...)
		return original(call)
	})
	g.method(object, "stringify", g.stringify)
}

// checkJSON limits the nesting of a text that is parsed with a reviver, which goja does itself.
func (g *guard) checkJSON(text string) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = endOfString(text, i)
		case '[', '{':
			if depth++; depth > g.limits.JSONDepth {
				g.fail(g.syntaxError, "JSON nested deeper than %d", g.limits.JSONDepth)
			}
		case ']', '}':
			depth--
		}
	}
	g.spend(len(text))
}

// endOfString finds the quote that ends the string which begins at i.
func endOfString(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return i
}
