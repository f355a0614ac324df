package cldr

import (
	"iter"
	"slices"
	"strings"
	"sync"
)

// Domain is a kind of data.
type Domain string

// The domains.
const (
	Numbers    Domain = "numbers"    // symbols and patterns of numbers
	Currencies Domain = "currencies" // symbols and names of currencies
	Units      Domain = "units"      // patterns of units
	Dates      Domain = "dates"      // the Gregorian calendar
	Calendars  Domain = "calendars"  // other calendars
	Zones      Domain = "zones"      // names of time zones
	Names      Domain = "names"      // names of languages, regions, scripts
	Texts      Domain = "texts"      // lists, and times from now
)

// What a locale has in the place of a text.
const (
	inherited = "\x01"
	absent    = "\x02"
)

// Table is the data of one locale in one domain. It never changes.
type Table struct {
	keys  *keys
	texts []string
}

// keys are the keys of a domain, sorted.
type keys struct {
	names []string
	index map[string]int32
}

// Text returns the text of a key. It is empty if there is none.
func (t *Table) Text(key string) string {
	i, ok := t.keys.index[key]
	if !ok || t.texts[i] == absent {
		return ""
	}
	return t.texts[i]
}

// First returns the first text of keys that is not empty.
func (t *Table) First(keys ...string) string {
	for _, key := range keys {
		if text := t.Text(key); text != "" {
			return text
		}
	}
	return ""
}

// Has reports whether there is a text, which may be empty.
func (t *Table) Has(key string) bool {
	i, ok := t.keys.index[key]
	return ok && t.texts[i] != absent
}

// Under yields the texts whose keys begin with a prefix, by what follows it.
func (t *Table) Under(prefix string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		from, _ := slices.BinarySearch(t.keys.names, prefix)
		for i := from; i < len(t.keys.names) && strings.HasPrefix(t.keys.names[i], prefix); i++ {
			if t.texts[i] != absent && !yield(t.keys.names[i][len(prefix):], t.texts[i]) {
				return
			}
		}
	}
}

// maxTables is how many tables are kept; with their texts they weigh some ten megabytes at most. A program that asks for more of them
// decodes some again.
const maxTables = 256

// kept has the tables and keys that were decoded.
var kept struct {
	sync.Mutex
	tables map[string]*Table
	keys   map[Domain]*keys
}

// Of returns the data of a locale. A locale without data has that of the one that it inherits from, at last that of the root.
func Of(locale string, domain Domain) *Table {
	kept.Lock()
	defer kept.Unlock()
	if kept.tables == nil {
		kept.tables, kept.keys = map[string]*Table{}, map[Domain]*keys{}
	}
	return tableOf(locale, domain)
}

func tableOf(locale string, domain Domain) *Table {
	name := string(domain) + "/" + locale
	if table := kept.tables[name]; table != nil {
		return table
	}
	own, ok := chunk(name)
	switch {
	case !ok && locale == "und":
		panic("cldr: tables.bin has no " + name)
	case !ok:
		return tableOf(Parent(locale), domain)
	}
	table := &Table{keys: keysOf(domain), texts: strings.Split(own, "\x00")}
	if locale != "und" {
		inherit(table.texts, tableOf(Parent(locale), domain).texts)
	}
	for i, text := range table.texts {
		if text == inherited {
			table.texts[i] = absent
		}
	}
	if len(kept.tables) >= maxTables {
		clear(kept.tables)
	}
	kept.tables[name] = table
	return table
}

func inherit(texts, from []string) {
	for i, text := range texts {
		if text == inherited {
			texts[i] = from[i]
		}
	}
}

func keysOf(domain Domain) *keys {
	if k := kept.keys[domain]; k != nil {
		return k
	}
	all, _ := chunk(string(domain))
	k := &keys{names: strings.Split(all, "\x00"), index: map[string]int32{}}
	for i, name := range k.names {
		k.index[name] = int32(i)
	}
	kept.keys[domain] = k
	return k
}
