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
	whole     []item // the pattern of one date among two
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
	if differs == diffNone || ignored(f.items, differs) {
		return sourced(f.write(f.items, a))
	}
	if differs < len(diffLetters) {
		switch p := f.ranges.patterns[differs]; {
		case p == nil:
		case p.first == nil:
			return spanned(f.fallbackRange(p.second, &a, &b, differs))
		default:
			return spanned(merged(f.write(p.first, a), f.write(p.second, b)))
		}
	}
	return spanned(f.fallbackRange(f.ranges.whole, &a, &b, differs))
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

// ignored reports whether a difference is smaller than anything in a pattern.
func ignored(items []item, differs int) bool {
	for _, it := range items {
		if field, ok := smallest[it.letter]; ok && it.letter != 0 && field >= differs {
			return false
		}
	}
	return true
}

// fallbackRange writes both dates, or the date once if only the times differ.
func (f *Formatter) fallbackRange(items []item, a, b *date, differs int) []Part {
	if differs > diffDay && f.ranges.date != nil && f.ranges.time != nil {
		times := joinParts(f.ranges.fallback, f.write(f.ranges.time, *a), f.write(f.ranges.time, *b))
		return joinParts(f.ranges.joined, times, f.write(f.ranges.date, *a))
	}
	return joinParts(f.ranges.fallback, f.write(items, *a), f.write(items, *b))
}

// joinParts puts parts in the places of {0} and {1}.
func joinParts(pattern string, values ...[]Part) []Part {
	var parts []Part
	for _, it := range parsePattern(pattern) {
		text := it.text
		if it.letter != 0 {
			text = strings.Repeat(string(it.letter), it.length)
		}
		for text != "" {
			at := strings.IndexByte(text, '{')
			if at < 0 || at+2 >= len(text) {
				parts = merged(parts, []Part{{"literal", text}})
				break
			}
			parts = merged(parts, []Part{{"literal", text[:at]}}, values[text[at+1]-'0'])
			text = text[at+3:]
		}
	}
	return parts
}

// merged puts parts together, and literals beside each other into one.
func merged(groups ...[]Part) []Part {
	var parts []Part
	for _, group := range groups {
		for _, p := range group {
			last := len(parts) - 1
			switch {
			case p.Value == "":
			case last >= 0 && p.Type == "literal" && parts[last].Type == "literal":
				parts[last].Value += p.Value
			default:
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// sourced makes parts of both dates.
func sourced(parts []Part) []RangePart {
	result := make([]RangePart, len(parts))
	for i, p := range parts {
		result[i] = RangePart{p, "shared"}
	}
	return result
}

// spanned finds the parts of each date: from the first field that is there twice up to the last one.
func spanned(parts []Part) []RangePart {
	result := sourced(parts)
	first, second := [2]int{len(parts), -1}, [2]int{len(parts), -1}
	for i, p := range parts {
		if p.Type == "literal" {
			continue
		}
		for j := i + 1; j < len(parts); j++ {
			if parts[j].Type == p.Type {
				first = [2]int{min(first[0], i), max(first[1], i)}
				second = [2]int{min(second[0], j), max(second[1], j)}
				break
			}
		}
	}
	for i := first[0]; i <= first[1]; i++ {
		result[i].Source = "startRange"
	}
	for i := second[0]; i <= second[1]; i++ {
		result[i].Source = "endRange"
	}
	return result
}
