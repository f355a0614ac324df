package dates

// field is a kind of field of patterns. The order matters: those before dayPeriod are of dates, the others of times.
type field int

const (
	era field = iota
	year
	quarter
	month
	weekOfYear
	weekOfMonth
	weekday
	dayOfYear
	dayOfWeekInMonth
	day
	dayPeriod
	hour
	minute
	second
	fraction
	zoneName
	fieldCount
)

const (
	dateMask       = 1<<dayPeriod - 1
	timeMask       = 1<<fieldCount - 1 - dateMask
	secondMask     = 1 << second
	fractionMask   = 1 << fraction
	secondFraction = secondMask | fractionMask
)

// The types of fields: numeric ones are positive, and texts negative, so that a distance between them is large.
const (
	narrow  = -0x101
	shorter = -0x102
	short   = -0x103
	long    = -0x104
	numeric = 0x100
	delta   = 0x10
)

// kind is a letter of patterns from a number of repetitions on.
type kind struct {
	letter byte
	field  field
	typ    int
	least  int
}

var kinds = []kind{
	{'G', era, short, 1},
	{'G', era, long, 4},
	{'G', era, narrow, 5},
	{'y', year, numeric, 1},
	{'Y', year, numeric + delta, 1},
	{'u', year, numeric + 2*delta, 1},
	{'r', year, numeric + 3*delta, 1},
	{'U', year, short, 1},
	{'U', year, long, 4},
	{'U', year, narrow, 5},
	{'Q', quarter, numeric, 1},
	{'Q', quarter, short, 3},
	{'Q', quarter, long, 4},
	{'M', month, numeric, 1},
	{'M', month, short, 3},
	{'M', month, long, 4},
	{'M', month, narrow, 5},
	{'L', month, numeric + delta, 1},
	{'L', month, short - delta, 3},
	{'L', month, long - delta, 4},
	{'L', month, narrow - delta, 5},
	{'w', weekOfYear, numeric, 1},
	{'W', weekOfMonth, numeric, 1},
	{'E', weekday, short, 1},
	{'E', weekday, long, 4},
	{'E', weekday, narrow, 5},
	{'E', weekday, shorter, 6},
	{'c', weekday, numeric + 2*delta, 1},
	{'c', weekday, short - 2*delta, 3},
	{'c', weekday, long - 2*delta, 4},
	{'c', weekday, narrow - 2*delta, 5},
	{'c', weekday, shorter - 2*delta, 6},
	{'e', weekday, numeric + delta, 1},
	{'e', weekday, short - delta, 3},
	{'e', weekday, long - delta, 4},
	{'e', weekday, narrow - delta, 5},
	{'e', weekday, shorter - delta, 6},
	{'d', day, numeric, 1},
	{'D', dayOfYear, numeric, 1},
	{'F', dayOfWeekInMonth, numeric, 1},
	{'a', dayPeriod, short, 1},
	{'a', dayPeriod, long, 4},
	{'a', dayPeriod, narrow, 5},
	{'b', dayPeriod, short - delta, 1},
	{'b', dayPeriod, long - delta, 4},
	{'b', dayPeriod, narrow - delta, 5},
	{'B', dayPeriod, short - 3*delta, 1},
	{'B', dayPeriod, long - 3*delta, 4},
	{'B', dayPeriod, narrow - 3*delta, 5},
	{'H', hour, numeric + 10*delta, 1},
	{'k', hour, numeric + 11*delta, 1},
	{'h', hour, numeric, 1},
	{'K', hour, numeric + delta, 1},
	{'m', minute, numeric, 1},
	{'s', second, numeric, 1},
	{'S', fraction, numeric, 1},
	{'v', zoneName, short - 2*delta, 1},
	{'v', zoneName, long - 2*delta, 4},
	{'z', zoneName, short, 1},
	{'z', zoneName, long, 4},
	{'O', zoneName, short - delta, 1},
	{'O', zoneName, long - delta, 4},
	{'V', zoneName, short - delta, 1},
}

// kindOf returns the kind of a letter that is repeated.
func kindOf(letter byte, length int) (kind, bool) {
	best := -1
	for i := range kinds {
		if kinds[i].letter == letter && (best < 0 || kinds[i].least <= length) {
			best = i
		}
	}
	if best < 0 {
		return kind{}, false
	}
	return kinds[best], true
}

// appendNames are the names under which CLDR has the patterns that append a field, and its name.
var appendNames = [fieldCount][2]string{
	era: {"Era", "era"}, year: {"Year", "year"}, quarter: {"Quarter", ""}, month: {"Month", "month"}, weekOfYear: {"Week", "week"},
	weekday: {"Day-Of-Week", "weekday"}, day: {"Day", "day"}, hour: {"Hour", "hour"}, minute: {"Minute", "minute"},
	second: {"Second", "second"}, dayPeriod: {"", "dayperiod"}, zoneName: {"Timezone", "zone"},
}
