package locale

import (
	"slices"
	"strings"
)

// Tag is the name of a locale in its parts.
type Tag struct {
	Language, Script, Region string
	Variants                 []string
	Attributes               []string  // of the extension u
	Keywords                 []Keyword // of the extension u
	Transform                *Tag      // the locale of the extension t
	Fields                   []Keyword // of the extension t
	Others                   []string  // other extensions, each as a whole
	Private                  string    // what follows x-
}

// Keyword is a key of an extension with its value.
type Keyword struct{ Key, Value string }

// String returns the name.
func (t *Tag) String() string {
	parts := []string{t.Base()}
	extensions := slices.Clone(t.Others)
	if u := t.unicode(); u != "" {
		extensions = append(extensions, u)
	}
	if t.Transform != nil || len(t.Fields) > 0 {
		extensions = append(extensions, t.transformed())
	}
	slices.SortStableFunc(extensions, func(a, b string) int { return strings.Compare(a[:1], b[:1]) })
	parts = append(parts, extensions...)
	if t.Private != "" {
		parts = append(parts, "x-"+t.Private)
	}
	return strings.Join(parts, "-")
}

// Base returns the name without extensions.
func (t *Tag) Base() string {
	parts := []string{t.Language}
	for _, part := range []string{t.Script, t.Region} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(append(parts, t.Variants...), "-")
}

// unicode returns the extension u.
func (t *Tag) unicode() string {
	if len(t.Attributes)+len(t.Keywords) == 0 {
		return ""
	}
	return strings.Join(append(append([]string{"u"}, t.Attributes...), joined(t.Keywords)...), "-")
}

// transformed returns the extension t.
func (t *Tag) transformed() string {
	parts := []string{"t"}
	if t.Transform != nil {
		parts = append(parts, strings.ToLower(t.Transform.Base()))
	}
	return strings.Join(append(parts, joined(t.Fields)...), "-")
}

func joined(keywords []Keyword) []string {
	var parts []string
	for _, k := range keywords {
		parts = append(parts, k.Key)
		if k.Value != "" {
			parts = append(parts, k.Value)
		}
	}
	return parts
}

// Keyword returns the value of a key of the extension u.
func (t *Tag) Keyword(key string) (value string, ok bool) {
	for _, k := range t.Keywords {
		if k.Key == key {
			return k.Value, true
		}
	}
	return "", false
}

// SetKeyword sets the value of a key of the extension u.
func (t *Tag) SetKeyword(key, value string) {
	if value == "true" {
		value = ""
	}
	t.DeleteKeyword(key)
	at, _ := slices.BinarySearchFunc(t.Keywords, key, func(k Keyword, key string) int { return strings.Compare(k.Key, key) })
	t.Keywords = slices.Insert(t.Keywords, at, Keyword{key, value})
}

// DeleteKeyword takes a key out of the extension u.
func (t *Tag) DeleteKeyword(key string) {
	t.Keywords = slices.DeleteFunc(t.Keywords, func(k Keyword) bool { return k.Key == key })
}

// WithoutExtensions returns the language, script, region and variants.
func (t *Tag) WithoutExtensions() *Tag {
	return &Tag{Language: t.Language, Script: t.Script, Region: t.Region, Variants: t.Variants}
}
