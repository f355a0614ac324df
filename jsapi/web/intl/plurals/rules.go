package plurals

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// categories are all that there are, in the order in which rules are tried and names are listed.
var categories = []string{"zero", "one", "two", "few", "many", "other"}

// Rules are those of one language for numbers, or for ordinal numbers.
type Rules struct {
	names  []string // all but other
	rules  []rule
	ranges map[string]string
}

// data is the document of all rules: by kind, language and category.
var data = sync.OnceValue(func() map[string]map[string]map[string]string {
	var all map[string]map[string]map[string]string
	cldr.Supplement("plurals", &all)
	return all
})

// kept has the rules that were parsed; there are as many as languages.
var kept sync.Map

// For returns the rules of a locale's language.
func For(locale string, ordinal bool) *Rules {
	kind := "cardinal"
	if ordinal {
		kind = "ordinal"
	}
	language := languageOf(kind, locale)
	if rules, ok := kept.Load(kind + language); ok {
		return rules.(*Rules)
	}
	rules := &Rules{ranges: data()["range"][language]}
	for _, name := range categories[:5] {
		if text := data()[kind][language][name]; text != "" {
			rules.names = append(rules.names, name)
			rules.rules = append(rules.rules, parse(text))
		}
	}
	kept.Store(kind+language, rules)
	return rules
}

// languageOf returns the longest name of the locale for which there are rules.
func languageOf(kind, locale string) string {
	for locale != "" {
		if data()[kind][locale] != nil {
			return locale
		}
		locale = locale[:max(0, strings.LastIndexByte(locale, '-'))]
	}
	return "und"
}

// Categories returns the categories that numbers have.
func (r *Rules) Categories() []string {
	return append(append([]string(nil), r.names...), "other")
}

// Select returns the category of a number.
func (r *Rules) Select(o Operands) string {
	for i, rule := range r.rules {
		if rule.holds(&o) {
			return r.names[i]
		}
	}
	return "other"
}

// Range returns the category of a range by those of its ends.
func (r *Rules) Range(from, to string) string {
	if category := r.ranges[from+"-"+to]; category != "" {
		return category
	}
	return "other"
}
