package locale

import (
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// aliases are the subtags that are replaced by others.
type aliases struct {
	Languages    map[string]string            `json:"languageAlias"`
	Scripts      map[string]string            `json:"scriptAlias"`
	Regions      map[string]string            `json:"territoryAlias"`
	Variants     map[string]string            `json:"variantAlias"`
	Subdivisions map[string]string            `json:"subdivisionAlias"`
	Types        map[string]map[string]string `json:"types"`

	rules []rule // those of more than a language
}

// rule replaces some parts of a tag by others.
type rule struct{ from, to *Tag }

var known = sync.OnceValue(func() *aliases {
	a := &aliases{}
	cldr.Supplement("locales", a)
	for from, to := range a.Languages {
		if !strings.Contains(from, "-") {
			continue
		}
		old, ok := Parse(from)
		replacement, valid := Parse(to)
		if ok && valid {
			a.rules = append(a.rules, rule{old, replacement})
		}
	}
	slices.SortFunc(a.rules, func(x, y rule) int {
		if n := len(y.from.Variants) - len(x.from.Variants); n != 0 {
			return n
		}
		if x.from.Language == "und" {
			return 1 // those of all languages last
		}
		if y.from.Language == "und" {
			return -1
		}
		return strings.Compare(x.from.Base(), y.from.Base())
	})
	return a
})

// maxReplacements is more than any tag needs.
const maxReplacements = 16

// Canonicalize replaces subtags that are aliases, and orders what may be written in any order.
func (t *Tag) Canonicalize() {
	a := known()
	t.canonicalizeBase(a)
	if t.Transform != nil {
		t.Transform.canonicalizeBase(a)
	}
	byKey := func(x, y Keyword) int { return strings.Compare(x.Key, y.Key) }
	for i, k := range t.Fields {
		t.Fields[i].Value = a.value("t/"+k.Key, k.Value)
	}
	for i, k := range t.Keywords {
		t.Keywords[i].Value = a.keyword(k)
	}
	slices.SortFunc(t.Fields, byKey)
	slices.SortFunc(t.Keywords, byKey)
	slices.Sort(t.Attributes)
}

func (t *Tag) canonicalizeBase(a *aliases) {
	slices.Sort(t.Variants)
	for range maxReplacements {
		if !t.replaceOnce(a) {
			break
		}
	}
	if script, ok := a.Scripts[t.Script]; ok {
		t.Script = script
	}
	if regions, ok := a.Regions[t.Region]; ok {
		t.Region = t.regionOf(strings.Fields(regions))
	}
	for i, variant := range t.Variants {
		if preferred, ok := a.Variants[variant]; ok {
			t.Variants[i] = preferred
		}
	}
	slices.Sort(t.Variants)
	t.Variants = slices.Compact(t.Variants)
}

// replaceOnce applies the first rule that applies, and reports whether there is one.
func (t *Tag) replaceOnce(a *aliases) bool {
	for _, r := range a.rules {
		if r.matches(t) {
			r.apply(t)
			return true
		}
	}
	replacement, ok := a.Languages[t.Language]
	if !ok {
		return false
	}
	to, ok := Parse(replacement)
	if ok {
		rule{&Tag{Language: t.Language}, to}.apply(t)
	}
	return ok
}

func (r rule) matches(t *Tag) bool {
	if r.from.Language != "und" && r.from.Language != t.Language ||
		r.from.Script != "" && r.from.Script != t.Script || r.from.Region != "" && r.from.Region != t.Region {
		return false
	}
	for _, variant := range r.from.Variants {
		if !slices.Contains(t.Variants, variant) {
			return false
		}
	}
	return true
}

func (r rule) apply(t *Tag) {
	if r.to.Language != "und" {
		t.Language = r.to.Language
	}
	if r.from.Script != "" || t.Script == "" {
		t.Script = r.to.Script
	}
	if r.from.Region != "" || t.Region == "" {
		t.Region = r.to.Region
	}
	t.Variants = slices.DeleteFunc(slices.Clone(t.Variants), func(v string) bool { return slices.Contains(r.from.Variants, v) })
	t.Variants = append(t.Variants, r.to.Variants...)
	slices.Sort(t.Variants)
}

// regionOf chooses, of regions that a former one was divided into, that where the language is spoken.
func (t *Tag) regionOf(regions []string) string {
	if len(regions) > 1 {
		likely := &Tag{Language: t.Language, Script: t.Script}
		likely.Maximize()
		if slices.Contains(regions, likely.Region) {
			return likely.Region
		}
	}
	return regions[0]
}

// keyword returns the canonical value of a keyword.
func (a *aliases) keyword(k Keyword) string {
	value := k.Value
	switch k.Key {
	case "rg", "sd":
		if preferred, ok := a.Subdivisions[value]; ok {
			value, _, _ = strings.Cut(strings.ToLower(preferred), " ")
			if len(value) == 2 {
				value += "zzzz"
			}
		}
	default:
		value = a.value("u/"+k.Key, value)
	}
	if value == "true" {
		return ""
	}
	return value
}

func (a *aliases) value(key, value string) string {
	if preferred, ok := a.Types[key][value]; ok {
		return preferred
	}
	return value
}

// CanonicalType returns the canonical value of a key of the extension u, in lower case.
func CanonicalType(key, value string) string {
	return known().value("u/"+key, strings.ToLower(value))
}
