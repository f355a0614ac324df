package dates

import (
	"strings"
)

// prepareRanges finds the patterns for ranges, by the field in which the dates differ.
func (f *Formatter) prepareRanges() {
	r := &f.ranges
	r.generator = generatorFor(f.o.Locale, f.o.Calendar, f.o.System)
	r.fallback = f.data.text("interval")
	if r.fallback == "" {
		r.fallback = "{0} – {1}"
	}
	dateText, timeText, date, time := splitSkeleton(f.items)
	r.letters = dateText + timeText
	r.whole = f.best(r.letters)
	r.joined = f.data.text("joined/medium")
	if dateText != "" && timeText != "" {
		r.date, r.time = f.best(date), f.best(time)
	}
	found := f.separately(date, time)
	switch {
	case timeText == "":
	case dateText == "":
		f.otherDays("yMd"+timeText, diffDay, diffMonth, diffYear)
		f.otherDays("GyMd"+timeText, diffEra)
	case found:
		f.dateAndTime(dateText, date)
	}
}

// best returns the pattern for a skeleton with the hours of the formatter.
func (f *Formatter) best(skeleton string) []item {
	items := parsePattern(f.ranges.generator.best(skeleton, false))
	if letter := hourLetter(f.items); letter != 0 {
		items = withHour(items, letter)
	}
	return items
}

// otherDays writes both dates in full where they differ in some fields.
func (f *Formatter) otherDays(skeleton string, differ ...int) {
	for _, field := range differ {
		f.ranges.patterns[field] = &interval{second: f.best(skeleton)}
	}
}

// dateAndTime writes both in full on different days, and the date once on the same day.
func (f *Formatter) dateAndTime(dateText, date string) {
	skeleton := f.ranges.letters
	for _, field := range []struct {
		letter string
		differ int
	}{{"d", diffDay}, {"M", diffMonth}, {"y", diffYear}, {"G", diffEra}} {
		if !strings.Contains(date, field.letter) {
			skeleton = field.letter + skeleton
			f.otherDays(skeleton, field.differ)
			if field.differ == diffDay {
				f.otherDays(skeleton, diffMonth)
			}
		}
	}
	day := textOf(f.best(dateText))
	for _, differ := range []int{diffAmPm, diffHour, diffMinute} {
		p := f.ranges.patterns[differ]
		if p == nil || p.first == nil {
			continue
		}
		whole := fill(f.ranges.joined, textOf(p.first)+textOf(p.second), day)
		f.ranges.patterns[differ] = splitInterval(whole)
	}
}

// splitSkeleton returns the letters of the dates and times of a pattern: as they are, and without lengths that do not matter.
func splitSkeleton(items []item) (dateText, timeText, date, time string) {
	lengths, written := map[byte]int{}, map[byte]byte{'G': 'G', 'y': 'y', 'd': 'd'}
	for _, it := range items {
		letter := it.letter
		switch letter {
		case 0:
			continue
		case 'L', 'M':
			letter, written['M'] = 'M', letter
		case 'c', 'E':
			letter, written['E'] = 'E', letter
		}
		lengths[letter] = it.length
	}
	for _, letter := range []byte("GyMEd") {
		n := lengths[letter]
		dateText += strings.Repeat(string(written[letter]), n)
		if letter == 'd' || letter == 'G' || letter == 'M' && n < 3 || letter == 'E' && n <= 3 {
			n = min(n, 1)
		}
		date += strings.Repeat(string(letter), n)
	}
	for _, letter := range []byte("BhHKkmsSzvO") {
		n := lengths[letter]
		timeText += strings.Repeat(string(letter), n)
		if strings.IndexByte("hHKkmzvO", letter) >= 0 {
			n = min(n, 1)
		}
		time += strings.Repeat(string(letter), n)
	}
	return dateText, timeText, date, time
}

// separately looks for patterns of times if there are times, and of dates otherwise. It reports whether there are any.
func (f *Formatter) separately(date, time string) bool {
	skeleton := date
	if time != "" {
		skeleton = time
	}
	best, info := f.closestInterval(skeleton)
	if best == "" || info == differentFields {
		return false
	}
	if time != "" {
		for _, differ := range []int{diffMinute, diffHour, diffAmPm} {
			f.setInterval(differ, skeleton, best, info)
		}
		return true
	}
	f.setInterval(diffDay, skeleton, best, info)
	if extended, extendedBest, ok := f.setMonth(skeleton, best, info); ok {
		skeleton, best = extended, extendedBest
	}
	f.setInterval(diffYear, skeleton, best, info)
	f.setInterval(diffEra, skeleton, best, info)
	return true
}

// setInterval sets the pattern for a field that differs, if there is one.
func (f *Formatter) setInterval(differ int, skeleton, best string, info matchInfo) {
	text := f.interval(best, differ)
	if text == "" && ignored(parsePattern(best), differ) {
		return
	}
	if text == "" && differ == diffAmPm {
		text = f.interval(best, diffHour)
	}
	if text == "" && (differ == diffYear || differ == diffEra) {
		skeleton, best = diffLetters[differ]+skeleton, diffLetters[differ]+best
		text = f.interval(best, differ)
		if text == "" {
			if other, otherInfo := f.closestInterval(best); otherInfo != differentFields {
				best, info = other, max(info, otherInfo)
				text = f.interval(other, differ)
			}
		}
	}
	f.keep(differ, text, skeleton, best, info)
}

// setMonth is setInterval for months. If only a skeleton with the month before has a pattern, it returns that one.
func (f *Formatter) setMonth(skeleton, best string, info matchInfo) (extended, extendedBest string, ok bool) {
	text := f.interval(best, diffMonth)
	if text != "" || ignored(parsePattern(best), diffMonth) {
		f.keep(diffMonth, text, skeleton, best, info)
		return "", "", false
	}
	extended, extendedBest = "M"+skeleton, "M"+best
	text = f.interval(extendedBest, diffMonth)
	f.keep(diffMonth, text, extended, extendedBest, info)
	return extended, extendedBest, text != ""
}

func (f *Formatter) keep(differ int, text, skeleton, best string, info matchInfo) {
	if text == "" {
		return
	}
	if info != exactMatch {
		text = widened(text, skeleton, best)
	}
	p := splitInterval(text)
	if letter := hourLetter(f.items); letter != 0 {
		p.first, p.second = withHour(p.first, letter), withHour(p.second, letter)
	}
	f.ranges.patterns[differ] = p
}

// interval returns the text of the data for a skeleton and a field.
func (f *Formatter) interval(skeleton string, differ int) string {
	if differ == diffHour && strings.Contains(skeleton, "H") {
		return f.data.text("interval/" + skeleton + "/H")
	}
	return f.data.text("interval/" + skeleton + "/" + diffLetters[differ])
}
