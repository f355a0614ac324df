package guard

import (
	"strings"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"
)

// asMatcher replaces the expression by the one that matches, for goja's methods: its flags determine how far
// to move on after an empty match. done copies its state back.
func (g *guard) asMatcher(call *goja.FunctionCall) (done func()) {
	object := objectOf(call.This)
	t := g.shownBy(object)
	if t == nil || !t.has("v") || t.has("d") || object.Get("exec") != g.patterns.exec {
		return func() {}
	}
	matcher := g.constructed(g.patterns.native, nil, t.matcher)
	g.must(matcher.Set("lastIndex", object.Get("lastIndex")))
	call.This = matcher
	return func() { g.must(object.Set("lastIndex", matcher.Get("lastIndex"))) }
}

// matchIndices makes exec return the indices of groups; it is installed with the first expression that has
// the flag d.
func (g *guard) matchIndices() {
	if g.patterns.indices {
		return
	}
	g.patterns.indices = true
	prototype := g.prototype("RegExp")
	g.method(prototype, "exec", func(call goja.FunctionCall, original native) goja.Value {
		object := objectOf(call.This)
		t := g.shownBy(object)
		if t == nil || !t.has("d") {
			return original(call)
		}
		subject := g.stringOf(call.Argument(0))
		call.Arguments = []goja.Value{subject}
		result, ok := original(call).(*goja.Object)
		if !ok {
			return goja.Null()
		}
		if result.Get("indices") != nil { // of an exact match
			return result
		}
		g.must(result.Set("indices", g.indicesOf(t, subject, result)))
		return result
	})
	g.patterns.exec = prototype.Get("exec")
}

// indicesOf matches once more, where goja has found a match, to find the indices of its groups.
func (g *guard) indicesOf(t *translated, subject goja.String, result *goja.Object) goja.Value {
	g.spend(subject.Length())
	if t.groups == nil {
		compiled, err := regexp2.Compile(t.as.Source, groupOptions(t.as.Flags))
		if err != nil {
			return goja.Undefined()
		}
		t.groups = compiled
	}
	start := int(result.Get("index").ToInteger())
	text, places := subjectRunes(subject, strings.Contains(t.as.Flags, "u"))
	from := start
	if places != nil {
		for from = min(start, len(text)); places[from] > start; from-- {
		}
	}
	match, err := t.groups.FindRunesMatchStartingAt(text, from)
	if err != nil || match == nil {
		return goja.Undefined()
	}
	var list []any
	named := map[string]goja.Value{}
	for i, group := range match.Groups() {
		place := goja.Undefined()
		if len(group.Captures) > 0 && !goja.IsUndefined(result.Get(itoa(i))) {
			place = g.rt.NewArray(placeOf(places, group.RuneIndex), placeOf(places, group.RuneIndex+group.RuneLength))
		}
		list = append(list, place)
		if _, isNamed := result.Get("groups").(*goja.Object); isNamed && i > 0 && group.Name != "" && group.Name != itoa(i) {
			named[group.Name] = place
		}
	}
	indices := g.rt.NewArray(list...)
	groups := goja.Undefined()
	if shown, ok := result.Get("groups").(*goja.Object); ok {
		object := g.rt.CreateObject(nil)
		for _, name := range shown.Keys() {
			g.must(object.Set(name, orUndefined(named[name])))
		}
		groups = object
	}
	g.must(indices.Set("groups", groups))
	return indices
}

func groupOptions(flags string) regexp2.RegexOptions {
	options := regexp2.ECMAScript
	for flag, option := range map[string]regexp2.RegexOptions{
		"i": regexp2.IgnoreCase, "m": regexp2.Multiline, "s": regexp2.Singleline, "u": regexp2.Unicode,
	} {
		if strings.Contains(flags, flag) {
			options |= option
		}
	}
	return options
}
