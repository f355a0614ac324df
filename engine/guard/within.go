package guard

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// within puts a guard into a built-in instead of replacing it: goja takes shortcuts for regular expressions
// as long as their exec is the function that it knows.
func (g *guard) within(prototype *goja.Object, name string, guarded func(goja.FunctionCall, native) goja.Value) {
	code, ok := inside.CodeOf(prototype.Get(name))
	if !ok {
		g.missing = append(g.missing, name)
		return
	}
	original := *code
	*code = func(call goja.FunctionCall) goja.Value { return guarded(call, original) }
}
