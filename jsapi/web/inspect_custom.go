package web

import "github.com/dop251/goja"

// customName is the name of the symbol under which objects have a method that shows them, as in Node.
const customName = "nodejs.util.inspect.custom"

// custom renders an object by its own method, if it has one.
func (in *inspector) custom(o *goja.Object) (text string, ok bool) {
	symbol := in.customSymbol()
	if symbol == nil {
		return "", false
	}
	show, ok := goja.AssertFunction(o.GetSymbol(symbol))
	if !ok {
		return "", false
	}
	left := in.depth - len(in.inside) + 1
	shown, err := show(o, in.Runtime.ToValue(left), in.customOptions(left), in.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		return in.Runtime.ToValue(in.value(call.Argument(0)))
	}))
	if err != nil || shown == goja.Value(o) {
		return "", false
	}
	if text, isText := shown.(goja.String); isText {
		return text.String(), true
	}
	return in.value(shown), true
}

// customOptions returns what the methods get to know of how they are shown.
func (in *inspector) customOptions(depth int) goja.Value {
	return in.Runtime.ToValue(map[string]any{
		"depth": depth, "colors": in.colour, "breakLength": in.width, "compact": 3, "showHidden": false, "customInspect": true,
		"stylize": func(call goja.FunctionCall) goja.Value { return call.Argument(0).ToString() },
	})
}

// customSymbol returns the symbol, which is the same for all scripts of a VM.
func (r *Realm) customSymbol() *goja.Symbol {
	if r.showing == nil {
		r.showing, _ = r.internalStatic("Symbol", "for", r.Runtime.ToValue(customName)).(*goja.Symbol)
	}
	return r.showing
}
