package intl

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
	"github.com/fwrun/fwrun/jsapi/web/intl/names"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

// isSubtag(kind, text) reports whether a text has the form of a language, script, region or variants.
func (h realm) isSubtag(call goja.FunctionCall) goja.Value {
	text, ok := call.Argument(1).String(), false
	switch call.Argument(0).String() {
	case "language":
		ok = locale.IsLanguage(text)
	case "script":
		ok = locale.IsScript(text)
	case "region":
		ok = locale.IsRegion(text)
	case "variants":
		ok = len(text) <= locale.MaxLength && areVariants(strings.Split(strings.ToLower(text), "-"))
	}
	return h.Runtime.ToValue(ok)
}

func areVariants(all []string) bool {
	for i, variant := range all {
		if !locale.IsVariant(variant) || slices.Contains(all[:i], variant) {
			return false
		}
	}
	return true
}

// buildLocale(tag, parts) returns the name of a locale with other parts and keywords. Members that are undefined stay as they are.
func (h realm) buildLocale(call goja.FunctionCall) goja.Value {
	tag, ok := locale.Parse(call.Argument(0).String())
	if !ok {
		h.rangeError("Incorrect locale information provided")
	}
	parts := readerOf(call.Argument(1))
	if text := parts.text("language"); text != "" {
		tag.Language = strings.ToLower(text)
	}
	if text := parts.text("script"); text != "" {
		tag.Script = strings.ToUpper(text[:1]) + strings.ToLower(text[1:])
	}
	if text := parts.text("region"); text != "" {
		tag.Region = strings.ToUpper(text)
	}
	if text := parts.text("variants"); text != "" {
		tag.Variants = strings.Split(strings.ToLower(text), "-")
	}
	tag.Canonicalize()
	for _, key := range []string{"ca", "co", "fw", "hc", "kf", "kn", "nu"} {
		if v := parts.Get(key); v != nil && !goja.IsUndefined(v) {
			tag.SetKeyword(key, locale.CanonicalType(key, v.String()))
		}
	}
	return h.text(tag.String())
}

// parsed returns a tag whose name a class has checked.
func (h realm) parsed(v goja.Value) *locale.Tag {
	tag, ok := locale.Parse(v.String())
	if !ok {
		h.rangeError("Incorrect locale information provided")
	}
	return tag
}

// localeField(tag, name) returns a part of a name, or the value of a key of two letters.
func (h realm) localeField(call goja.FunctionCall) goja.Value {
	tag := h.parsed(call.Argument(0))
	switch name := call.Argument(1).String(); name {
	case "baseName":
		return h.text(tag.Base())
	case "language":
		return h.text(tag.Language)
	case "script":
		return h.orUndefined(tag.Script)
	case "region":
		return h.orUndefined(tag.Region)
	case "variants":
		return h.orUndefined(strings.Join(tag.Variants, "-"))
	default:
		if value, ok := tag.Keyword(name); ok {
			return h.text(value)
		}
	}
	return goja.Undefined()
}

// likely(tag, maximize) adds or takes away likely subtags.
func (h realm) likely(call goja.FunctionCall) goja.Value {
	tag := h.parsed(call.Argument(0))
	if call.Argument(1).ToBoolean() {
		tag.Maximize()
	} else {
		tag.Minimize()
	}
	return h.text(tag.String())
}

// hourCycles are the hour cycles by the letters of patterns.
var hourCycles = map[byte]string{'h': "h12", 'H': "h23", 'K': "h11", 'k': "h24"}

// ofLocale(tag, what) returns the habits of a locale.
func (h realm) ofLocale(call goja.FunctionCall) goja.Value {
	tag := h.parsed(call.Argument(0))
	found := locale.Available(tag.Base())
	if found == "" {
		found = locale.Default
	}
	switch call.Argument(1).String() {
	case "calendars":
		return h.array(preferred(tag, "ca", slices.DeleteFunc(locale.Calendars(tag),
			func(name string) bool { return !slices.Contains(dates.Calendars, name) })))
	case "collations":
		all := append(slices.Clone(collation.Types(found)), "emoji", "eor")
		slices.Sort(all)
		return h.array(preferred(tag, "co", all))
	case "hourCycles":
		return h.array(preferred(tag, "hc", []string{hourCycles[locale.Hours(tag)[0][0]]}))
	case "numberingSystems":
		return h.array(preferred(tag, "nu", []string{numbers.DefaultSystem(found)}))
	case "timeZones":
		if tag.Region == "" {
			return goja.Undefined()
		}
		return h.array(dates.ZonesOf(tag.Region))
	case "direction":
		return h.text(direction(tag))
	}
	week := locale.WeekOf(tag)
	weekend := make([]any, len(week.Weekend))
	for i, day := range week.Weekend {
		weekend[i] = day
	}
	return h.object("firstDay", week.FirstDay, "weekend", h.Runtime.NewArray(weekend...))
}

func preferred(tag *locale.Tag, key string, usual []string) []string {
	if value, ok := tag.Keyword(key); ok && value != "" {
		return []string{value}
	}
	return usual
}

// rightToLeft are the scripts that are written so.
const rightToLeft = "Adlm Arab Aran Avst Chrs Cprt Elym Garay Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh Ougr Palm Perm " +
	"Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Thaa Yezi"

func direction(tag *locale.Tag) string {
	likely := tag.WithoutExtensions()
	likely.Maximize()
	if likely.Script != "" && strings.Contains(rightToLeft, likely.Script) {
		return "rtl"
	}
	return "ltr"
}

// display(locale, kind, style, dialect, code) returns the name of a code.
func (h realm) display(call goja.FunctionCall) goja.Value {
	n := names.New(call.Argument(0).String(), call.Argument(1).String(), call.Argument(2).String(), call.Argument(3).ToBoolean())
	return h.orUndefined(n.Of(call.Argument(4).String()))
}
