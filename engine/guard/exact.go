package guard

import (
	"reflect"
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/pattern"
)

// exact is an expression that matches as the language has it, where goja's matchers do not: always, or for a text with some characters.
type exact struct {
	pattern.Exact
	rx *regexp2.Regexp // nil before it is needed
}

// exactOf reads an expression; nil if that is not possible.
func exactOf(source, flags string) *exact {
	if strings.Contains(flags, "v") {
		return nil
	}
	read, err := pattern.Exactly(source, flags)
	if err != nil {
		return nil
	}
	if read.Names == nil {
		read.Names = []string{}
	}
	return &exact{Exact: read}
}

// matcher compiles the expression, once; nil if the matcher does not take it.
func (x *exact) matcher() *regexp2.Regexp {
	if x.rx == nil {
		x.rx, _ = regexp2.Compile(x.Source, regexp2.RegexOptions(0))
	}
	return x.rx
}

// exactly returns the text of a call of a method, and the expression that is exact for it, if goja's own is not; nil otherwise. It looks for
// one match, from the last index, unless all are asked for. All but a look at the flags is for expressions and texts that are not usual.
func (g *guard) exactly(call goja.FunctionCall, all bool) *longSubject {
	e := inside.ExpressionOf(call.This)
	if e == nil {
		return nil
	}
	object := call.This.(*goja.Object)
	var t *translated
	if e.RegexpWrapper == nil {
		t = g.shownBy(object)
	}
	always := t != nil && t.exact != nil && t.exact.Needed
	s, ok := call.Argument(0).(goja.String)
	switch {
	case always && !ok:
		s = g.stringOf(call.Argument(0))
	case !ok || !always && isASCII(s) && !e.Multiline:
		return nil
	}
	x := g.exactFor(object, e, t)
	if x == nil || !always && !g.isUnusual(s, x, e) || x.matcher() == nil {
		return nil
	}
	if s.Length() > g.limits.StringLength {
		g.failRange("string of length %d is too long for this regular expression; the limit is %d", s.Length(), g.limits.StringLength)
	}
	l := &longSubject{
		guard: g, object: object, of: e, matcher: x.rx, given: x.Names, subject: s, sticky: e.Sticky, single: !all, list: list{guard: g},
	}
	if t = g.shownBy(object); t != nil {
		l.indices = t.has("d")
	}
	l.text, l.places = g.runesOf(s, e.Unicode)
	return l
}

// exactlyOrdinary is exactly for a method that looks for matches by exec, if nobody has replaced that.
func (g *guard) exactlyOrdinary(call goja.FunctionCall, all bool) *longSubject {
	x := g.exactly(call, all)
	if x == nil {
		return nil
	}
	if _, ok := g.ordinary(call.This); !ok {
		return nil
	}
	return x
}

// replaced replaces all matches of a global expression from the begin, or the next match of another one.
func (l *longSubject) replaced(by goja.Value) goja.Value {
	if !l.single {
		l.guard.must(l.object.Set("lastIndex", 0))
		return l.replace(by)
	}
	if !l.start() {
		l.guard.must(l.object.Set("lastIndex", 0))
		return l.subject
	}
	text := l.replace(by)
	if l.of.Sticky {
		next := 0
		if l.matched {
			next = l.spans[1]
		}
		l.guard.must(l.object.Set("lastIndex", next))
	}
	return text
}

// exactFor returns what is exact for an object, from the caches if possible.
func (g *guard) exactFor(object *goja.Object, e *expression, t *translated) *exact {
	if t == nil {
		t = g.shownBy(object)
	}
	if t != nil {
		return t.exact
	}
	c := g.compiledOf(e)
	if !c.read {
		c.read = true
		g.spend(len(e.Src))
		c.exact = exactOf(e.Src, flagsOf(e))
	}
	return c.exact
}

func flagsOf(e *expression) string {
	flags := ""
	for _, f := range []struct {
		is   bool
		flag string
	}{{e.IgnoreCase, "i"}, {e.Multiline, "m"}, {e.DotAll, "s"}, {e.Unicode, "u"}} {
		if f.is {
			flags += f.flag
		}
	}
	return flags
}

// unusual is what was found in the last long text that was looked through.
type unusual struct {
	in                         goja.String
	cr, ends, letters, foreign bool
}

// isUnusual reports whether a text has a character that an expression is wrong for, if it is not exact.
func (g *guard) isUnusual(s goja.String, x *exact, e *expression) bool {
	words := x.Words && (e.RegexpWrapper == nil || e.Global || e.Sticky) // otherwise Go's own matcher is asked
	if !x.Ends && !x.Dots && !x.Cases && !words {
		return false
	}
	u := g.unusual
	if u.in == nil || !isSame(u.in, s) {
		u = lookThrough(s)
		if s.Length() > shortText/8 {
			g.unusual = u
		}
	}
	return x.Ends && (u.cr || u.ends) || x.Dots && u.ends || x.Cases && u.letters || words && u.foreign
}

func lookThrough(s goja.String) unusual {
	u := unusual{in: s}
	if isASCII(s) {
		u.cr = strings.Contains(s.String(), "\r")
		return u
	}
	for i := range s.Length() {
		c := s.CharAt(i)
		u.foreign = u.foreign || c >= 0x80
		switch {
		case c == '\r':
			u.cr = true
		case c == 0x2028 || c == 0x2029:
			u.ends = true
		case c >= 0x80 && !u.letters:
			u.letters = pattern.RareCase(c)
		}
	}
	return u
}

// isSame reports whether two texts are one, without a look at what they are made of unless they are short.
func isSame(a, b goja.String) bool {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	if v.Type() != w.Type() || a.Length() != b.Length() {
		return false
	}
	if v.Kind() == reflect.Slice {
		return v.Pointer() == w.Pointer()
	}
	return a == b
}

// runes is the last text that an exact expression has matched, for the next match in it.
type runes struct {
	of     goja.String
	pairs  bool
	text   []rune
	places []int
}

func (g *guard) runesOf(s goja.String, pairs bool) ([]rune, []int) {
	if r := &g.runes; r.of == nil || r.pairs != pairs || !isSame(r.of, s) {
		text, places := subjectRunes(s, pairs)
		if s.Length() > shortText*8 {
			g.spend(s.Length() / 8)
		}
		g.runes = runes{s, pairs, text, places}
	}
	return g.runes.text, g.runes.places
}

// start sets where the first match is looked for: at the last index, if the expression is global or sticky. It reports whether that
// is in the text.
func (l *longSubject) start() bool {
	index := l.object.Get("lastIndex").ToInteger() // which may run a script
	if !l.of.Global && !l.of.Sticky {
		return true
	}
	if index > int64(l.subject.Length()) {
		return false
	}
	l.first = int(max(0, index))
	if l.places == nil {
		l.from = l.first
		return true
	}
	for l.from = min(l.first, len(l.text)); l.places[l.from] > l.first; l.from-- {
	}
	l.first = l.places[l.from]
	return true
}

// indicesOf returns where the groups of the last match begin and end.
func (l *longSubject) indicesOf() goja.Value {
	rt := l.guard.rt
	list := make([]any, len(l.spans)/2)
	values := make([]goja.Value, len(list))
	for i := range list {
		values[i] = goja.Undefined()
		if l.spans[2*i] >= 0 {
			values[i] = rt.NewArray(l.spans[2*i], l.spans[2*i+1])
		}
		list[i] = values[i]
	}
	indices, groups := rt.NewArray(list...), goja.Undefined()
	if named := l.named(values[1:]); named != nil {
		groups = named
	}
	l.guard.must(indices.Set("groups", groups))
	return indices
}

// named returns an object of what belongs to the groups with names; nil if there are none. Of groups that share one, it is that which has
// matched.
func (l *longSubject) named(values []goja.Value) *goja.Object {
	var named *goja.Object
	for i, value := range values {
		name := l.names[i+1]
		if name == "" || l.given == nil && name == itoa(i+1) {
			continue
		}
		if named == nil {
			named = l.guard.rt.CreateObject(nil)
		}
		if goja.IsUndefined(value) && named.Get(name) != nil {
			continue
		}
		l.guard.must(named.Set(name, value))
	}
	return named
}
