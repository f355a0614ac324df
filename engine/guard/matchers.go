package guard

import (
	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// matchers keeps the matchers that go back which goja has made for expressions. It makes one for each object when a match does not begin
// at the beginning of an ASCII text, so for each global replacement of a literal that is evaluated again, and forgets it with the object.
type matchers map[matcherKey]*regexp2.Regexp

// matcherKey is what a matcher is made of.
type matcherKey struct {
	src     string
	options regexp2.RegexOptions
}

const (
	mostMatchers  = 100  // then all are forgotten
	longestSource = 1000 // that is kept, in bytes
)

// calling calls a method of an expression, which has the matcher of one like it if there was one.
func (g *guard) calling(e *expression, call goja.FunctionCall, original native) goja.Value {
	if !keepsMatchers || e == nil || e.regexp2Wrapper != nil {
		return original(call)
	}
	g.lend(e)
	lent := e.regexp2Wrapper != nil
	result := original(call)
	if made := e.regexp2Wrapper; made != nil && !lent {
		g.keep(e, made.rx)
	}
	return result
}

func (g *guard) lend(e *expression) {
	if len(g.matchers) == 0 {
		return
	}
	if rx := g.matchers[matcherKey{e.src, e.options()}]; rx != nil {
		e.regexp2Wrapper = &backtracker{rx: rx}
	}
}

func (g *guard) keep(e *expression, rx *regexp2.Regexp) {
	if len(e.src) > longestSource {
		return
	}
	if g.matchers == nil || len(g.matchers) == mostMatchers {
		g.matchers = matchers{}
	}
	g.matchers[matcherKey{e.src, e.options()}] = rx
}
