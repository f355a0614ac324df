package guard

import (
	"math"

	"github.com/dop251/goja"
)

func (g *guard) strings() {
	prototype := g.prototype("String")
	g.method(prototype, "repeat", g.repeat)
	g.method(prototype, "padStart", g.pad)
	g.method(prototype, "padEnd", g.pad)
	g.method(prototype, "concat", g.concatText)
	g.method(prototype, "normalize", g.normalize)
	g.method(prototype, "split", g.splitText)
	g.method(prototype, "replace", g.replaceText)
	g.method(prototype, "replaceAll", g.replaceText)
	for _, name := range []string{"match", "matchAll", "search"} {
		g.method(prototype, name, func(call goja.FunctionCall, original native) goja.Value {
			if pattern, ok := call.Argument(0).(goja.String); ok {
				g.checkPattern(pattern)
			}
			return original(call)
		})
	}
	constructor, _ := g.rt.Get("String").(*goja.Object)
	g.method(constructor, "raw", func(call goja.FunctionCall, original native) goja.Value {
		if template, ok := call.Argument(0).(*goja.Object); ok {
			g.checkLength(template.Get("raw"))
		}
		return original(call)
	})
}

// checkText throws if a text would be longer than the limit.
func (g *guard) checkText(length int64) {
	if length > int64(g.limits.StringLength) {
		g.failRange("string of length %d is too long; the limit is %d", length, g.limits.StringLength)
	}
	g.spend(int(max(0, length) / 64))
}

// text converts the receiver of a string method to a primitive, once; a receiver without methods is left for
// the original to refuse.
func (g *guard) text(call *goja.FunctionCall) (goja.String, bool) {
	if s, ok := call.This.(goja.String); ok {
		return s, true
	}
	if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		return nil, false
	}
	s := g.stringOf(call.This)
	call.This = s
	return s, true
}

// stringOf returns the value as a string; goja's ToString does not convert numbers.
func (g *guard) stringOf(v goja.Value) goja.String {
	if s, ok := v.ToString().(goja.String); ok {
		return s
	}
	s, _ := g.rt.ToValue(v.String()).(goja.String)
	return s
}

// times multiplies without overflow.
func times(a, b float64) int64 {
	if product := a * b; product < math.MaxInt64/2 {
		return int64(max(0, product))
	}
	return math.MaxInt64 / 2
}

func (g *guard) repeat(call goja.FunctionCall, original native) goja.Value {
	if s, ok := g.text(&call); ok && len(call.Arguments) > 0 {
		count := call.Arguments[0].ToNumber()
		if !goja.IsInfinity(count) {
			g.checkText(times(float64(s.Length()), count.ToFloat()))
		}
		call.Arguments = []goja.Value{count}
	}
	return original(call)
}

func (g *guard) pad(call goja.FunctionCall, original native) goja.Value {
	if _, ok := g.text(&call); ok && len(call.Arguments) > 0 {
		g.checkText(times(call.Arguments[0].ToNumber().ToFloat(), 1))
	}
	return original(call)
}

func (g *guard) concatText(call goja.FunctionCall, original native) goja.Value {
	if s, ok := g.text(&call); ok {
		total := int64(s.Length())
		for _, argument := range call.Arguments {
			if piece, ok := argument.(goja.String); ok {
				total += int64(piece.Length())
			}
		}
		g.checkText(total)
	}
	return original(call)
}

func (g *guard) normalize(call goja.FunctionCall, original native) goja.Value {
	if s, ok := g.text(&call); ok {
		g.checkLength(s)
	}
	return original(call)
}

// splitText limits the number of pieces; splitting by a regular expression is guarded in the expression's
// method.
func (g *guard) splitText(call goja.FunctionCall, original native) goja.Value {
	if _, byObject := call.Argument(0).(*goja.Object); byObject {
		return original(call)
	}
	s, ok := g.text(&call)
	if !ok || s.Length() <= g.limits.ArrayLength || !goja.IsUndefined(call.Argument(1)) {
		return original(call)
	}
	call.Arguments = []goja.Value{call.Argument(0), g.rt.ToValue(g.limits.ArrayLength + 1)}
	pieces := original(call)
	g.checkLength(pieces)
	return pieces
}

// replaceText limits the result of replacing a text by a text. Replacing a regular expression is guarded in
// the expression's method.
func (g *guard) replaceText(call goja.FunctionCall, original native) goja.Value {
	if _, byObject := call.Argument(0).(*goja.Object); byObject {
		return original(call)
	}
	if s, ok := g.text(&call); ok {
		g.boundReplacement(&call, 1, s)
	}
	return original(call)
}

// boundReplacement checks the replacement text, which is the argument at index at. If it might make the
// result too long, it is replaced by a function that makes the same text and counts.
func (g *guard) boundReplacement(call *goja.FunctionCall, at int, s goja.String) {
	argument := call.Argument(at)
	if object, ok := argument.(*goja.Object); ok {
		if _, callable := goja.AssertFunction(object); callable {
			return
		}
	}
	replacement := g.stringOf(argument)
	arguments := append([]goja.Value(nil), call.Arguments...)
	for len(arguments) <= at {
		arguments = append(arguments, goja.Undefined())
	}
	arguments[at] = replacement
	if g.mightExplode(s, replacement) {
		arguments[at] = g.countingReplacer(s, replacement)
	}
	call.Arguments = arguments
}

// mightExplode reports whether matching everywhere could exceed the limit.
func (g *guard) mightExplode(s, replacement goja.String) bool {
	worst := float64(replacement.Length())
	for i := range replacement.Length() {
		if replacement.CharAt(i) == '$' {
			worst += float64(s.Length())
		}
	}
	return times(float64(s.Length()+1), worst) > int64(g.limits.StringLength)
}

// countingReplacer returns a replacer function that expands the replacement's patterns and throws once the
// result is too long.
func (g *guard) countingReplacer(s, replacement goja.String) goja.Value {
	total := int64(0)
	return g.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		match := matchOf(call.Arguments, s)
		expanded := match.expand(replacement, func(more int) {
			if total += int64(more); total > int64(g.limits.StringLength) {
				g.checkText(total)
			}
		})
		g.spend(1 + expanded.Length()/64)
		return expanded
	})
}
