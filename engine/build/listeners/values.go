package listeners

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/platform/units"
)

// NameProblem says what is wrong with the name of a queue, continuing a sentence about it; it returns "" for a valid
// name.
func NameProblem(name string) string {
	isOther := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	}
	switch {
	case name == "":
		return "is empty"
	case len(name) > longestName:
		return fmt.Sprintf("has %d bytes", len(name))
	case strings.ContainsFunc(name, isOther):
		return "has other characters than letters, digits, '-', '_' and '.'"
	case strings.Contains(name, "..") || name[0] == '.' || name[len(name)-1] == '.':
		return "has a dot at its begin or end, or two in a row"
	}
	return ""
}

const (
	longestName = 100  // of queues, in bytes
	most        = 1000 // of what is counted in options
)

// value resolves the placeholders of an option.
func (r *reader) value(option string) any {
	value, _, ok := r.Option(r.d, option, option+" of "+r.what, r.spot)
	r.ok = r.ok && ok
	return value
}

// number returns the value of an option as a number.
func number(value any) (n float64, is bool) {
	switch v := value.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil
	}
	return 0, false
}

// count reads a whole number from 1 on; it returns 0 if the option is not given.
func (r *reader) count(option string) int {
	value := r.value(option)
	if value == nil {
		return 0
	}
	n, is := number(value)
	if !is || n < 1 || n > most || n != math.Trunc(n) {
		r.wrong("listener-option", r.spot, "", fmt.Sprintf("write %s: 2", option), "%s of %s must be a whole number from 1 to %d", option, r.what, most)
		return 0
	}
	return int(n)
}

// duration reads a time above zero; it returns 0 if the option is not given.
func (r *reader) duration(option string) time.Duration {
	value := r.value(option)
	if value == nil {
		return 0
	}
	read, is := declared.DurationOf(value)
	if !is || read < time.Millisecond {
		r.wrong("listener-option", r.spot, "", fmt.Sprintf(`write seconds as a number, or a string: %s: "500ms", "90s", "5m", "1h30m"`, option),
			"%s of %s must be a duration of at least 1ms", option, r.what)
		return 0
	}
	return read
}

// rate reads a number of messages a second, or a text such as "100/m"; it returns 0 if the option is not given.
func (r *reader) rate() float64 {
	value := r.value("rateLimit")
	if value == nil {
		return 0
	}
	text, isText := value.(string)
	count, per, isRatio := strings.Cut(text, "/")
	if !isText || !isRatio {
		count, per = fmt.Sprint(value), "s"
	}
	if per = strings.TrimSpace(per); per != "" && (per[0] < '0' || per[0] > '9') {
		per = "1" + per
	}
	limit, err := strconv.ParseFloat(strings.TrimSpace(count), 64)
	window, known := units.Duration(per)
	if err != nil || !known || window <= 0 || limit <= 0 || math.IsInf(limit, 0) || math.IsNaN(limit) {
		r.wrong("listener-option", r.spot, "a rate is a number of messages a second, or a number, a slash and a duration",
			`write rateLimit: 10, "10/s" or "100/m"`,
			"the rateLimit of %s is not a rate", r.what)
		return 0
	}
	return limit / window.Seconds()
}
