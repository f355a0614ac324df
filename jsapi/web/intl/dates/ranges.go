package dates

import (
	"strings"
	"sync"
)

// RangePart is a piece of a range of dates. Its source is startRange, endRange or shared.
type RangePart struct {
	Part
	Source string
}

// The calendar fields in which two dates can differ, from the largest.
const (
	diffEra = iota
	diffYear
	diffMonth
	diffDay
	diffAmPm
	diffHour
	diffMinute
	diffSecond
	diffFraction
	diffNone
)

// diffLetters are the letters of the fields in the data.
var diffLetters = [...]string{"G", "y", "M", "d", "a", "h", "m"}

// interval is a pattern for ranges: the part for the first date, and the one for the second. Without the first part, both dates
// are written with the second.
type interval struct{ first, second []item }

// ranges are the patterns for ranges of one formatter, which are found when the first range is written.
type ranges struct {
	once      sync.Once
	patterns  [len(diffLetters)]*interval
	letters   string // of the skeleton
	fallback  string
	date      []item // the pattern of the date alone, if there is one
	time      []item
	joined    string
	generator *generator
}

// FormatRange writes a range of times in milliseconds since 1970.
func (f *Formatter) FormatRange(from, to int64) []RangePart {
	f.ranges.once.Do(f.prepareRanges)
	a, b := f.at(from), f.at(to)
	differs := difference(&a, &b)
	if differs == diffNone || f.ignores(differs) {
		return sourced("shared", f.write(f.items, a))
	}
	if differs >= len(diffLetters) {
		return f.fallbackRange(f.items, &a, &b, differs)
	}
	p := f.ranges.patterns[differs]
	switch {
	case p == nil:
		return f.fallbackRange(f.items, &a, &b, differs)
	case p.first == nil:
		return f.fallbackRange(p.second, &a, &b, differs)
	}
	return append(f.ranged(p.first, &a, "startRange", true), f.ranged(p.second, &b, "endRange", false)...)
}

// ranged writes one end of a range. Texts at its inner end, and fields that the other end does not have, are of both.
func (f *Formatter) ranged(items []item, d *date, source string, isFirst bool) []RangePart {
	parts := sourced(source, f.write(items, *d))
	edge := 0
	if isFirst {
		edge = len(parts) - 1
	}
	if len(parts) > 0 && parts[edge].Type == "literal" {
		parts[edge].Source = "shared"
	}
	return parts
}

// difference returns the largest field in which two dates differ.
func difference(a, b *date) int {
	switch {
	case a.era != b.era:
		return diffEra
	case a.year != b.year:
		return diffYear
	case a.month != b.month:
		return diffMonth
	case a.day != b.day:
		return diffDay
	case a.Hour()/12 != b.Hour()/12:
		return diffAmPm
	case a.Hour() != b.Hour():
		return diffHour
	case a.Minute() != b.Minute():
		return diffMinute
	case a.Second() != b.Second():
		return diffSecond
	case a.Nanosecond() != b.Nanosecond():
		return diffFraction
	}
	return diffNone
}

// smallest are the letters of patterns by the field that they show.
var smallest = map[byte]int{
	'G': diffEra, 'y': diffYear, 'M': diffMonth, 'L': diffMonth, 'd': diffDay, 'E': diffDay, 'c': diffDay, 'a': diffAmPm, 'B': diffHour,
	'h': diffHour, 'H': diffHour, 'k': diffHour, 'K': diffHour, 'm': diffMinute, 's': diffSecond, 'S': diffFraction,
}

// ignores reports whether a difference is smaller than anything in the pattern.
func (f *Formatter) ignores(differs int) bool { return ignored(f.items, differs) }

func ignored(items []item, differs int) bool {
	for _, it := range items {
		if field, ok := smallest[it.letter]; ok && it.letter != 0 && field >= differs {
			return false
		}
	}
	return true
}

// fallbackRange writes both dates, or the date once if only the times differ.
func (f *Formatter) fallbackRange(items []item, a, b *date, differs int) []RangePart {
	if differs > diffDay && f.ranges.date != nil && f.ranges.time != nil {
		times := f.joinRange(f.ranges.fallback, f.write(f.ranges.time, *a), f.write(f.ranges.time, *b))
		day := sourced("shared", f.write(f.ranges.date, *a))
		return joinParts(f.ranges.joined, times, day)
	}
	return f.joinRange(f.ranges.fallback, f.write(items, *a), f.write(items, *b))
}

func (f *Formatter) joinRange(pattern string, a, b []Part) []RangePart {
	return joinParts(pattern, sourced("startRange", a), sourced("endRange", b))
}

// joinParts puts parts in the places of {0} and {1}.
func joinParts(pattern string, values ...[]RangePart) []RangePart {
	var parts []RangePart
	for _, it := range parsePattern(pattern) {
		text := it.text
		if it.letter != 0 {
			text = strings.Repeat(string(it.letter), it.length)
		}
		for text != "" {
			at := strings.IndexByte(text, '{')
			if at < 0 || at+2 >= len(text) {
				parts = append(parts, RangePart{Part{"literal", text}, "shared"})
				break
			}
			if at > 0 {
				parts = append(parts, RangePart{Part{"literal", text[:at]}, "shared"})
			}
			parts = append(parts, values[text[at+1]-'0']...)
			text = text[at+3:]
		}
	}
	return parts
}

func sourced(source string, parts []Part) []RangePart {
	result := make([]RangePart, len(parts))
	for i, p := range parts {
		result[i] = RangePart{p, source}
	}
	return result
}
