package guard

import (
	"math"
	"slices"

	"github.com/dop251/goja"
)

func (g *guard) strings() {
	prototype := g.prototype("String")
	g.method(prototype, "repeat", g.repeat)
	g.method(prototype, "padStart", g.pad)
	g.method(prototype, "padEnd", g.pad)
	g.method(prototype, "concat", g.concatText)
	for _, name := range []string{"toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase"} {
		g.method(prototype, name, g.inPieces(betweenWords))
	}
	g.method(prototype, "normalize", g.inPieces(beforeStarter))
	g.method(prototype, "localeCompare", g.localeCompare)
	g.trimming(prototype)
	global := g.rt.GlobalObject()
	for _, name := range []string{"encodeURI", "encodeURIComponent", "escape"} {
		g.method(global, name, g.argumentInPieces)
	}
	g.indexOf, _ = prototype.Get("indexOf").Export().(native)
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
			g.checkRaw(template.Get("raw"), call.Arguments[1:])
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

// concatText converts the arguments, each once, and counts them.
func (g *guard) concatText(call goja.FunctionCall, original native) goja.Value {
	if s, ok := g.text(&call); ok {
		total, cloned := int64(s.Length()), false
		for i, argument := range call.Arguments {
			piece, ok := argument.(goja.String)
			if !ok {
				if !cloned {
					call.Arguments, cloned = slices.Clone(call.Arguments), true
				}
				piece = g.stringOf(argument)
				call.Arguments[i] = piece
			}
			if total += int64(piece.Length()); total > int64(g.limits.StringLength) {
				g.checkText(total)
			}
		}
		g.checkText(total)
	}
	return original(call)
}

// checkRaw counts the pieces of a template and what is between them.
func (g *guard) checkRaw(raw goja.Value, between []goja.Value) {
	length := g.checkLength(raw)
	object, ok := raw.(*goja.Object)
	if !ok {
		return
	}
	total := int64(0)
	for i := range length {
		if piece, ok := elementAt(object, i).(goja.String); ok {
			total += int64(piece.Length())
		}
		if i < len(between) {
			if piece, ok := between[i].(goja.String); ok {
				total += int64(piece.Length())
			}
		}
		if total > int64(g.limits.StringLength) {
			break
		}
	}
	g.checkText(total)
}

// splitText limits the number of pieces; splitting by a regular expression is guarded in the expression's
// method. A long text is split here, since the original does not look for an interrupt.
func (g *guard) splitText(call goja.FunctionCall, original native) goja.Value {
	if _, byObject := call.Argument(0).(*goja.Object); byObject {
		return original(call)
	}
	s, ok := g.text(&call)
	if !ok || s.Length() <= longText || goja.IsUndefined(call.Argument(0)) || !goja.IsUndefined(call.Argument(1)) {
		return original(call)
	}
	return g.splitLong(s, g.stringOf(call.Argument(0)))
}

// splitLong splits a text at each place where the separator is.
func (g *guard) splitLong(s, separator goja.String) goja.Value {
	pieces := list{guard: g}
	add := func(from, to int) {
		g.spend(4)
		pieces.add(s.Substring(from, to))
	}
	width := separator.Length()
	if width == 0 {
		for i := range s.Length() {
			add(i, i+1)
		}
		return pieces.array()
	}
	for from := 0; ; {
		at := int(g.indexOf(goja.FunctionCall{This: s, Arguments: []goja.Value{separator, g.rt.ToValue(from)}}).ToInteger())
		if at < 0 {
			g.spend((s.Length() - from) / 16)
			add(from, s.Length())
			return pieces.array()
		}
		g.spend((at - from) / 16)
		add(from, at)
		from = at + width
	}
}

// replaceText limits the result of replacing a text by a text. Replacing a regular expression is guarded in
// the expression's method.
func (g *guard) replaceText(call goja.FunctionCall, original native) goja.Value {
	if _, byObject := call.Argument(0).(*goja.Object); byObject {
		return original(call)
	}
	if s, ok := g.text(&call); ok {
		g.boundReplacement(&call, 1, s)
		g.countReplacements(&call)
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

// countReplacements puts a function that counts around a function that makes replacements.
func (g *guard) countReplacements(call *goja.FunctionCall) {
	function, callable := goja.AssertFunction(call.Argument(1))
	if !callable {
		return
	}
	total := int64(0)
	counting := g.rt.ToValue(func(c goja.FunctionCall) goja.Value {
		made, err := function(goja.Undefined(), c.Arguments...)
		g.must(err)
		text := g.stringOf(made)
		if total += int64(text.Length()); total > int64(g.limits.StringLength) {
			g.checkText(total)
		}
		g.spend(4)
		return text
	})
	call.Arguments = []goja.Value{call.Arguments[0], counting}
}
