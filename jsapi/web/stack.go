package web

import (
	"strings"

	"github.com/dop251/goja"
)

// trimStack removes the frames of this package from an Error's stack.
func trimStack(rt *goja.Runtime, thrown goja.Value) goja.Value {
	object, ok := thrown.(*goja.Object)
	if !ok {
		return thrown
	}
	stack := object.Get("stack")
	if stack == nil {
		return thrown
	}
	var kept []string
	for line := range strings.SplitSeq(stack.String(), "\n") {
		if !strings.Contains(line, internalPrefix) {
			kept = append(kept, line)
		}
	}
	text := rt.ToValue(strings.Join(kept, "\n"))
	_ = object.DefineDataProperty("stack", text, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return thrown
}
