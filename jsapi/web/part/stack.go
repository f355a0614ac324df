package part

import (
	"strings"

	"github.com/dop251/goja"
)

// TrimStack removes the frames of fwrun's own scripts from an Error's stack.
func TrimStack(rt *goja.Runtime, thrown goja.Value) goja.Value {
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
		if !IsInternalFrame(line) {
			kept = append(kept, line)
		}
	}
	text := rt.ToValue(strings.Join(kept, "\n"))
	_ = object.DefineDataProperty("stack", text, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return thrown
}

// IsInternalFrame reports whether a line of a stack is a frame of one of fwrun's own scripts, "at find (fwrun:sql.js:1:2)",
// rather than a line of a message.
func IsInternalFrame(line string) bool {
	frame, is := strings.CutPrefix(strings.TrimSpace(line), "at ")
	return is && (Internal(frame) || strings.Contains(frame, "("+Prefix))
}
