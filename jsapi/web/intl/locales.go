package intl

import (
	"math"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

func (h realm) localeFunctions() map[string]part.Native {
	return map[string]part.Native{
		"canonicalLocales": func(call goja.FunctionCall) goja.Value {
			return h.array(h.canonicalLocales(call.Argument(0), call.Argument(1), call.Argument(2)))
		},
		"canonicalTag": func(call goja.FunctionCall) goja.Value { return h.text(h.canonicalTag(call.Argument(0).String())) },
		"supported": func(call goja.FunctionCall) goja.Value {
			return h.array(slices.DeleteFunc(h.texts(call.Argument(0)), func(name string) bool { return locale.Available(withoutExtensions(name)) == "" }))
		},
		"resolve": h.resolve,
		"isType": func(call goja.FunctionCall) goja.Value {
			return h.Runtime.ToValue(locale.IsType(call.Argument(0).String()))
		},
		"isSubtag":    h.isSubtag,
		"buildLocale": h.buildLocale,
		"localeField": h.localeField,
		"likely":      h.likely,
		"ofLocale":    h.ofLocale,
		"display":     h.display,
	}
}

// texts returns the elements of an array of texts that a class made.
func (h realm) texts(v goja.Value) []string {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	length := int(object.Get("length").ToInteger())
	texts := make([]string, 0, length)
	for i := range length {
		texts = append(texts, object.Get(strconv.Itoa(i)).String())
	}
	return texts
}

// maxLocales is how many locales may be asked for at a time.
const maxLocales = 10_000

// canonicalLocales reads a locale or a list of locales as CanonicalizeLocaleList of ECMA-402 does. The function nameOf returns the
// name of an instance of Intl.Locale, and has says whether an object has a member.
func (h realm) canonicalLocales(v, nameOf, has goja.Value) []string {
	if goja.IsUndefined(v) {
		return nil
	}
	of, _ := goja.AssertFunction(nameOf)
	if _, isText := v.(goja.String); isText {
		return []string{h.canonicalTag(v.String())}
	}
	if name, ok := h.nameOf(of, v); ok {
		return []string{name}
	}
	object := v.ToObject(h.Runtime)
	length := lengthOf(object)
	hasMember, _ := goja.AssertFunction(has)
	if length > maxLocales {
		h.rangeError("Too many locales")
	}
	var names []string
	for i := range length {
		key := strconv.Itoa(i)
		found, err := hasMember(goja.Undefined(), object, h.text(key))
		if err != nil {
			panic(err)
		}
		if !found.ToBoolean() {
			continue
		}
		if name := h.elementName(of, object.Get(key)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (h realm) elementName(of goja.Callable, element goja.Value) string {
	_, isText := element.(goja.String)
	_, isObject := element.(*goja.Object)
	if !isText && !isObject {
		h.TypeError("Incorrect locale information provided")
	}
	if name, ok := h.nameOf(of, element); ok {
		return name
	}
	return h.canonicalTag(element.ToString().String())
}

// nameOf returns the name of an instance of Intl.Locale.
func (h realm) nameOf(of goja.Callable, v goja.Value) (string, bool) {
	if of == nil {
		return "", false
	}
	name, err := of(goja.Undefined(), v)
	if err != nil || goja.IsUndefined(name) {
		return "", false
	}
	return name.String(), true
}

// lengthOf converts the length of an object as ToLength does.
func lengthOf(object *goja.Object) int {
	value := object.Get("length")
	if value == nil {
		return 0
	}
	length := value.ToNumber().ToFloat()
	if !(length > 0) {
		return 0
	}
	return int(min(length, math.MaxInt32))
}

// tags are names that were found canonical, since the same few are asked for again and again.
var tags = newCache(func(name string) string {
	tag, ok := locale.Parse(name)
	if !ok {
		return ""
	}
	tag.Canonicalize()
	return tag.String()
})

// canonicalTag returns the canonical name of a locale, and throws if it is none.
func (h realm) canonicalTag(name string) string {
	canonical := ""
	if len(name) <= locale.MaxLength {
		canonical = tags.get(name)
	}
	if canonical == "" {
		h.rangeError("Incorrect locale information provided")
	}
	return canonical
}

func withoutExtensions(name string) string {
	tag, ok := locale.Parse(name)
	if !ok {
		return ""
	}
	return tag.Base()
}
