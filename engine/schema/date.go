package schema

import "time"

// parseDate parses an ISO 8601 date (2026-01-31) or a date-time in the profile of RFC 3339
// (2026-01-31T12:00:00.5+02:00), except that seconds and zone may be left out. A text without a zone is taken
// as UTC, so that an application behaves the same wherever it runs; a zone requires a time. The result is in
// UTC.
func parseDate(s string) (time.Time, bool) {
	in := digitReader{text: s, ok: true}
	year := in.number(4)
	in.byte("-")
	month := in.number(2)
	in.byte("-")
	day := in.number(2)
	if !in.ok || month < 1 || month > 12 || day < 1 || day > daysIn(year, time.Month(month)) {
		return time.Time{}, false
	}
	if in.text == "" {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), true
	}
	in.byte("Tt ")
	clock, ok := in.clock()
	if !ok {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Add(clock), true
}

// clock reads a time of day and its zone and returns the duration since midnight UTC.
func (r *digitReader) clock() (time.Duration, bool) {
	hour := r.number(2)
	r.byte(":")
	minute := r.number(2)
	second, fraction := 0, time.Duration(0)
	if r.next(":") {
		second = r.number(2)
		if r.next(".") {
			fraction = r.fraction()
		}
	}
	offset := r.zone()
	if !r.ok || r.text != "" || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	seconds := (hour*60+minute)*60 + second
	return time.Duration(seconds)*time.Second + fraction - offset, true
}

// zone reads an optional zone: Z, or an offset such as +02:00.
func (r *digitReader) zone() time.Duration {
	if r.text == "" || r.next("Zz") {
		return 0
	}
	sign := time.Duration(1)
	if !r.next("+") {
		r.byte("-")
		sign = -1
	}
	hours := r.number(2)
	r.byte(":")
	minutes := r.number(2)
	if hours > 23 || minutes > 59 {
		r.ok = false
	}
	return sign * (time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute)
}

func daysIn(year int, month time.Month) int {
	return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// digitReader reads a text of fixed layout; ok becomes false at the first character that does not fit.
type digitReader struct {
	text string
	ok   bool
}

// number reads exactly the given number of digits.
func (r *digitReader) number(digits int) int {
	if len(r.text) < digits {
		r.ok = false
		return 0
	}
	n := 0
	for i := range digits {
		if !isDigit(r.text[i]) {
			r.ok = false
			return 0
		}
		n = n*10 + int(r.text[i]-'0')
	}
	r.text = r.text[digits:]
	return n
}

// fraction reads one to nine digits after a point.
func (r *digitReader) fraction() time.Duration {
	unit, total, read := time.Second, time.Duration(0), 0
	for ; read < len(r.text) && isDigit(r.text[read]); read++ {
		unit /= 10
		total += unit * time.Duration(r.text[read]-'0')
	}
	r.text = r.text[read:]
	r.ok = r.ok && read >= 1 && read <= 9
	return total
}

// next reads one byte if it is one of those given.
func (r *digitReader) next(oneOf string) bool {
	if r.text == "" {
		return false
	}
	for i := range len(oneOf) {
		if r.text[0] == oneOf[i] {
			r.text = r.text[1:]
			return true
		}
	}
	return false
}

// byte reads one byte that must be one of those given.
func (r *digitReader) byte(oneOf string) {
	if !r.next(oneOf) {
		r.ok = false
	}
}
