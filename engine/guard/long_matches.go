package guard

import (
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// longSubject is a long text and the expression that is looked for in it. goja finds all matches in one go, in
// which no interrupt takes effect, and reserves 48 bytes for each character; here one is found after the other.
type longSubject struct {
	guard      *guard
	expression *goja.Object
	matcher    *regexp2.Regexp
	subject    goja.String
	text       []rune
	places     []int // the index in subject at which each character of text begins
	sticky     bool
	found      *regexp2.Match // the last one
	begun      bool
	list       []any
}

// longSubject returns the text of a call of a method of an expression if it is long and the expression an
// ordinary one; nil otherwise. Global means that one match is enough unless the expression is global.
func (g *guard) longSubject(call goja.FunctionCall, global bool) *longSubject {
	s, ok := call.Argument(0).(goja.String)
	if !ok || s.Length() <= g.limits.LongSubject {
		return nil
	}
	object, ok := regexpObject(call.This)
	if !ok || object.Prototype() != g.regexpPrototype || object.Get("exec") != g.patterns.exec || global && !isGlobal(object) {
		return nil
	}
	source, flags := object.Get("source").String(), object.Get("flags").String()
	if t := g.shownBy(object); t != nil {
		source, flags = t.as.Source, t.as.Flags
	}
	matcher, err := regexp2.Compile(source, groupOptions(flags))
	if err != nil {
		return nil
	}
	l := &longSubject{guard: g, expression: object, matcher: matcher, subject: s, sticky: strings.Contains(flags, "y") && global}
	l.text, l.places, _ = subjectRunes(s, 0, strings.Contains(flags, "u"))
	if global {
		g.must(object.Set("lastIndex", 0))
	}
	return l
}

// next finds the next match, and reports whether there is one.
func (l *longSubject) next() bool {
	end := 0
	var err error
	if l.begun {
		end = l.found.RuneIndex + l.found.RuneLength
		l.found, err = l.matcher.FindNextMatch(l.found)
	} else {
		l.found, err = l.matcher.FindRunesMatchStartingAt(l.text, 0)
	}
	l.begun = true
	l.guard.spend(16)
	if err != nil {
		l.guard.poll()
		l.guard.failRange("the regular expression took too long")
	}
	return l.found != nil && (!l.sticky || l.found.RuneIndex == end)
}

// at returns where the last match begins and ends.
func (l *longSubject) at() (from, to int) { return l.of(&l.found.Group) }

func (l *longSubject) of(group *regexp2.Group) (from, to int) {
	return l.places[group.RuneIndex], l.places[group.RuneIndex+group.RuneLength]
}

// groups returns the texts of the groups of the last match, and an object of those that have names.
func (l *longSubject) groups() (texts []goja.Value, named *goja.Object) {
	for i, group := range l.found.Groups() {
		if i == 0 {
			continue
		}
		text := goja.Undefined()
		if len(group.Captures) > 0 {
			text = l.subject.Substring(l.of(&group))
		}
		texts = append(texts, text)
		if group.Name != "" && group.Name != itoa(i) {
			if named == nil {
				named = l.guard.rt.CreateObject(nil)
			}
			l.guard.must(named.Set(group.Name, text))
		}
	}
	return texts, named
}

func (l *longSubject) add(v goja.Value) {
	if len(l.list) >= l.guard.limits.ArrayLength {
		l.guard.failRange("array of length %d is too long; the limit is %d", len(l.list)+1, l.guard.limits.ArrayLength)
	}
	l.list = append(l.list, v)
}

// match returns all matches, or null.
func (l *longSubject) match() goja.Value {
	for l.next() {
		l.add(l.subject.Substring(l.at()))
	}
	if l.list == nil {
		return goja.Null()
	}
	return l.guard.rt.NewArray(l.list...)
}

// split returns what is between the matches, and what their groups have found.
func (l *longSubject) split(limit goja.Value) goja.Value {
	most := int64(1)<<32 - 1
	if !goja.IsUndefined(limit) {
		most = limit.ToInteger() & most
	}
	last := 0
	for int64(len(l.list)) < most && l.next() {
		from, to := l.at()
		if to == last || from >= l.subject.Length() { // empty, where a piece begins
			continue
		}
		l.add(l.subject.Substring(last, from))
		last = to
		groups, _ := l.groups()
		for _, group := range groups {
			l.add(group)
		}
	}
	if int64(len(l.list)) < most {
		l.add(l.subject.Substring(last, l.subject.Length()))
	}
	return l.guard.rt.NewArray(l.list[:min(int64(len(l.list)), most)]...)
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
