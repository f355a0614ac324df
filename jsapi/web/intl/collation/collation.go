package collation

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Options say how texts are compared. The words are those of ECMA-402.
type Options struct {
	Locale            string
	Type              string // of the extension u-co; empty is that of the locale
	Sensitivity       string // base, accent, case or variant
	Numeric           bool
	CaseFirst         string // upper, lower or false
	IgnorePunctuation bool
}

// Collator compares texts in one way.
type Collator struct {
	o           Options
	collator    *collate.Collator
	withoutCase *collate.Collator // where the case counts in another way than by default
}

// New returns a collator.
func New(o Options) *Collator {
	c := &Collator{o: o}
	switch {
	case o.Sensitivity == "base":
		c.collator = o.make(collate.IgnoreCase, collate.IgnoreDiacritics, collate.IgnoreWidth)
	case o.Sensitivity == "accent":
		c.collator = o.make(collate.IgnoreCase, collate.IgnoreWidth)
	case o.Sensitivity == "case":
		c.withoutCase = o.make(collate.IgnoreCase, collate.IgnoreDiacritics, collate.IgnoreWidth)
	case o.CaseFirst == "upper":
		c.withoutCase = o.make(collate.IgnoreCase)
		c.collator = o.make()
	default:
		c.collator = o.make()
	}
	return c
}

// make makes a collator of package collate.
func (o *Options) make(options ...collate.Option) *collate.Collator {
	name := o.Locale + "-u"
	if o.Type != "" {
		name += "-co-" + o.Type
	}
	if o.Numeric {
		options = append(options, collate.Numeric)
	}
	return collate.New(language.Make(strings.TrimSuffix(name, "-u")), options...)
}

// Compare returns -1, 0 or 1 if a comes before, with or after b.
func (c *Collator) Compare(a, b string) int {
	if c.o.IgnorePunctuation {
		a, b = strings.Map(withoutPunctuation, a), strings.Map(withoutPunctuation, b)
	}
	if a == b {
		return 0
	}
	if c.withoutCase != nil {
		if order := c.withoutCase.CompareString(a, b); order != 0 {
			return order
		}
		if order := c.byCase(a, b); order != 0 || c.collator == nil {
			return order
		}
	}
	return c.collator.CompareString(a, b)
}

func withoutPunctuation(r rune) rune {
	if unicode.IsPunct(r) || unicode.IsSpace(r) {
		return -1
	}
	return r
}

// byCase compares texts that differ in nothing else by the first letter that differs.
func (c *Collator) byCase(a, b string) int {
	left, right := casesOf(a), casesOf(b)
	for i := range min(len(left), len(right)) {
		if left[i] == right[i] {
			continue
		}
		if left[i] == (c.o.CaseFirst == "upper") {
			return -1
		}
		return 1
	}
	return 0
}

// casesOf returns for each letter whether it is in upper case.
func casesOf(text string) []bool {
	var upper []bool
	for _, r := range text {
		if unicode.IsLetter(r) {
			upper = append(upper, unicode.IsUpper(r))
		}
	}
	return upper
}

// Types returns the collations of a locale beside its usual one, sorted.
func Types(locale string) []string {
	languageCode, _, _ := strings.Cut(locale, "-")
	return types[languageCode]
}

// types are the collations that package collate has beside the usual ones.
var types = map[string][]string{"de": {"phonebk"}, "es": {"trad"}, "zh": {"pinyin", "stroke"}, "ja": {"unihan"}, "ko": {"searchjl"}}

// AllTypes returns the collations of all locales, sorted.
func AllTypes() []string {
	all := []string{"emoji", "eor"}
	for _, names := range types {
		all = append(all, names...)
	}
	slices.Sort(all)
	return all
}
