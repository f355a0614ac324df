package guard

import (
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// BoundRegexps makes every regular expression compiled from now on give up after d. Call it once, before any
// script is compiled, with a limit just above the CPU budget: matching runs natively, no interrupt reaches
// it, and goja reports a match that has given up as "no match". With a limit above the budget the watchdog
// has usually interrupted the run by then, so the script never sees that answer; the methods guarded here
// throw a RangeError if there is no watchdog, or if the run was kept from computing and has not used up its
// budget.
//
// The limit is a setting of the whole process, in the regexp2 package, which reads it without a lock: so the
// first call counts, and later ones change nothing.
func BoundRegexps(d time.Duration) {
	boundOnce.Do(func() { regexp2.DefaultMatchTimeout = d })
}

var boundOnce sync.Once

func (g *guard) regexps() {
	prototype := g.prototype("RegExp")
	g.regexpPrototype = prototype
	g.method(prototype, "test", g.matching)
	g.within(prototype, "exec", g.matching)
	g.method(prototype, "compile", g.compile)
	g.symbolMethod(prototype, goja.SymSearch, g.matching)
	g.symbolMethod(prototype, goja.SymMatch, func(call goja.FunctionCall, original native) goja.Value {
		g.checkInput(call, isGlobal(call.This))
		if long := g.longSubject(call, true); long != nil {
			return long.match()
		}
		defer g.asMatcher(&call)()
		return g.matching(call, original)
	})
	g.symbolMethod(prototype, goja.SymMatchAll, func(call goja.FunctionCall, original native) goja.Value {
		defer g.asMatcher(&call)()
		return original(call)
	})
	g.symbolMethod(prototype, goja.SymSplit, func(call goja.FunctionCall, original native) goja.Value {
		g.checkInput(call, true)
		if long := g.longSubject(call, false); long != nil {
			return long.split(call.Argument(1))
		}
		defer g.asMatcher(&call)()
		return g.matching(call, original)
	})
	g.symbolMethod(prototype, goja.SymReplace, g.replacePattern)
	g.regexpClass()
}

// matching runs a method that matches. If it took as long as the limit, it may have given up, and its answer
// is not used. If the run was kept from computing meanwhile, it matches again, a few times; otherwise the
// interrupt, or an error, replaces the answer.
func (g *guard) matching(call goja.FunctionCall, original native) goja.Value {
	if s, ok := call.Argument(0).(goja.String); ok {
		g.spend(s.Length() / 64) // the matcher looks through the text to know it again
	}
	expression, canRepeat := regexpObject(call.This)
	var from goja.Value
	if canRepeat {
		from = expression.Get("lastIndex")
	}
	for begun := 1; begun <= maxMatchings; begun++ {
		start := time.Now()
		result := original(call)
		g.spend(16)
		if time.Since(start) < g.timeout {
			return result
		}
		if !canRepeat || g.limits.Overrun == nil || g.limits.Overrun(begun == maxMatchings) {
			break
		}
		g.must(expression.Set("lastIndex", from))
	}
	g.poll()
	g.failRange("the regular expression took too long")
	return nil
}

// maxMatchings is how often a match is tried on a machine under load.
const maxMatchings = 4

func (g *guard) replacePattern(call goja.FunctionCall, original native) goja.Value {
	g.checkInput(call, isGlobal(call.This))
	if long := g.longSubject(call, true); long != nil {
		return long.replace(call.Argument(1))
	}
	defer g.asMatcher(&call)()
	if object, ok := call.Argument(1).(*goja.Object); ok {
		if _, callable := goja.AssertFunction(object); callable { // which runs under its own time
			if isGlobal(call.This) {
				g.countReplacements(&call)
			}
			return original(call)
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
