package dates

import "time"

// date is a point in time in the fields of a calendar.
type date struct {
	time.Time
	era        int // as CLDR numbers them
	year       int // of the era
	month, day int
	leap       bool // a month that not every year has
	leapYear   bool // of the Hebrew calendar
	related    int  // the Gregorian year
}

// Calendars are the calendars that there are, sorted.
var Calendars = []string{
	"buddhist", "coptic", "ethioaa", "ethiopic", "gregory", "hebrew", "indian", "islamic-civil", "islamic-tbla", "iso8601", "japanese", "persian", "roc",
}

// in returns the fields of a time in a calendar.
func in(calendar string, t time.Time) date {
	d := date{Time: t, era: 1, year: t.Year(), month: int(t.Month()), day: t.Day(), related: t.Year()}
	switch calendar {
	case "buddhist":
		d.era, d.year = 0, d.year+543
	case "roc":
		d.year -= 1911
		if d.year <= 0 {
			d.era, d.year = 0, 1-d.year
		}
	case "japanese":
		d.japanese()
	case "persian", "islamic-civil", "islamic-tbla", "hebrew", "coptic", "ethiopic", "ethioaa", "indian":
		d.arithmetic(calendar, dayNumber(t))
	default:
		if d.year <= 0 {
			d.era, d.year = 0, 1-d.year
		}
	}
	return d
}

// japaneseEras begin at these dates; before them, years are those of the common era.
var japaneseEras = []struct{ era, year, month, day int }{
	{236, 2019, 5, 1},
	{235, 1989, 1, 8},
	{234, 1926, 12, 25},
	{233, 1912, 7, 30},
	{232, 1868, 10, 23},
}

func (d *date) japanese() {
	at := d.year*10000 + d.month*100 + d.day
	for _, e := range japaneseEras {
		if at >= e.year*10000+e.month*100+e.day {
			d.era, d.year = e.era, d.year-e.year+1
			return
		}
	}
	d.era = 1
	if d.year <= 0 {
		d.era, d.year = 0, 1-d.year
	}
}

// unixEpoch is the number of the day 1 January 1970, counted from 1 January of the year 1.
const unixEpoch = 719163

// dayNumber numbers the days, 1 January of the year 1 being 1.
func dayNumber(t time.Time) int {
	_, offset := t.Zone()
	seconds := t.Unix() + int64(offset)
	return int(floorDiv(seconds, 86400)) + unixEpoch
}

func floorDiv[I int | int64](a, b I) I {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int) int { return a - b*floorDiv(a, b) }

// The day numbers at which calendars begin.
const (
	persianEpoch  = 226895
	islamicEpoch  = 227015
	copticEpoch   = 103605
	ethiopicEpoch = 2796
	hebrewEpoch   = -1373427
)

func (d *date) arithmetic(calendar string, n int) {
	switch calendar {
	case "persian":
		d.era = 0
		d.persian(n)
	case "islamic-civil":
		d.islamic(n, islamicEpoch)
	case "islamic-tbla":
		d.islamic(n, islamicEpoch-1)
	case "coptic":
		d.alexandrian(n - copticEpoch)
		if d.year <= 0 {
			d.era, d.year = 0, 1-d.year
		}
	case "ethiopic":
		d.alexandrian(n - ethiopicEpoch)
		if d.year <= 0 {
			d.era, d.year = 0, d.year+5500
		}
	case "ethioaa":
		d.alexandrian(n - ethiopicEpoch)
		d.era, d.year = 0, d.year+5500
	case "hebrew":
		d.era = 0
		d.hebrew(n)
	case "indian":
		d.indian()
	}
}

// alexandrian sets the fields for calendars of twelve months of 30 days and one of five or six.
func (d *date) alexandrian(days int) {
	d.year = floorDiv(4*days+1463, 1461)
	start := 365*(d.year-1) + floorDiv(d.year, 4)
	d.month, d.day = (days-start)/30+1, (days-start)%30+1
}

// islamic sets the fields of the tabular calendar: 11 of 30 years are leap years.
func (d *date) islamic(n, epoch int) {
	days := n - epoch
	year := floorDiv(30*days+10646, 10631)
	inYear := days - (354*(year-1) + floorDiv(3+11*year, 30))
	d.month = min(12, (inYear*2)/59+1)
	d.day = inYear - (59*(d.month-1)+1)/2 + 1
	if d.day < 1 {
		d.month--
		d.day = inYear - (59*(d.month-1)+1)/2 + 1
	}
	d.era, d.year = 0, year
	if year <= 0 {
		d.era, d.year = 1, 1-year
	}
}

// persian sets the fields of the calendar with a leap year in 8 of 33 years.
func (d *date) persian(n int) {
	days := n - persianEpoch
	d.year = floorDiv(33*days+3+(33*365), 12053)
	start := 365*(d.year-1) + floorDiv(8*d.year+21, 33)
	if days < start {
		d.year--
		start = 365*(d.year-1) + floorDiv(8*d.year+21, 33)
	}
	inYear := days - start
	if inYear < 216 {
		d.month, d.day = inYear/31+1, inYear%31+1
		return
	}
	d.month, d.day = (inYear-6)/30+1, (inYear-6)%30+1
}

// indian sets the fields of the calendar whose year begins on 22 March, or 21 March of leap years.
func (d *date) indian() {
	gregorian := d.Time.Year()
	d.era, d.year = 0, gregorian-78
	inYear := d.Time.YearDay() - 1
	leap := isLeap(gregorian)
	if inYear < 80 {
		d.year--
		leap = isLeap(gregorian - 1)
		first := 30
		if leap {
			first = 31
		}
		inYear += first + 31*5 + 30*3 + 10
	} else {
		inYear -= 80
	}
	first := 30
	if leap {
		first = 31
	}
	switch {
	case inYear < first:
		d.month, d.day = 1, inYear+1
	case inYear < first+155:
		d.month, d.day = (inYear-first)/31+2, (inYear-first)%31+1
	default:
		d.month, d.day = (inYear-first-155)/30+7, (inYear-first-155)%30+1
	}
}

func isLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }
