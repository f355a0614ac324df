package guard

import (
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// BoundRegexps makes every regular expression compiled from now on give up after d at the latest. Call it once, before any
// script is compiled, with a limit just above the CPU budget: matching runs natively, no interrupt reaches it, and goja
// reports a match that has given up as "no match". A match gives up early first. If its run has time left it is tried again,
// for as long as that is; otherwise the watchdog's interrupt takes effect, or the methods guarded here throw a RangeError.
//
// The limit is a setting of the whole process, in the regexp2 package, which reads it without a lock: so the
// first call counts, and later ones change nothing.
func BoundRegexps(d time.Duration) {
	boundOnce.Do(func() {
		longestTry = d
		regexp2.DefaultMatchTimeout = min(d, firstTry)
		regexp2.SetTimeoutCheckPeriod(checkPeriod)
	})
}

var (
	boundOnce  sync.Once
	longestTry = firstTry
)

const (
	// firstTry is how long a match may take before it is asked how much time its run has left. It bounds how late a match
	// is stopped that begins when the time has almost passed.
	firstTry = 150 * time.Millisecond
	// checkPeriod is how precisely a match gives up, and how much longer than the run's time it may take.
	checkPeriod = 20 * time.Millisecond
)

func (g *guard) regexps() {
	prototype := g.prototype("RegExp")
	g.regexpPrototype = prototype
	looking := g.lookingFor(func(l *longSubject) goja.Value { return g.rt.ToValue(l.moved()) })
	g.method(prototype, "test", func(call goja.FunctionCall, original native) goja.Value {
		if found, known := g.quickly(call); known {
			return g.rt.ToValue(found)
		}
		return looking(call, original)
	})
	g.within(prototype, "exec", g.lookingFor((*longSubject).exec))
	g.method(prototype, "compile", g.compile)
	g.symbolMethod(prototype, goja.SymSearch, func(call goja.FunctionCall, original native) goja.Value {
		g.subject(&call)
		if x := g.exactlyOrdinary(call, false); x != nil {
			if x.next() {
				return g.rt.ToValue(x.spans[0])
			}
			return g.rt.ToValue(-1)
		}
		if s, ok := call.Argument(0).(goja.String); ok && s.Length() > searchedText {
			return g.search(call, original)
		}
		return g.matching(call, original)
	})
	g.symbolMethod(prototype, goja.SymMatch, g.matchPattern)
	g.symbolMethod(prototype, goja.SymMatchAll, func(call goja.FunctionCall, original native) goja.Value {
		g.subject(&call)
		defer g.asMatcher(&call)()
		return original(call)
	})
	g.symbolMethod(prototype, goja.SymSplit, func(call goja.FunctionCall, original native) goja.Value {
		g.subject(&call)
		g.checkInput(call, true)
		if x := g.exactlyOrdinary(call, true); x != nil {
			x.sticky = false
			return x.split(call.Argument(1))
		}
		if long := g.longSubject(call, false); long != nil {
			return long.split(call.Argument(1))
		}
		defer g.asMatcher(&call)()
		return g.matching(call, original)
	})
	g.symbolMethod(prototype, goja.SymReplace, g.replacePattern)
	g.regexpClass()
	if !inside.Builtins.On() {
		g.missing = append(g.missing, inside.Builtins.Err().Error())
	}
}

// matchPattern looks for one match, or for all matches of a global expression.
func (g *guard) matchPattern(call goja.FunctionCall, original native) goja.Value {
	g.subject(&call)
	if matches := g.matchedQuickly(call); matches != nil {
		return matches
	}
	global := isGlobal(call.This)
	if x := g.exactlyOrdinary(call, global); x != nil {
		g.checkInput(call, global)
		if global {
			g.must(x.object.Set("lastIndex", 0))
			return x.match()
		}
		return x.exec()
	}
	g.checkInput(call, global)
	if long := g.longSubject(call, true); long != nil {
		return long.match()
	}
	if long := g.oneMatch(call); long != nil && !global {
		return long.exec()
	}
	defer g.asMatcher(&call)()
	return g.matching(call, original)
}

// subject makes the text of a call a text, once; goja makes one of an object only after the guards have looked.
func (g *guard) subject(call *goja.FunctionCall) {
	if object, ok := call.Argument(0).(*goja.Object); ok {
		call.Arguments = append([]goja.Value{g.stringOf(object)}, call.Arguments[1:]...)
	}
}

// lookingFor guards a method that looks for one match.
func (g *guard) lookingFor(result func(*longSubject) goja.Value) func(goja.FunctionCall, native) goja.Value {
	return func(call goja.FunctionCall, original native) goja.Value {
		g.subject(&call)
		if x := g.exactly(call, false); x != nil {
			return result(x)
		}
		if long := g.oneMatch(call); long != nil {
			return result(long)
		}
		return g.matching(call, original)
	}
}

// search looks for one match in a long text, from the beginning, wherever the last one was.
func (g *guard) search(call goja.FunctionCall, original native) goja.Value {
	object, ok := g.ordinary(call.This)
	if !ok {
		return g.matching(call, original)
	}
	before := object.Get("lastIndex")
	g.must(object.Set("lastIndex", 0))
	long := g.oneMatch(call)
	found := long != nil && long.next()
	g.must(object.Set("lastIndex", before))
	switch {
	case long == nil:
		return g.matching(call, original)
	case !found:
		return g.rt.ToValue(-1)
	}
	return g.rt.ToValue(long.spans[0])
}

// matching runs a method that matches. If by the matcher's clock it took as long as a match may, it may have given up, and its answer is not used:
// it matches again, a few times, if the run has time left; otherwise the interrupt, or an error, replaces the answer.
func (g *guard) matching(call goja.FunctionCall, original native) goja.Value {
	if s, ok := call.Argument(0).(goja.String); ok {
		g.spend(s.Length() / 64) // the matcher looks through the text to know it again
	}
	e := inside.ExpressionOf(call.This)
	var from goja.Value
	if e != nil {
		from = call.This.(*goja.Object).Get("lastIndex")
	}
	began := readMatchClock()
	result := g.calling(e, call, original)
	g.spend(16)
	if !began.passed(regexp2.DefaultMatchTimeout) || e == nil || e.Regexp2Wrapper == nil {
		return result
	}
	matcher := e.Regexp2Wrapper.Rx
	defer func() { matcher.MatchTimeout = regexp2.DefaultMatchTimeout }()
	for begun := 1; ; begun++ {
		matcher.MatchTimeout = g.left(begun)
		if e.Global || e.Sticky { // nothing has set it otherwise, and the expression may be frozen
			g.must(call.This.(*goja.Object).Set("lastIndex", from))
		}
		began = readMatchClock()
		result = original(call)
		if !began.passed(matcher.MatchTimeout) {
			return result
		}
	}
}

// left returns for how long a match that has given up may be tried again. If the run has no time left, or the match was
// tried a few times on a machine under load, it ends the run, or throws an error if that cannot be done.
func (g *guard) left(begun int) time.Duration {
	left := time.Duration(0)
	switch {
	case g.limits.Left != nil:
		left = g.limits.Left()
	case begun == 1:
		left = longestTry
	}
	if left > 0 && begun < maxMatchings && (begun == 1 || left < longestTry) {
		return min(left+checkPeriod, longestTry)
	}
	if g.limits.Overrun != nil {
		g.limits.Overrun()
	}
	g.poll()
	g.failRange("the regular expression took too long")
	return 0
}

// maxMatchings is how often a match is tried on a machine under load.
const maxMatchings = 6

func (g *guard) replacePattern(call goja.FunctionCall, original native) goja.Value {
	g.subject(&call)
	if replaced := g.replacedQuickly(call); replaced != nil {
		return replaced
	}
	global := isGlobal(call.This)
	if x := g.exactlyOrdinary(call, global); x != nil {
		g.checkInput(call, global)
		return x.replaced(call.Argument(1))
	}
	g.checkInput(call, global)
	if long := g.longSubject(call, true); long != nil {
		return long.replace(call.Argument(1))
	}
	if long := g.oneMatch(call); long != nil && !global && !long.sticky {
		return long.replace(call.Argument(1))
	}
	defer g.asMatcher(&call)()
	if object, ok := call.Argument(1).(*goja.Object); ok {
		if _, callable := goja.AssertFunction(object); callable { // which runs under its own time; goja finds all matches before, by exec, which is guarded
			if isGlobal(call.This) {
				g.countReplacements(&call)
			}
			return g.calling(inside.ExpressionOf(call.This), call, original)
		}
	}
	s := g.stringOf(call.Argument(0))
	call.Arguments = append([]goja.Value{s}, call.Arguments[min(1, len(call.Arguments)):]...)
	g.boundReplacement(&call, 1, s)
	return g.matching(call, original)
}

// checkInput limits a text that is processed to its end in one native loop.
func (g *guard) checkInput(call goja.FunctionCall, everywhere bool) {
	s, ok := call.Argument(0).(goja.String)
	if ok && everywhere && s.Length() > g.limits.RegexpInput {
		g.failRange("string of length %d is too long for a global match; the limit is %d",
			s.Length(), g.limits.RegexpInput)
	}
}

func isGlobal(this goja.Value) bool {
	object, ok := this.(*goja.Object)
	if !ok {
		return false
	}
	global := object.Get("global")
	return global != nil && global.ToBoolean()
}

// checkPattern limits the input of the regular expression compiler.
func (g *guard) checkPattern(pattern goja.Value) {
	s, ok := pattern.(goja.String)
	if !ok {
		return
	}
	if s.Length() > g.limits.RegexpSource {
		g.failRange("regular expression of length %d is too long; the limit is %d", s.Length(), g.limits.RegexpSource)
	}
	if s.Length() <= maxRegexpDepth {
		return
	}
	depth := 0
	for i := 0; i < s.Length(); i++ {
		switch s.CharAt(i) {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > maxRegexpDepth {
			g.failRange("regular expression with groups nested deeper than %d", maxRegexpDepth)
		}
	}
}
