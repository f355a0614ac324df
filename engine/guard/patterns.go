package guard

import (
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/pattern"
)

// helperPattern is the global that makes the expression of a literal that has to be translated.
const helperPattern = "%regexp"

// Limits of the cache of translated expressions in a runtime: their number, and their total length.
const (
	maxPatterns       = 256
	maxPatternsLength = 1 << 20
)

// patterns holds the regular expressions of a runtime that goja would misunderstand: they match with another
// pattern than the one they show.
type patterns struct {
	construct goja.Constructor
	native    *goja.Object // goja's own class
	class     *goja.Object // the class that scripts see instead
	exec      goja.Value   // of the prototype, guarded or goja's
	key       *goja.Symbol // the key of what an object shows
	known     map[shown]*translated
	length    int  // total length of the known expressions
	indices   bool // exec supports the flag d

	compiled       map[compiledKey]*compiled
	compiledLength int // total length of their sources
}

// exactStandIn is the source of an expression for goja's class whose matcher is exchanged for an exact one.
const exactStandIn = "(?=)(?:)"

// shown is the source and the flags that an expression shows.
type shown struct{ source, flags string }

// translated is an expression with its translation.
type translated struct {
	shown
	as      pattern.Translation
	matcher *goja.Object // an object of goja's class; all objects are copies of it
	value   goja.Value   // this struct, as a value that objects can have
	groups  *regexp2.Regexp
	exact   *exact // nil if the engine's own matcher is the only one
}

func (t *translated) has(flag string) bool { return strings.Contains(t.flags, flag) }

// regexpClass replaces RegExp by a class that translates expressions that goja would misunderstand.
func (g *guard) regexpClass() {
	p := &g.patterns
	p.native, _ = g.rt.Get("RegExp").(*goja.Object)
	construct, ok := goja.AssertConstructor(p.native)
	if !ok {
		g.missing = append(g.missing, "RegExp")
		return
	}
	p.construct, p.key, p.known = construct, goja.NewSymbol("source"), map[shown]*translated{}
	p.class = g.rt.ToValue(g.newRegexp).(*goja.Object)
	g.assume(p.class, p.native)
	this := g.rt.ToValue(func(call goja.FunctionCall) goja.Value { return call.This })
	_ = p.class.DefineAccessorPropertySymbol(goja.SymSpecies, this, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	escape := g.rt.ToValue(g.escapePattern).(*goja.Object)
	_ = escape.DefineDataProperty("name", g.rt.ToValue("escape"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = escape.DefineDataProperty("length", g.rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = p.class.DefineDataProperty("escape", escape, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = g.rt.GlobalObject().DefineDataProperty("RegExp", p.class, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	p.exec = g.prototype("RegExp").Get("exec")
	g.hidden(helperPattern, func(call goja.FunctionCall) goja.Value {
		return g.copyOf(g.translate(shown{call.Argument(0).String(), call.Argument(1).String()}), nil)
	})
	g.regexpGetters()
}

// newRegexp implements new RegExp(…). goja does not report calls without new, so these construct, too.
func (g *guard) newRegexp(c goja.ConstructorCall) *goja.Object {
	p := &g.patterns
	of, flags := c.Argument(0), c.Argument(1)
	object, isRegexp := regexpObject(of)
	switch of.(type) {
	case *goja.Symbol:
		return g.constructed(p.native, c.NewTarget, c.Arguments...)
	case *goja.Object:
		if !isRegexp {
			return g.constructed(p.native, c.NewTarget, c.Arguments...)
		}
	}
	g.checkPattern(of)
	var what shown
	if !goja.IsUndefined(flags) {
		what.flags = flags.ToString().String()
	}
	known := g.shownBy(object)
	switch {
	case known != nil && goja.IsUndefined(flags):
		return g.copyOf(known, c.NewTarget)
	case isRegexp && goja.IsUndefined(flags):
		return g.constructed(p.native, c.NewTarget, object)
	case known != nil:
		what.source = known.source
	case isRegexp:
		what.source = object.Get("source").String()
	case !goja.IsUndefined(of):
		what.source = g.patternText(g.stringOf(of))
	}
	if strings.Contains(what.flags, "u") {
		if _, err := pattern.Exactly(what.source, what.flags); err != nil {
			g.fail(g.syntaxError, "Invalid regular expression: /%s/%s: %v", what.source, what.flags, err)
		}
	}
	if pattern.Needed(what.source, what.flags) {
		return g.copyOf(g.translate(what), c.NewTarget)
	}
	return g.constructed(p.native, c.NewTarget, g.rt.ToValue(what.source), g.rt.ToValue(what.flags))
}

// constructed calls goja's class, which ignores newTarget, and then sets the prototype of newTarget.
func (g *guard) constructed(class, newTarget *goja.Object, arguments ...goja.Value) *goja.Object {
	object, err := g.patterns.construct(class, arguments...)
	g.must(err)
	if newTarget != nil && newTarget != g.patterns.class {
		if prototype, ok := newTarget.Get("prototype").(*goja.Object); ok {
			g.must(object.SetPrototype(prototype))
		}
	}
	return object
}

// regexpObject returns the object of a value that is a regular expression.
func regexpObject(v goja.Value) (*goja.Object, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ClassName() != "RegExp" {
		return nil, false
	}
	return object, true
}

// patternText returns a text in which unpaired surrogates are escapes, since they would be lost otherwise.
func (g *guard) patternText(s goja.String) string {
	text := s.String()
	if !strings.ContainsRune(text, '\uFFFD') {
		return text
	}
	var b strings.Builder
	for i := 0; i < s.Length(); i++ {
		c := s.CharAt(i)
		switch {
		case c&0xFC00 == 0xD800 && i+1 < s.Length() && s.CharAt(i+1)&0xFC00 == 0xDC00:
			b.WriteString(s.Substring(i, i+2).String())
			i++
		case c&0xF800 == 0xD800:
			b.WriteString(escapedUnit(c))
		default:
			b.WriteString(s.Substring(i, i+1).String())
		}
	}
	return b.String()
}

func escapedUnit(c uint16) string {
	const digits = "0123456789abcdef"
	return `\u` + string([]byte{digits[c>>12], digits[c>>8&15], digits[c>>4&15], digits[c&15]})
}

// translate returns the translation of an expression, from the cache if possible.
func (g *guard) translate(what shown) *translated {
	p := &g.patterns
	if t, ok := p.known[what]; ok {
		return t
	}
	g.spend(len(what.source))
	t := &translated{shown: what, exact: exactOf(what.source, what.flags)}
	as, err := pattern.Translate(what.source, what.flags)
	switch {
	case t.exact != nil && t.exact.Needed && t.exact.matcher() != nil:
		as = pattern.Translation{Source: exactStandIn, Flags: strings.ReplaceAll(what.flags, "d", "")}
	case err != nil:
		g.fail(g.syntaxError, "Invalid regular expression: /%s/%s: %v", what.source, what.flags, err)
	}
	t.as = as
	if thrown := g.rt.Try(func() {
		t.matcher = g.constructed(p.native, nil, g.rt.ToValue(as.Source), g.rt.ToValue(as.Flags))
	}); thrown != nil {
		g.fail(g.syntaxError, "Invalid regular expression: /%s/%s", what.source, what.flags)
	}
	if e := inside.ExpressionOf(t.matcher); as.Source == exactStandIn && e != nil {
		e.RegexpWrapper, e.Regexp2Wrapper = nil, &inside.Backtracker{Rx: t.exact.rx}
	}
	t.value = g.rt.ToValue(t)
	if p.length += len(as.Source); len(p.known) >= maxPatterns || p.length > maxPatternsLength {
		clear(p.known)
		p.length = len(as.Source)
	}
	p.known[what] = t
	if t.has("d") {
		g.matchIndices()
	}
	return t
}

// copyOf makes an object that matches with the translation, and shows the original.
func (g *guard) copyOf(t *translated, newTarget *goja.Object) *goja.Object {
	object := g.constructed(g.patterns.native, newTarget, t.matcher)
	g.shows(object, t.value)
	return object
}

func (g *guard) shows(object *goja.Object, what goja.Value) {
	_ = object.DefineDataPropertySymbol(g.patterns.key, what, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// shownBy returns the translation that an object matches with; nil for an object that is not translated.
func (g *guard) shownBy(object *goja.Object) *translated {
	if object == nil || len(g.patterns.known) == 0 {
		return nil
	}
	value := object.GetSymbol(g.patterns.key)
	if value == nil {
		return nil
	}
	t, _ := value.Export().(*translated)
	return t
}

// compile implements RegExp.prototype.compile, which changes the expression of an object.
func (g *guard) compile(call goja.FunctionCall, original native) goja.Value {
	object, ok := regexpObject(call.This)
	if !ok {
		return original(call)
	}
	made := g.newRegexp(goja.ConstructorCall{Arguments: call.Arguments, NewTarget: g.patterns.class})
	result := original(goja.FunctionCall{This: object, Arguments: []goja.Value{made}})
	t := g.shownBy(made)
	switch {
	case t != nil:
		g.shows(object, t.value)
	case g.shownBy(object) != nil:
		g.shows(object, goja.Undefined())
	}
	return result
}
