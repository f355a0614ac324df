package guard

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
)

// join counts what the separators and the elements add up to before it joins them. Elements that are objects
// become texts first, each once, and are counted then.
func (g *guard) join(call goja.FunctionCall, original native) goja.Value {
	length := g.checkLength(call.This)
	separator := 1
	if s, ok := call.Argument(0).(goja.String); ok {
		separator = s.Length()
	}
	total := int64(max(0, length-1)) * int64(separator)
	g.checkText(total)
	object, isObject := call.This.(*goja.Object)
	if !isObject {
		return original(call)
	}
	stored, _, plain := elements.Stored(object)
	for _, element := range stored {
		switch element := element.(type) {
		case goja.String:
			total += int64(element.Length())
		case *goja.Object:
			plain = false
		}
	}
	if plain {
		g.checkText(total)
		return original(call)
	}
	return g.nested(func() goja.Value { return g.joinObjects(object, length, separator, call, original) })
}

// joinObjects joins an array whose elements have to be asked for their texts. An array that is being joined is
// empty inside of itself.
func (g *guard) joinObjects(object *goja.Object, length, separator int, call goja.FunctionCall, original native) goja.Value {
	if slices.Contains(g.joining, object) {
		return g.rt.ToValue("")
	}
	depth := len(g.joining)
	g.joining = append(g.joining, object)
	defer func() { g.joining = g.joining[:depth] }()
	if !goja.IsUndefined(call.Argument(0)) { // converted once, before the elements
		between := g.stringOf(call.Argument(0))
		call.Arguments, separator = []goja.Value{between}, between.Length()
	}
	total := int64(max(0, length-1)) * int64(separator)
	texts := make([]any, length)
	for i := range length {
		g.spend(1)
		element := elementAt(object, i)
		if element == nil || goja.IsUndefined(element) || goja.IsNull(element) {
			continue
		}
		text := g.stringOf(element)
		if total += int64(text.Length()); total > int64(g.limits.StringLength) {
			g.checkText(total)
		}
		texts[i] = text
	}
	call.This = g.rt.NewArray(texts...)
	return original(call)
}
