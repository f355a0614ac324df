package main

import (
	"maps"
	"slices"
	"strings"
)

// domain is a part of the data that is needed as a whole: what one kind of formatter reads.
type domain struct {
	name string
	read func(s source, locale string) (map[string]string, error)
}

var domains = []domain{
	{"numbers", source.numbers},
	{"currencies", source.currencies},
	{"units", source.units},
	{"dates", source.dates},
	{"calendars", source.calendars},
	{"zones", source.zones},
	{"names", source.names},
	{"texts", source.texts},
}

// What a locale has in the place of a text.
const (
	inherited = "\x01" // the locale that it inherits from has the same
	absent    = "\x02"
)

// addDomain adds the keys of a domain and, for each locale, the texts that it does not inherit.
func (s source) addDomain(out *archive, d domain, locales []string) error {
	tables, known := map[string]map[string]string{}, map[string]bool{}
	for _, locale := range locales {
		table, err := d.read(s, locale)
		if err != nil {
			return err
		}
		tables[locale] = table
		for key := range table {
			known[key] = true
		}
	}
	keys := slices.Sorted(maps.Keys(known))
	out.add(d.name, []byte(strings.Join(keys, "\x00")))
	parents, err := s.parents()
	if err != nil {
		return err
	}
	for _, locale := range locales {
		parent := tables[parents.of(locale, tables)]
		texts := make([]string, len(keys))
		own := false
		for i, key := range keys {
			texts[i] = difference(key, tables[locale], parent)
			own = own || texts[i] != inherited
		}
		if own {
			out.add(d.name+"/"+locale, []byte(strings.Join(texts, "\x00")))
		}
	}
	return nil
}

// difference returns what a locale has in the place of the text of its parent.
func difference(key string, own, parent map[string]string) string {
	text, has := own[key]
	inherits, inParent := parent[key]
	switch {
	case has == inParent && text == inherits:
		return inherited
	case !has:
		return absent
	}
	return text
}

// parents has the locales that others inherit from, where that is not the locale without its last subtag.
type parents map[string]string

func (s source) parents() (parents, error) {
	var document struct {
		Supplemental struct {
			ParentLocales struct{ ParentLocale parents }
		}
	}
	err := s.read("cldr-core/supplemental/parentLocales.json", &document)
	return document.Supplemental.ParentLocales.ParentLocale, err
}

// of returns the locale that a locale inherits from; it is empty for the root.
func (p parents) of(locale string, known map[string]map[string]string) string {
	for locale != "und" {
		parent, ok := p[locale]
		if !ok {
			end := max(0, strings.LastIndexByte(locale, '-'))
			parent = locale[:end]
		}
		if parent == "" || parent == "root" {
			parent = "und"
		}
		if known[parent] != nil {
			return parent
		}
		locale = parent
	}
	return ""
}
