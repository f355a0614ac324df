package dates

import "strings"

// Fields say what of a date is written and how: numeric, 2-digit, narrow, short, long. Empty fields are not written.
type Fields struct {
	Weekday, Era, Year, Month, Day, DayPeriod, Hour, Minute, Second string
	FractionalDigits                                                int // of seconds, 0 to 3
	ZoneName                                                        string
}

// Options say how dates are written. The words are those of ECMA-402.
type Options struct {
	Locale    string // one for which there is data
	Calendar  string // one of Calendars; empty is gregory
	System    string // the numbering system; empty is that of the locale
	HourCycle string // h11, h12, h23, h24; empty is that of HourFormat
	Preferred string // the letter of hours that the locale prefers: h, H, K, k
	Zone      Zone
	Fields
	DateStyle, TimeStyle string // full, long, medium, short; they exclude Fields
}

// Part is a piece of a date, with its type in ECMA-402.
type Part struct{ Type, Value string }

// Join returns the text of parts. Narrow spaces become plain ones, as in other engines, since programs look for " PM".
func Join(parts []Part) string { return strings.ReplaceAll(joined(parts), "\u202f", " ") }

// joined returns the text of parts.
func joined(parts []Part) string {
	size := 0
	for _, p := range parts {
		size += len(p.Value)
	}
	out := make([]byte, 0, size)
	for _, p := range parts {
		out = append(out, p.Value...)
	}
	return string(out)
}

// hourLetters are the letters of patterns by the hour cycles.
var hourLetters = map[string]byte{"h11": 'K', "h12": 'h', "h23": 'H', "h24": 'k'}

// skeleton returns the fields in the letters of patterns.
func (o *Options) skeleton() string {
	hour := o.Preferred
	if letter := hourLetters[o.HourCycle]; letter != 0 {
		hour = string(letter)
	}
	if hour == "" {
		hour = "H"
	}
	text := letters(o.Weekday, "", "", "EEEEE", "EEE", "EEEE") + letters(o.Era, "", "", "GGGGG", "G", "GGGG") +
		letters(o.Year, "y", "yy", "", "", "") + letters(o.Month, "M", "MM", "MMMMM", "MMM", "MMMM") + letters(o.Day, "d", "dd", "", "", "") +
		letters(o.DayPeriod, "", "", "BBBBB", "B", "BBBB") + letters(o.Hour, hour, hour+hour, "", "", "") +
		letters(o.Minute, "m", "mm", "", "", "") + letters(o.Second, "s", "ss", "", "", "") + "SSS"[:o.FractionalDigits]
	return text + zoneLetters[o.ZoneName]
}

func letters(style, numeric, two, narrow, short, long string) string {
	switch style {
	case "numeric":
		return numeric
	case "2-digit":
		return two
	case "narrow":
		return narrow
	case "short":
		return short
	case "long":
		return long
	}
	return ""
}

var zoneLetters = map[string]string{
	"short": "z", "long": "zzzz", "shortOffset": "O", "longOffset": "OOOO", "shortGeneric": "v",
	"longGeneric": "vvvv",
}
