package dates

import (
	"iter"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// calendarData is what a locale has for a calendar.
type calendarData struct {
	calendar  string      // its name in CLDR, empty for the Gregorian one
	gregorian *cldr.Table // what all calendars have in common
	others    *cldr.Table
}

// tableNames are the names that the calendars have in CLDR; those that are not listed use the names of the Gregorian one.
var tableNames = map[string]string{
	"buddhist": "buddhist", "japanese": "japanese", "roc": "roc", "persian": "persian", "islamic-civil": "islamic", "islamic-tbla": "islamic",
	"hebrew": "hebrew", "coptic": "coptic", "ethiopic": "ethiopic", "ethioaa": "ethiopic", "indian": "indian",
}

func dataOf(locale, calendar string) *calendarData {
	return &calendarData{
		calendar:  tableNames[calendar],
		gregorian: cldr.Of(locale, cldr.Dates),
		others:    cldr.Of(locale, cldr.Calendars),
	}
}

// text returns a text that depends on the calendar.
func (d *calendarData) text(key string) string {
	if d.calendar == "" {
		return d.gregorian.Text(key)
	}
	if text := d.others.First(d.calendar+"/"+key, "generic/"+key); text != "" {
		return text
	}
	return d.gregorian.Text(key)
}

// under yields the texts that depend on the calendar by what follows a prefix.
func (d *calendarData) under(prefix string) iter.Seq2[string, string] {
	if d.calendar == "" {
		return d.gregorian.Under(prefix)
	}
	for range d.others.Under(d.calendar + "/" + prefix) {
		return d.others.Under(d.calendar + "/" + prefix)
	}
	return d.others.Under("generic/" + prefix)
}

// joining returns the pattern that joins a date, which is {1}, and a time, which is {0}.
func (d *calendarData) joining(s *skeleton) string {
	style := "short"
	switch {
	case len(s[month].base) == 4 && s[weekday].typ != 0:
		style = "full"
	case len(s[month].base) == 4:
		style = "long"
	case len(s[month].base) == 3:
		style = "medium"
	}
	return d.joined(style)
}

// joined returns the pattern that joins a date of a style, which is {1}, and a time, which is {0}.
func (d *calendarData) joined(style string) string {
	if text := d.text("at/" + style); text != "" {
		return text
	}
	return d.text("joined/" + style)
}
