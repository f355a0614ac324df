package guard

import (
	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// longSubject is a text and the expression that is looked for in it, when goja would take long: it finds all matches in one
// go, in which no interrupt takes effect, and reserves 48 bytes for each character; here one is found after the other.
type longSubject struct {
	guard    *guard
	object   *goja.Object
	matcher  *regexp2.Regexp
	subject  goja.String
	text     []rune
	places   []int // the index in subject at which each character of text begins; nil if these are the same
	sticky   bool
	previous *regexp2.Match
	linear   *expression // instead of a matcher, if one match is enough and Go's own can find it
	of       *expression
	single   bool     // one match is looked for
	first    int      // where the first may begin
	from     int      // that in text
	given    []string // the names of the groups, if the matcher does not know them
	matched  bool     // one was found
	indices  bool     // a match has the indices of its groups
	begun    bool
	spans    []int    // where the last match and its groups begin and end; -1 for those that have not matched
	names    []string // of the groups
	list     list
}

// longSubject returns the text of a call of a method of an ordinary expression if finding all matches takes long; nil
// otherwise. Global means that one match is enough unless the expression is global.
func (g *guard) longSubject(call goja.FunctionCall, global bool) *longSubject {
	s, ok := call.Argument(0).(goja.String)
	e := inside.ExpressionOf(call.This)
	if !ok || e == nil || global && !e.Global {
		return nil
	}
	c := g.compiledOf(e)
	if s.Length() <= g.limits.LongSubject && c.allMatches(s.Length(), e.RegexpWrapper != nil && isASCII(s)) <= cheap {
		return nil
	}
	object, ok := g.ordinary(call.This)
	if !ok {
		return nil
	}
	l := &longSubject{guard: g, object: object, of: e, matcher: g.matcherOf(c, e), subject: s, sticky: e.Sticky && global, list: list{guard: g}}
	l.text, l.places = subjectRunes(s, e.Unicode)
	if global {
		g.must(object.Set("lastIndex", 0))
	}
	return l
}

// oneMatch returns the text of a call that looks for one match, from the beginning, if Go's own matcher would take long,
// which no interrupt reaches: here it reads the text through something that can be interrupted.
func (g *guard) oneMatch(call goja.FunctionCall) *longSubject {
	s, ok := call.Argument(0).(goja.String)
	e := inside.ExpressionOf(call.This)
	if !ok || e == nil || s.Length()*len(e.Src) <= cheap/1000 { // a count in an expression is 1,000 at most
		return nil
	}
	object, ok := g.ordinary(call.This)
	if !ok {
		return nil
	}
	if e.RegexpWrapper == nil || (e.Global || e.Sticky) && object.Get("lastIndex").ToInteger() != 0 {
		if s.Length() > g.limits.StringLength { // the other matcher makes a copy that is several times as large
			g.failRange("string of length %d is too long for this regular expression; the limit is %d", s.Length(), g.limits.StringLength)
		}
		return nil
	}
	if _, whole := e.RegexpWrapper.LiteralPrefix(); whole || g.compiledOf(e).firstMatch(s.Length()) <= cheap {
		return nil
	}
	return &longSubject{guard: g, object: object, subject: s, of: e, linear: e, sticky: e.Sticky}
}

// ordinary returns the object of an expression whose methods nobody has replaced.
func (g *guard) ordinary(expression goja.Value) (*goja.Object, bool) {
	object, ok := expression.(*goja.Object)
	return object, ok && object.Prototype() == g.regexpPrototype && object.Get("exec") == g.patterns.exec
}

// matcherOf returns the matcher that goes back of an expression that goja has compiled.
func (g *guard) matcherOf(c *compiled, e *expression) *regexp2.Regexp {
	if c.matcher == nil {
		source := e.Src
		if e.Unicode {
			source = asciiBoundaries(source)
		}
		matcher, err := regexp2.Compile(source, optionsOf(e))
		if err != nil {
			g.fail(g.syntaxError, "Invalid regular expression: %v", err)
		}
		c.matcher = matcher
	}
	return c.matcher
}

// next finds the next match, and reports whether there is one.
func (l *longSubject) next() bool {
	end := l.first
	if l.begun {
		if l.single {
			return false
		}
		end = l.spans[1]
	}
	found := l.find()
	l.begun = true
	l.guard.spend(16 + l.subject.Length()>>8)
	found = found && (!l.sticky || l.spans[0] == end)
	l.matched = l.matched || found
	return found
}

func (l *longSubject) find() bool {
	if l.linear != nil {
		if l.begun {
			return false
		}
		l.spans = l.linear.RegexpWrapper.FindReaderSubmatchIndex(&units{guard: l.guard, of: l.subject, pairs: l.linear.Unicode, every: l.every()})
		l.names = l.linear.RegexpWrapper.SubexpNames()
		return l.spans != nil
	}
	previous := l.previous
	for begun := 1; ; begun++ {
		var err error
		if l.begun {
			l.previous, err = l.matcher.FindNextMatch(previous)
		} else {
			l.previous, err = l.matcher.FindRunesMatchStartingAt(l.text, l.from)
		}
		l.matcher.MatchTimeout = firstTry
		if err == nil {
			break
		}
		l.matcher.MatchTimeout = l.guard.left(begun)
	}
	if l.previous == nil {
		return false
	}
	l.spans, l.names = l.spans[:0], l.names[:0]
	for _, group := range l.previous.Groups() {
		from, to := -1, -1
		if len(group.Captures) > 0 {
			from, to = placeOf(l.places, group.RuneIndex), placeOf(l.places, group.RuneIndex+group.RuneLength)
		}
		l.spans, l.names = append(l.spans, from, to), append(l.names, group.Name)
	}
	if l.given != nil { // without the matcher's own groups
		l.names, l.spans = append(l.names[:1], l.given...), l.spans[:2*len(l.given)+2]
	}
	return true
}

// every returns after how many characters Go's matcher looks for an interrupt.
func (l *longSubject) every() int {
	return int(max(1, min(pollEvery, 64*pollEvery/l.guard.compiledOf(l.linear).size)))
}

// at returns where the last match begins and ends.
func (l *longSubject) at() (from, to int) { return l.spans[0], l.spans[1] }

// groups returns the texts of the groups of the last match, and an object of those that have names.
func (l *longSubject) groups() (texts []goja.Value, named *goja.Object) {
	for i := 1; i < len(l.spans)/2; i++ {
		text := goja.Undefined()
		if from := l.spans[2*i]; from >= 0 {
			text = l.subject.Substring(from, l.spans[2*i+1])
		}
		texts = append(texts, text)
	}
	return texts, l.named(texts)
}

// exec returns the match as RegExp.prototype.exec does.
func (l *longSubject) exec() goja.Value {
	if !l.moved() {
		return goja.Null()
	}
	from, to := l.at()
	texts, named := l.groups()
	all := []any{l.subject.Substring(from, to)}
	for _, text := range texts {
		all = append(all, text)
	}
	result := l.guard.rt.NewArray(all...)
	groups := goja.Undefined()
	if named != nil {
		groups = named
	}
	for _, property := range []struct {
		name string
		is   any
	}{{"input", l.subject}, {"index", from}, {"groups", groups}} {
		l.guard.must(result.Set(property.name, property.is))
	}
	if l.indices {
		l.guard.must(result.Set("indices", l.indicesOf()))
	}
	return result
}

// moved finds the match, sets where the next one begins, and reports whether there is one.
func (l *longSubject) moved() bool {
	found, next := l.start() && l.next(), 0
	if found {
		next = l.spans[1]
	}
	if l.of.Global || l.of.Sticky {
		l.guard.must(l.object.Set("lastIndex", next))
	}
	return found
}

// match returns all matches, or null.
func (l *longSubject) match() goja.Value {
	for l.next() {
		l.list.add(l.subject.Substring(l.at()))
	}
	if l.list.length == 0 {
		return goja.Null()
	}
	return l.list.array()
}

// split returns what is between the matches, and what their groups have found.
func (l *longSubject) split(limit goja.Value) goja.Value {
	most := int64(1)<<32 - 1
	if !goja.IsUndefined(limit) {
		most = limit.ToInteger() & most
	}
	last := 0
	for int64(l.list.length) < most && l.next() {
		from, to := l.at()
		if to == last || from >= l.subject.Length() { // empty, where a piece begins
			continue
		}
		l.list.add(l.subject.Substring(last, from))
		last = to
		groups, _ := l.groups()
		for _, group := range groups {
			l.list.add(group)
		}
	}
	if int64(l.list.length) < most {
		l.list.add(l.subject.Substring(last, l.subject.Length()))
	}
	l.list.cut(int(most))
	return l.list.array()
}

// replace returns the text with a replacement for each match.
func (l *longSubject) replace(by goja.Value) goja.Value {
	g := l.guard
	function, callable := goja.AssertFunction(by)
	var template goja.String
	if !callable {
		template = g.stringOf(by)
	}
	var out goja.StringBuilder
	total := int64(l.subject.Length())
	count := func(more int) {
		if total += int64(more); total > int64(g.limits.StringLength) {
			g.checkText(total)
		}
	}
	last := 0
	for l.next() {
		from, to := l.at()
		captures, named := l.groups()
		matched := l.subject.Substring(from, to)
		out.WriteSubstring(l.subject, last, from)
		count(from - to)
		if callable {
			made, err := function(goja.Undefined(), l.arguments(matched, captures, from, named)...)
			g.must(err)
			text := g.stringOf(made)
			count(text.Length())
			out.WriteString(text)
		} else {
			m := match{subject: l.subject, matched: matched, captures: captures, position: from, groups: named}
			out.WriteString(m.expand(template, count))
		}
		last = to
	}
	out.WriteSubstring(l.subject, last, l.subject.Length())
	return out.String()
}

// arguments returns what a function that makes replacements is called with.
func (l *longSubject) arguments(matched goja.Value, captures []goja.Value, at int, named *goja.Object) []goja.Value {
	arguments := append([]goja.Value{matched}, captures...)
	arguments = append(arguments, l.guard.rt.ToValue(at), l.subject)
	if named != nil {
		arguments = append(arguments, named)
	}
	return arguments
}
