package intl

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/intl/collation"
	"github.com/fwrun/fwrun/jsapi/web/intl/dates"
	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

// request is what a locale is resolved for. It is comparable, so that the answer can be kept.
type request struct {
	locales string // asked for, separated by spaces
	keys    string // of the extension u that matter, separated by spaces
	options [4]string
}

// resolution is the locale that is there.
type resolution struct {
	locale, data string
	values       [4]string // of the keys
	hour         string    // the letter of hours that is preferred
	hour12       string    // the hour cycle of 12 hours
}

// isSetting marks an option that is set to the empty value, which is that of no extension.
const isSetting = "="

var resolutions = newCache(resolveLocale)

// resolve(locales, keys, options) finds the locale as ResolveLocale of ECMA-402 does. Of options, members that are undefined were not given.
func (h realm) resolve(call goja.FunctionCall) goja.Value {
	q := request{locales: strings.Join(h.texts(call.Argument(0)), " "), keys: call.Argument(1).String()}
	options := readerOf(call.Argument(2))
	for i, key := range strings.Fields(q.keys) {
		if options.Object == nil {
			break
		}
		switch v := options.Get(key); {
		case v == nil || goja.IsUndefined(v):
		case goja.IsNull(v):
			q.options[i] = isSetting
		default:
			q.options[i] = isSetting + v.String()
		}
	}
	found := resolved(q)
	result := h.object("locale", found.locale, "data", found.data)
	for i, key := range strings.Fields(q.keys) {
		put(result, key, h.orUndefined(found.values[i]))
	}
	if strings.Contains(q.keys, "hc") {
		put(result, "hour", h.text(found.hour))
		put(result, "hour12", h.text(found.hour12))
	}
	return result
}

// maxKeptNames is the length of a list of locales whose answer is kept.
const maxKeptNames = 256

func resolved(q request) resolution {
	if len(q.locales) > maxKeptNames {
		return resolveLocale(q)
	}
	return resolutions.get(q)
}

func resolveLocale(q request) resolution {
	tag := &locale.Tag{}
	found := ""
	for name := range strings.FieldsSeq(q.locales) {
		asked, ok := locale.Parse(name)
		if !ok {
			continue
		}
		if found = locale.Available(asked.Base()); found != "" {
			tag = asked
			break
		}
	}
	if found == "" {
		found = locale.Default
	}
	base, _ := locale.Parse(found)
	r := resolution{data: found}
	for i, key := range strings.Fields(q.keys) {
		value, inName := valueOf(key, found, tag, q.options[i])
		r.values[i] = value
		if inName {
			base.SetKeyword(key, value)
		}
	}
	r.locale = base.String()
	if strings.Contains(q.keys, "hc") {
		r.setHours(base)
	}
	return r
}

// valueOf returns the value of a key: that of the options, of the name of the locale, or of the locale itself; and whether it stays in the name.
func valueOf(key, found string, tag *locale.Tag, option string) (value string, inName bool) {
	known := valuesOf(key, found)
	if len(known) > 0 && key != "hc" && key != "co" {
		value = known[0]
	}
	if asked, ok := tag.Keyword(key); ok {
		if asked == "" {
			asked = "true"
		}
		if slices.Contains(known, asked) {
			value, inName = asked, true
		}
	}
	given, ok := strings.CutPrefix(option, isSetting)
	if !ok {
		return value, inName
	}
	given = locale.CanonicalType(key, given)
	if given == "" && key == "hc" {
		return "", false
	}
	if slices.Contains(known, given) && given != value {
		return given, false
	}
	return value, inName
}

// valuesOf returns the values of a key that a locale has, its usual one first.
func valuesOf(key, found string) []string {
	switch key {
	case "nu":
		values := []string{numbers.DefaultSystem(found)}
		for name := range numbers.Systems() {
			values = append(values, name)
		}
		return values
	case "ca":
		tag, _ := locale.Parse(found)
		var values []string
		for _, name := range append(locale.Calendars(tag), dates.Calendars...) {
			if slices.Contains(dates.Calendars, name) {
				values = append(values, name)
			}
		}
		return values
	case "hc":
		return []string{"h11", "h12", "h23", "h24"}
	case "co":
		return append(collation.Types(found), "emoji", "eor")
	case "kn":
		return []string{"false", "true"}
	case "kf":
		return []string{"false", "lower", "upper"}
	}
	return nil
}

func (r *resolution) setHours(tag *locale.Tag) {
	hours := locale.Hours(tag)
	r.hour = hours[0][:1]
	r.hour12 = "h12"
	if tag.Territory() == "JP" {
		r.hour12 = "h11"
	}
}
