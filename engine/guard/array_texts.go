package guard

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/elements"
)

// searchedText makes a method look for a long text in an array with an interrupt between two comparisons. What is not a
// long text, or no ordinary array, is left to the original.
func (g *guard) searchedText(result func(at int) any) func(goja.FunctionCall, native) goja.Value {
	return func(call goja.FunctionCall, original native) goja.Value {
		wanted, length := g.longTextWanted(call)
		if wanted == nil {
			return original(call)
		}
		from := int64(0)
		if from = call.Argument(1).ToInteger(); from < 0 {
			from = max(0, from+int64(length))
		}
		stored, _ := elements.Of(call.This)
		for at := from; at < int64(len(stored)); at++ {
			if g.isText(stored[at], wanted) {
				return g.rt.ToValue(result(int(at)))
			}
		}
		return g.rt.ToValue(result(-1))
	}
}

// searchedTextBackwards does so for lastIndexOf.
func (g *guard) searchedTextBackwards(call goja.FunctionCall, original native) goja.Value {
	wanted, length := g.longTextWanted(call)
	if wanted == nil {
		return original(call)
	}
	from := int64(length - 1)
	if len(call.Arguments) > 1 {
		if from = call.Arguments[1].ToInteger(); from < 0 {
			from += int64(length)
		}
	}
	stored, _ := elements.Of(call.This)
	for at := min(from, int64(len(stored)-1)); at >= 0; at-- {
		if g.isText(stored[at], wanted) {
			return g.rt.ToValue(int(at))
		}
	}
	return g.rt.ToValue(-1)
}

// longTextWanted returns the long text that is looked for in an ordinary array, and the array's length; nil for other calls.
func (g *guard) longTextWanted(call goja.FunctionCall) (wanted goja.String, length int) {
	length = g.checkLength(call.This)
	wanted, ok := call.Argument(0).(goja.String)
	if !ok || wanted.Length() <= searchedText {
		return nil, length
	}
	if _, ordinary := elements.Of(call.This); !ordinary {
		return nil, length
	}
	return wanted, length
}

// isText reports whether an element of an array is a text. Only texts of the same length have to be compared.
func (g *guard) isText(element goja.Value, text goja.String) bool {
	s, ok := element.(goja.String)
	if !ok || s.Length() != text.Length() {
		return false
	}
	g.spend(text.Length() / 64)
	return s.StrictEquals(text)
}
