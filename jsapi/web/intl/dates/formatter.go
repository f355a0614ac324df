package dates

import (
	"time"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
	"github.com/fwrun/fwrun/jsapi/web/intl/numbers"
)

// Formatter writes dates in one way.
type Formatter struct {
	o      Options
	data   *calendarData
	items  []item
	zone   *zoneNamer
	rules  map[string]dayRule
	digits [10]string
	ranges ranges

	minutes, seconds bool // the pattern has them
}

// New returns a formatter for options that are valid.
func New(o Options) *Formatter {
	if o.System == "" {
		o.System = numbers.DefaultSystem(o.Locale)
	}
	f := &Formatter{o: o, data: dataOf(o.Locale, o.Calendar), rules: dayRulesOf(o.Locale)}
	i := 0
	for _, digit := range numbers.Systems()[o.System] {
		f.digits[i%10] = string(digit)
		i++
	}
	f.zone = &zoneNamer{
		zone: o.Zone, table: cldr.Of(o.Locale, cldr.Zones), names: cldr.Of(o.Locale, cldr.Names), numbers: f.number,
		region: cldr.RegionOf(o.Locale),
	}
	f.items = f.pattern()
	for _, it := range f.items {
		f.minutes, f.seconds = f.minutes || it.letter == 'm', f.seconds || it.letter == 's'
	}
	return f
}

// pattern chooses the pattern.
func (f *Formatter) pattern() []item {
	if f.o.DateStyle == "" && f.o.TimeStyle == "" {
		return f.fromSkeleton(f.o.skeleton())
	}
	var text string
	switch {
	case f.o.TimeStyle == "":
		return parsePattern(f.data.text("date/" + f.o.DateStyle))
	case f.o.DateStyle == "":
		text = f.data.text("time/" + f.o.TimeStyle)
	default:
		text = fill(f.data.joined(f.o.DateStyle), f.data.text("time/"+f.o.TimeStyle), f.data.text("date/"+f.o.DateStyle))
	}
	items := parsePattern(text)
	wanted := hourLetters[f.o.HourCycle]
	if wanted == 0 || hourLetter(items) == wanted {
		return items
	}
	var skeleton []item
	for _, it := range items {
		if it.letter != 0 && it.letter != 'a' && it.letter != 'b' && it.letter != 'B' {
			skeleton = append(skeleton, it)
		}
	}
	return f.fromSkeleton(textOf(withHour(skeleton, wanted)))
}

// fromSkeleton finds the pattern for a skeleton.
func (f *Formatter) fromSkeleton(skeleton string) []item {
	items := parsePattern(generatorFor(f.o.Locale, f.o.Calendar, f.o.System).best(skeleton, true))
	if wanted := hourLetters[f.o.HourCycle]; wanted != 0 {
		items = withHour(items, wanted)
	}
	return items
}

// MaxTime is the largest time of scripts, in milliseconds; the smallest is its negative.
const MaxTime = 8.64e15

// Format writes a time in milliseconds since 1970, which is within MaxTime.
func (f *Formatter) Format(ms int64) []Part {
	return f.write(f.items, f.at(ms))
}

// at returns the fields of a time.
func (f *Formatter) at(ms int64) date {
	return in(f.o.Calendar, time.UnixMilli(ms).In(f.o.Zone.Location()))
}

// write writes the fields of a pattern.
func (f *Formatter) write(items []item, d date) []Part {
	parts := make([]Part, 0, len(items))
	for _, it := range items {
		p := Part{"literal", it.text}
		if it.letter != 0 {
			p = f.field(it, &d)
		}
		if p.Value == "" {
			continue
		}
		if last := len(parts) - 1; p.Type == "literal" && last >= 0 && parts[last].Type == "literal" {
			parts[last].Value += p.Value
			continue
		}
		parts = append(parts, p)
	}
	return parts
}

// HourCycle returns the hour cycle of the pattern; it is empty if there are no hours.
func (f *Formatter) HourCycle() string {
	letter := hourLetter(f.items)
	for name, of := range hourLetters {
		if of == letter {
			return name
		}
	}
	return ""
}

// Fields returns what the pattern writes, and how.
func (f *Formatter) Fields() Fields {
	var result Fields
	for _, it := range f.items {
		style := "numeric"
		switch {
		case it.length == 2:
			style = "2-digit"
		case it.length > 2:
			style = [3]string{"short", "long", "narrow"}[min(it.length, 5)-3]
		}
		textual := style
		if it.length < 3 {
			textual = "short"
		}
		switch it.letter {
		case 'E', 'c', 'e':
			result.Weekday = textual
		case 'G':
			result.Era = textual
		case 'y', 'r':
			result.Year = style
		case 'M', 'L':
			result.Month = style
		case 'd':
			result.Day = style
		case 'B':
			result.DayPeriod = textual
		case 'h', 'H', 'k', 'K':
			result.Hour = style
		case 'm':
			result.Minute = style
		case 's':
			result.Second = style
		case 'S':
			result.FractionalDigits = it.length
		case 'z', 'O', 'v':
			result.ZoneName = zoneStyle(it)
		}
	}
	return result
}

func zoneStyle(it item) string {
	for name, letters := range zoneLetters {
		if letters[0] == it.letter && len(letters) == it.length {
			return name
		}
	}
	return ""
}
