package guard

import (
	"reflect"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// quickly reports whether an expression matches a short text, if that is all that the method test would do: the
// expression has no state that the match changes, and Go's own matcher, which needs no watch for a short text, finds it.
// Looking for a match without its groups allocates nothing.
func (g *guard) quickly(call goja.FunctionCall) (found, known bool) {
	e := inside.ExpressionOf(call.This)
	if e == nil || e.RegexpWrapper == nil || e.Global || e.Sticky {
		return false, false
	}
	s, ok := asciiText(call.Argument(0))
	if !ok || len(s)*len(e.Src) > cheap/1000 || endsLines(e, s) {
		return false, false
	}
	if _, isObject := call.This.(*goja.Object).Get("lastIndex").(*goja.Object); isObject { // it is converted, which runs a script
		return false, false
	}
	g.spend(16 + len(s)/64)
	return e.RegexpWrapper.MatchString(s), true
}

// endsLines reports whether a text may have lines that Go's own matcher does not know: see exactly.
func endsLines(e *expression, s string) bool { return e.Multiline && strings.IndexByte(s, '\r') >= 0 }

// replacedQuickly replaces all matches in a short text by another text; it returns nil if that is not all that is asked.
func (g *guard) replacedQuickly(call goja.FunctionCall) goja.Value {
	by, literal := asciiText(call.Argument(1))
	if !literal || strings.Contains(by, "$") {
		return nil
	}
	s, found, known := g.allQuickly(call, len(by)+1)
	if !known {
		return nil
	}
	var out goja.StringBuilder
	end := 0
	for _, match := range found {
		out.WriteUTF8String(s[end:match[0]])
		out.WriteUTF8String(by)
		end = match[1]
	}
	out.WriteUTF8String(s[end:])
	return out.String()
}

// matchedQuickly returns an array of all matches in a short text, or null if there is none; nil if that is not all that is asked.
func (g *guard) matchedQuickly(call goja.FunctionCall) goja.Value {
	s, found, known := g.allQuickly(call, 1)
	switch {
	case !known:
		return nil
	case len(found) == 0:
		return goja.Null()
	}
	matches := make([]any, len(found))
	for i, match := range found {
		matches[i] = s[match[0]:match[1]]
	}
	return g.rt.NewArray(matches...)
}

// shortText is the length of a text in which all matches are found at once, between two looks for an interrupt.
const shortText = 8 << 10

// allQuickly finds all matches of a global expression in a short text, which a result that is longer by a factor at most is made of, as
// exec does, one after the other. Go's own matcher can do so if none of them can be empty.
func (g *guard) allQuickly(call goja.FunctionCall, longer int) (s string, found [][]int, known bool) {
	e := inside.ExpressionOf(call.This)
	if !inside.Matchers.On() || e == nil || e.RegexpWrapper == nil || !e.Global || e.Sticky {
		return "", nil, false
	}
	s, ok := asciiText(call.Argument(0))
	if !ok || len(s) > min(shortText, g.limits.RegexpInput) || len(s)*longer > g.limits.StringLength || endsLines(e, s) {
		return "", nil, false
	}
	if c := g.compiledOf(e); !c.some || c.allMatches(len(s), true) > cheap {
		return "", nil, false
	}
	object, ok := g.ordinary(call.This)
	if !ok || !strings.Contains(object.Get("flags").String(), "g") {
		return "", nil, false
	}
	g.must(object.Set("lastIndex", 0))
	found = e.RegexpWrapper.FindAllStringIndex(s, -1)
	g.spend(16*(len(found)+1) + len(s)/64)
	return s, found, true
}

// asciiText returns a primitive text that is ASCII only, if that is known or can be seen without a copy of it.
func asciiText(v goja.Value) (string, bool) {
	s, ok := v.(goja.String)
	if !ok {
		return "", false
	}
	switch {
	case isASCII(s):
		return s.String(), true
	case reflect.TypeOf(s).Kind() == reflect.Pointer: // it came from Go, and goja has not read it yet, or keeps what it has read beside it
		text := s.String()
		return text, isASCIIText(text)
	default:
		return "", false
	}
}

func isASCIIText(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// takesSome reports whether no match of an expression that Go's own matcher finds is empty.
func takesSome(e *expression) bool {
	if e.RegexpWrapper == nil {
		return false
	}
	tree, err := syntax.Parse(e.RegexpWrapper.String(), syntax.Perl)
	return err == nil && partTakesSome(tree)
}

// partTakesSome reports whether each text that a part of an expression matches has a character.
func partTakesSome(part *syntax.Regexp) bool {
	switch part.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return partTakesSome(part.Sub[0])
	case syntax.OpRepeat:
		return part.Min > 0 && partTakesSome(part.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(part.Sub, partTakesSome)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(part.Sub, func(sub *syntax.Regexp) bool { return !partTakesSome(sub) })
	default:
		return false
	}
}
