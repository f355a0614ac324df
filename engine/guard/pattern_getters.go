package guard

import (
	"strings"

	"github.com/dop251/goja"
)

// regexpGetters makes translated expressions return the original source and flags.
func (g *guard) regexpGetters() {
	prototype := g.prototype("RegExp")
	g.getter(prototype, "source", func(call goja.FunctionCall, original native) goja.Value {
		if t := g.shownBy(objectOf(call.This)); t != nil {
			return g.rt.ToValue(escapedSource(t.source))
		}
		return original(call)
	})
	g.getter(prototype, "unicode", func(call goja.FunctionCall, original native) goja.Value {
		if t := g.shownBy(objectOf(call.This)); t != nil {
			return g.rt.ToValue(t.has("u"))
		}
		return original(call)
	})
	g.getter(prototype, "flags", func(call goja.FunctionCall, original native) goja.Value {
		if t := g.shownBy(objectOf(call.This)); t != nil {
			return g.rt.ToValue(inOrder(t.flags))
		}
		return original(call)
	})
	for name, flag := range map[string]string{"hasIndices": "d", "unicodeSets": "v"} {
		g.flagGetter(prototype, name, flag)
	}
	g.method(prototype, "toString", func(call goja.FunctionCall, original native) goja.Value {
		if t := g.shownBy(objectOf(call.This)); t != nil {
			object := objectOf(call.This)
			return g.rt.ToValue("/" + object.Get("source").String() + "/" + object.Get("flags").String())
		}
		return original(call)
	})
}

// flagGetter defines the getter of a flag that goja does not know.
func (g *guard) flagGetter(prototype *goja.Object, name, flag string) {
	get := g.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		object, isRegexp := regexpObject(call.This)
		switch {
		case isRegexp:
			t := g.shownBy(object)
			return g.rt.ToValue(t != nil && t.has(flag))
		case call.This == prototype:
			return goja.Undefined()
		}
		g.fail(g.typeError, "RegExp.prototype.%s getter called on non-RegExp object", name)
		return nil
	}).(*goja.Object)
	_ = get.DefineDataProperty("name", g.rt.ToValue("get "+name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = prototype.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// getter replaces a getter by around, which receives the original.
func (g *guard) getter(owner *goja.Object, name string, around func(goja.FunctionCall, native) goja.Value) {
	describe, ok := goja.AssertFunction(g.rt.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"))
	if !ok || owner == nil {
		g.missing = append(g.missing, name)
		return
	}
	found, err := describe(goja.Undefined(), owner, g.rt.ToValue(name))
	descriptor, isObject := found.(*goja.Object)
	if err != nil || !isObject {
		g.missing = append(g.missing, name)
		return
	}
	if wrapper := g.wrapped(descriptor.Get("get"), name, around); wrapper != nil {
		_ = owner.DefineAccessorProperty(name, wrapper, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

func objectOf(v goja.Value) *goja.Object {
	object, _ := v.(*goja.Object)
	return object
}

// escapedSource returns a pattern as it can be written between slashes.
func escapedSource(source string) string {
	if source == "" {
		return "(?:)"
	}
	var b strings.Builder
	escaped := false
	for _, c := range source {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '/':
			b.WriteByte('\\')
		case c == '\n':
			b.WriteString(`\n`)
			continue
		case c == '\r':
			b.WriteString(`\r`)
			continue
		case c == '\u2028' || c == '\u2029':
			b.WriteString(escapedUnit(uint16(c)))
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// inOrder returns the flags in the order of the language.
func inOrder(flags string) string {
	var b strings.Builder
	for _, c := range "dgimsuvy" {
		if strings.ContainsRune(flags, c) {
			b.WriteRune(c)
		}
	}
	return b.String()
}
