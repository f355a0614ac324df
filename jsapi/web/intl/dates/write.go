package dates

import (
	"strconv"
	"strings"
	"time"
)

// field writes one field of a pattern.
func (f *Formatter) field(it item, d *date) Part {
	switch it.letter {
	case 'G':
		return Part{"era", f.era(it.length, d)}
	case 'y', 'Y', 'u':
		return Part{"year", f.year(it.length, d.year)}
	case 'r':
		return Part{"relatedYear", f.number(d.related, it.length)}
	case 'M', 'L':
		return Part{"month", f.month(it, d)}
	case 'd':
		return Part{"day", f.number(d.day, it.length)}
	case 'E', 'c', 'e':
		return Part{"weekday", f.weekday(it, d)}
	case 'a', 'b', 'B':
		return Part{"dayPeriod", f.dayPeriod(it, d)}
	case 'h', 'H', 'k', 'K':
		return Part{"hour", f.number(hoursOf(it.letter, d.Hour()), it.length)}
	case 'm':
		return Part{"minute", f.number(d.Minute(), it.length)}
	case 's':
		return Part{"second", f.number(d.Second(), it.length)}
	case 'S':
		return Part{"fractionalSecond", f.fraction(it.length, d)}
	case 'z', 'O', 'v', 'V', 'Z':
		return Part{"timeZoneName", f.zone.name(d.Time, it.letter, it.length)}
	}
	return Part{"literal", strings.Repeat(string(it.letter), it.length)}
}

// hoursOf converts an hour of the day to the hour cycle of a letter.
func hoursOf(letter byte, hours int) int {
	switch letter {
	case 'h':
		return (hours+11)%12 + 1
	case 'K':
		return hours % 12
	case 'k':
		return (hours+23)%24 + 1
	}
	return hours
}

// number writes a number in the digits of the locale, with leading zeros up to a width.
func (f *Formatter) number(n, width int) string {
	var buffer [24]byte
	text := strconv.AppendInt(buffer[:0], int64(max(n, -n)), 10)
	ascii := f.digits[0] == "0"
	if n >= 0 && ascii && len(text) >= width {
		return string(text)
	}
	var out strings.Builder
	if n < 0 {
		out.WriteByte('-')
	}
	for range width - len(text) {
		out.WriteString(f.digits[0])
	}
	for _, c := range text {
		out.WriteString(f.digits[c-'0'])
	}
	return out.String()
}

func (f *Formatter) year(length, year int) string {
	if length == 2 {
		return f.number(floorMod(year, 100), 2)
	}
	return f.number(year, length)
}

func (f *Formatter) fraction(length int, d *date) string {
	value, width := d.Nanosecond()/int(time.Millisecond), 3
	for ; width > length; width-- {
		value /= 10
	}
	return f.number(value, length)
}

// widths are the names of CLDR for the lengths of fields.
func widthOf(length int) string {
	switch length {
	case 4:
		return "wide"
	case 5:
		return "narrow"
	case 6:
		return "short"
	}
	return "abbreviated"
}

func (f *Formatter) era(length int, d *date) string {
	kind := map[int]string{4: "eraNames", 5: "eraNarrow"}[length]
	if kind == "" {
		kind = "eraAbbr"
	}
	number := strconv.Itoa(d.era)
	if text := f.data.text("eras/" + kind + "/" + number); text != "" && (f.data.calendar != "japanese" || d.era > 1) {
		return text
	}
	return f.data.gregorian.Text("eras/" + kind + "/" + number)
}

func (f *Formatter) month(it item, d *date) string {
	if it.length < 3 {
		n := d.month
		if f.data.calendar == "hebrew" && !d.leapYear && n > 6 {
			n--
		}
		return f.number(n, it.length)
	}
	context := "format/"
	if it.letter == 'L' {
		context = "stand-alone/"
	}
	name := strconv.Itoa(d.month)
	if d.leapYear && d.month == 7 {
		name += "-yeartype-leap"
	}
	return f.monthName(context, widthOf(it.length), name)
}

// monthName looks in the calendar, and for those without months of their own in the Gregorian one.
func (f *Formatter) monthName(context, width, name string) string {
	if f.data.calendar != "" {
		if text := f.data.others.Text(f.data.calendar + "/months/" + context + width + "/" + name); text != "" {
			return text
		}
	}
	return f.data.gregorian.Text("months/" + context + width + "/" + name)
}

var weekdays = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

func (f *Formatter) weekday(it item, d *date) string {
	context := "format/"
	if it.letter == 'c' {
		context = "stand-alone/"
	}
	if it.letter != 'E' && it.length < 3 {
		it.length = 3
	}
	return f.data.gregorian.Text("days/" + context + widthOf(it.length) + "/" + weekdays[d.Weekday()])
}

// dayPeriod writes AM or PM, or the part of the day.
func (f *Formatter) dayPeriod(it item, d *date) string {
	prefix := "dayPeriods/" + widthOf(it.length) + "/"
	if it.letter == 'B' && f.rules != nil {
		moment, period := dayPeriodOf(f.rules, d.Hour(), (!f.minutes || d.Minute() == 0) && (!f.seconds || d.Second() == 0))
		if moment != "" {
			if text := f.data.gregorian.Text(prefix + moment); text != "" {
				return text
			}
		}
		if text := f.data.gregorian.Text(prefix + period); text != "" && period != "" {
			return text
		}
	}
	if d.Hour() < 12 {
		return f.data.gregorian.Text(prefix + "am")
	}
	return f.data.gregorian.Text(prefix + "pm")
}
