package cldr

import (
	"slices"
	"strings"
	"sync"
)

// inheritance is which locales there are, and what they inherit from.
type inheritance struct {
	Locales  []string          `json:"locales"`
	Parents  map[string]string `json:"parents"`
	Defaults []string          `json:"defaults"`
	Short    map[string]string `json:"short"`
}

// included reads the locales once.
var included = sync.OnceValues(func() (*inheritance, map[string]bool) {
	var all inheritance
	Supplement("locales", &all)
	known := map[string]bool{}
	for _, locale := range all.Locales {
		known[locale] = locale != "und"
	}
	for _, locale := range all.Defaults {
		language, _, _ := strings.Cut(locale, "-")
		known[locale] = known[locale] || known[language]
	}
	for locale := range all.Short {
		known[locale] = true
	}
	return &all, known
})

// Has reports whether there is data of a locale, whether of its own or as the usual case of another: en-US of en.
func Has(locale string) bool {
	_, known := included()
	return known[locale]
}

// Locales returns the locales for which Has reports true, sorted.
func Locales() []string {
	_, known := included()
	var all []string
	for locale, has := range known {
		if has {
			all = append(all, locale)
		}
	}
	slices.Sort(all)
	return all
}

// Parent returns the locale that a locale inherits from: und, the root, in the end.
func Parent(locale string) string {
	all, known := included()
	if long := all.Short[locale]; long != "" {
		return long
	}
	for locale != "" {
		if parent := all.Parents[locale]; parent != "" && parent != "root" {
			return parent
		} else if parent == "root" {
			return "und"
		}
		locale = locale[:max(0, strings.LastIndexByte(locale, '-'))]
		if known[locale] {
			return locale
		}
	}
	return "und"
}

// RegionOf returns the region in the name of a locale. It is empty if there is none.
func RegionOf(locale string) string {
	for subtag := range strings.SplitSeq(locale, "-") {
		if len(subtag) == 2 && subtag == strings.ToUpper(subtag) {
			return subtag
		}
	}
	return ""
}
