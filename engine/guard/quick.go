package guard

import "github.com/dop251/goja"

// quickly reports whether an expression matches a short text, if that is all that the method test would do: the
// expression has no state that the match changes, and Go's own matcher, which needs no watch for a short text, finds it.
// Looking for a match without its groups allocates nothing.
func (g *guard) quickly(call goja.FunctionCall) (found, known bool) {
	e := expressionOf(call.This)
	if e == nil || e.regexpWrapper == nil || e.global || e.sticky {
		return false, false
	}
	s, ok := call.Argument(0).(goja.String)
	if !ok || !isASCII(s) || s.Length()*len(e.src) > cheap/1000 {
		return false, false
	}
	if _, isObject := call.This.(*goja.Object).Get("lastIndex").(*goja.Object); isObject { // it is converted, which runs a script
		return false, false
	}
	g.spend(16 + s.Length()/64)
	return e.regexpWrapper.MatchString(s.String()), true
}
