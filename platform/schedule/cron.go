package schedule

import (
	"strings"
	"time"

	"github.com/netresearch/go-cron"
)

// Cron is a cron expression in a time zone.
type Cron struct {
	Text string // as it was written
	Zone *time.Location

	wall   cron.Schedule // in UTC, which represents the local time
	hourly bool          // due in every hour of a day: elapsed time counts, not local time
}

// searchYears bounds the search for the next moment: February 29 on a Monday comes every 28 years, or 40.
const searchYears = 40

// ParseCron parses an expression of six fields, seconds first, or of five, or a word such as @daily. If zone is nil,
// it is that of the process. The error is a *[CronError].
func ParseCron(text string, zone *time.Location) (*Cron, error) {
	if zone == nil {
		zone = time.Local
	}
	words := wordsOf(text)
	if problem := misread(text, words); problem != nil {
		return nil, problem
	}
	parsed, err := newParser().Parse(spelt(words))
	if err != nil {
		return nil, &CronError{Length: len(text), Reason: "cannot be read", Takes: sixFields}
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return nil, unknownWord(text)
	}
	c := &Cron{Text: text, Zone: zone, wall: spec, hourly: spec.Hour&allHours == allHours}
	if c.from(yearOfLeap).IsZero() {
		return nil, &CronError{
			Length: len(text), Reason: "is never due: no day matches all of its fields",
			Takes: "check the day of the month and the month",
		}
	}
	return c, nil
}

const allHours = 1<<24 - 1

// yearOfLeap is the beginning of a year with a February 29.
const yearOfLeap int64 = 946684800 // 2000-01-01

func newParser() cron.Parser {
	return cron.MustNewParser(cron.SecondOptional | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor | cron.Extended).
		WithMaxSearchYears(searchYears)
}

// spelt returns an expression in the parser's notation: the last Friday is FRI#L there, and FRIL elsewhere.
func spelt(words []word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
		if len(words) >= minFields && i == len(words)-1 {
			texts[i] = speltWeekdays(w.text)
		}
	}
	return strings.Join(texts, " ")
}

func speltWeekdays(field string) string {
	parts := strings.Split(field, ",")
	for i, part := range parts {
		if day, last := strings.CutSuffix(strings.ToUpper(part), "L"); last && day != "" && !strings.Contains(day, "#") {
			parts[i] = day + "#L"
		}
	}
	return strings.Join(parts, ",")
}
