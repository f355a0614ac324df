package compare

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxListed is the number of values that a text lists.
const maxListed = 8

// values compares the values that are listed.
func (s *scan) values(a, b *shape, field string) {
	pointer := b.at + "/enum"
	switch {
	case a.values == nil && b.values == nil:
	case a.values == nil:
		s.note(narrowed, field, pointer, "values-listed", "only these values are possible now: "+listed(slices.Sorted(maps.Keys(b.values))))
	case b.values == nil:
		s.note(widened, field, b.at, "values-free", "any value is possible now, not only "+listed(slices.Sorted(maps.Keys(a.values))))
	default:
		if gone := missing(a.values, b.values); len(gone) > 0 {
			s.note(narrowed, field, pointer, "values-removed", "no longer a possible value: "+listed(gone))
		}
		if fresh := missing(b.values, a.values); len(fresh) > 0 {
			s.note(widened, field, pointer, "values-added", "a possible value now: "+listed(fresh))
		}
	}
}

// missing returns the names that are in the first and not in the second, sorted.
func missing[V, W any](first map[string]V, second map[string]W) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if _, has := second[name]; !has {
			names = append(names, name)
		}
	}
	return names
}

func listed(values []string) string {
	rest := ""
	if len(values) > maxListed {
		rest = " and " + itoa(len(values)-maxListed) + " more"
		values = values[:maxListed]
	}
	short := make([]string, len(values))
	for i, value := range values {
		short[i] = clean(value)
	}
	return strings.Join(short, ", ") + rest
}

// limits compares the limits of numbers and lengths.
func (s *scan) limits(a, b *shape, field string) {
	if len(a.ranges)+len(b.ranges) == 0 {
		return
	}
	for _, keyword := range slices.Sorted(maps.Keys(limits)) {
		old, had := a.ranges[keyword]
		now, has := b.ranges[keyword]
		switch {
		case !had && !has:
		case !had:
			s.note(narrowed, field, now.at, "limit-added", keyword+" is "+now.String()+" now")
		case !has:
			s.note(widened, field, b.at, "limit-removed", keyword+" is no longer "+old.String())
		case now.compare(old, keyword) > 0:
			s.note(narrowed, field, now.at, "limit-narrowed", keyword+" was "+old.String()+" and is "+now.String())
		case now.compare(old, keyword) < 0:
			s.note(widened, field, now.at, "limit-widened", keyword+" was "+old.String()+" and is "+now.String())
		}
	}
}

// String returns the number.
func (b bound) String() string {
	text := b.value.Text('g', 20)
	if b.exclusive {
		text += ", itself excluded"
	}
	return text
}

// wider lists the formats whose values are also of another one.
var wider = map[[2]string]bool{{`"int32"`, `"int64"`}: true, {`"float"`, `"double"`}: true}

// texts compares the keywords of which no more is known than whether they are the same.
func (s *scan) texts(a, b *shape, field string) {
	if len(a.plain)+len(b.plain) == 0 {
		return
	}
	keywords := maps.Clone(a.plain)
	maps.Copy(keywords, b.plain)
	for _, keyword := range slices.Sorted(maps.Keys(keywords)) {
		old, had := a.plain[keyword]
		now, has := b.plain[keyword]
		pointer := b.at + "/" + escaped(keyword)
		switch {
		case old == now:
		case !had:
			s.note(narrowed, field, pointer, "constraint-added", clean(keyword)+" is "+clean(now)+" now")
		case !has:
			s.note(widened, field, b.at, "constraint-removed", clean(keyword)+" is no longer "+clean(old))
		default:
			e := narrowed | widened
			if keyword == "format" && wider[[2]string{old, now}] {
				e = widened
			} else if keyword == "format" && wider[[2]string{now, old}] {
				e = narrowed
			}
			s.note(e, field, pointer, "constraint-changed", clean(keyword)+" was "+clean(old)+" and is "+clean(now))
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// maxText is the length of a text of a document within a text of ours.
const maxText = 120

// clean returns a text of a document so that it stays in its line and does nothing to a terminal.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return '�'
	}, text)
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText]) + "…"
	}
	return text
}
