package schedule

import (
	"fmt"
	"strings"
)

// CronError describes what is wrong with a cron expression.
type CronError struct {
	Offset, Length int    // the wrong part, in bytes of the expression
	Field          string // "hours"; empty if it is the expression as a whole
	Reason         string // what is wrong with it, without quoting the expression
	Takes          string // the values that the field accepts, or else what to write instead
}

func (e *CronError) Error() string {
	what := "the cron expression"
	if e.Field != "" {
		what = "its field for " + e.Field
	}
	return what + " " + e.Reason
}

// word is one field of an expression.
type word struct {
	text   string
	offset int
}

func wordsOf(text string) []word {
	var words []word
	rest := 0
	for field := range strings.FieldsSeq(text) {
		offset := rest + strings.Index(text[rest:], field)
		words = append(words, word{field, offset})
		rest = offset + len(field)
	}
	return words
}

const (
	minFields = 5
	maxFields = 6
	maxLength = 500 // bytes; no real expression is longer
)

// field is one field of an expression, with the values it accepts.
type field struct{ name, takes string }

func fields() []field {
	return []field{
		{"seconds", "0-59"},
		{"minutes", "0-59"},
		{"hours", "0-23"},
		{"the day of the month", "1-31, L for the last day, L-2 for the second before it, LW for the last weekday, " +
			"15W for the weekday nearest to the 15th"},
		{"the month", "1-12 or JAN-DEC"},
		{"the day of the week", "0-7 (0 and 7 are Sunday) or SUN-SAT, FRI#2 for the second Friday of a month, FRIL for the last"},
	}
}

// descriptors lists the words that replace an expression.
const descriptors = "@yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly"

const sixFields = "write six fields: second minute hour day-of-month month day-of-week; or five, without the second"

// misread returns the error of the first wrong field of an expression, or nil if each field is
// right by itself.
func misread(text string, words []word) *CronError {
	whole := func(reason, takes string) *CronError {
		return &CronError{Length: len(text), Reason: reason, Takes: takes}
	}
	switch {
	case len(text) > maxLength:
		return whole(fmt.Sprintf("has more than %d characters", maxLength), sixFields)
	case len(words) == 0:
		return whole("is empty", sixFields)
	case strings.HasPrefix(words[0].text, "@"):
		if !isDescriptor(words) {
			return unknownWord(text)
		}
		return nil
	case strings.Contains(words[0].text, "="):
		return &CronError{words[0].offset, len(words[0].text), "", "begins with an assignment", "set the time zone with the option zone"}
	case len(words) < minFields || len(words) > maxFields:
		return whole(fmt.Sprintf("has %d fields", len(words)), sixFields)
	}
	known := fields()[maxFields-len(words):]
	for i, w := range words {
		if reason := fieldProblem(w.text, maxFields-len(words)+i); reason != "" {
			return &CronError{w.offset, len(w.text), known[i].name, reason, known[i].takes}
		}
	}
	return nil
}

func isDescriptor(words []word) bool {
	for known := range strings.SplitSeq(descriptors, ", ") {
		if len(words) == 1 && words[0].text == known {
			return true
		}
	}
	return false
}

func unknownWord(text string) *CronError {
	return &CronError{0, len(text), "", "is not a known word", "write one of " + descriptors + "; for a fixed time from start to start use fixedRate"}
}

// fieldProblem parses one field, with any value in the others, and returns the problem.
func fieldProblem(text string, index int) string {
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			return "has an empty item between commas"
		}
	}
	if strings.ContainsAny(text, "Hh") && index != 5 && index != 4 {
		return "is not a valid value"
	}
	words := make([]word, maxFields)
	for i := range words {
		words[i].text = "*"
	}
	words[index].text = text
	if _, err := newParser().Parse(spelt(words)); err != nil {
		return "is not a valid value"
	}
	return ""
}
