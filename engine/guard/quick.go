package guard

import (
	"reflect"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// quickly reports whether an expression matches a short text, if that is all that the method test would do: the
// expression has no state that the match changes, and Go's own matcher, which needs no watch for a short text, finds it.
// Looking for a match without its groups allocates nothing.
func (g *guard) quickly(call goja.FunctionCall) (found, known bool) {
	e := expressionOf(call.This)
	if e == nil || e.regexpWrapper == nil || e.global || e.sticky {
		return false, false
	}
	s, ok := asciiText(call.Argument(0))
	if !ok || len(s)*len(e.src) > cheap/1000 {
		return false, false
	}
	if _, isObject := call.This.(*goja.Object).Get("lastIndex").(*goja.Object); isObject { // it is converted, which runs a script
		return false, false
	}
	g.spend(16 + len(s)/64)
	return e.regexpWrapper.MatchString(s), true
}

// replacedQuickly replaces all matches in a short text by another text, if that is all that is asked: Go's own matcher finds them one
// after the other, as exec does, since none of them can be empty.
func (g *guard) replacedQuickly(call goja.FunctionCall) goja.Value {
	e := expressionOf(call.This)
	if e == nil || e.regexpWrapper == nil || !e.global || e.sticky {
		return nil
	}
	s, ok := asciiText(call.Argument(0))
	by, literal := asciiText(call.Argument(1))
	if !ok || !literal || len(s) > min(g.limits.LongSubject, g.limits.RegexpInput) || len(s)*(len(by)+1) > g.limits.StringLength || strings.Contains(by, "$") {
		return nil
	}
	if c := g.compiledOf(e); !c.takesSome(e) || c.allMatches(len(s), true) > cheap {
		return nil
	}
	object, ok := g.ordinary(call.This)
	if !ok || !strings.Contains(object.Get("flags").String(), "g") {
		return nil
	}
	g.must(object.Set("lastIndex", 0))
	var out goja.StringBuilder
	end := 0
	for _, match := range e.regexpWrapper.FindAllStringIndex(s, -1) {
		g.spend(16)
		out.WriteUTF8String(s[end:match[0]])
		out.WriteUTF8String(by)
		end = match[1]
	}
	g.spend(16 + len(s)/64)
	out.WriteUTF8String(s[end:])
	return out.String()
}

// asciiText returns a primitive text that is ASCII only, if that is known or can be seen without a copy of it.
func asciiText(v goja.Value) (string, bool) {
	s, ok := v.(goja.String)
	if !ok {
		return "", false
	}
	switch reflect.TypeOf(s).Kind() {
	case reflect.String:
		return s.String(), true
	case reflect.Pointer: // it came from Go, and goja has not read it yet, or keeps what it has read beside it
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
func (c *compiled) takesSome(e *expression) bool {
	if !c.parsed {
		tree, err := syntax.Parse(e.regexpWrapper.String(), syntax.Perl)
		c.parsed, c.some = true, err == nil && takesSome(tree)
	}
	return c.some
}

// takesSome reports whether each text that a part of an expression matches has a character.
func takesSome(part *syntax.Regexp) bool {
	switch part.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return takesSome(part.Sub[0])
	case syntax.OpRepeat:
		return part.Min > 0 && takesSome(part.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(part.Sub, takesSome)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(part.Sub, func(sub *syntax.Regexp) bool { return !takesSome(sub) })
	default:
		return false
	}
}
