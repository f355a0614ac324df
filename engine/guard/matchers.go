package guard

import (
	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
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
	if !inside.Matchers.On() || e == nil || e.Regexp2Wrapper != nil {
		return original(call)
	}
	g.lend(e)
	lent := e.Regexp2Wrapper != nil
	result := original(call)
	if made := e.Regexp2Wrapper; made != nil && !lent {
		g.keep(e, made.Rx)
	}
	return result
}

func (g *guard) lend(e *expression) {
	if len(g.matchers) == 0 {
		return
	}
	if rx := g.matchers[matcherKey{e.Src, optionsOf(e)}]; rx != nil {
		e.Regexp2Wrapper = &inside.Backtracker{Rx: rx}
	}
}

func (g *guard) keep(e *expression, rx *regexp2.Regexp) {
	if len(e.Src) > longestSource {
		return
	}
	if g.matchers == nil || len(g.matchers) == mostMatchers {
		g.matchers = matchers{}
	}
	g.matchers[matcherKey{e.Src, optionsOf(e)}] = rx
}
