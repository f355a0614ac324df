package data

import "time"

// parseTimestamp parses the timestamps that databases write: a date, then optionally T or a space
// and a time of HH:MM[:SS[.fraction]], then optionally Z or an offset. Without an offset it is
// UTC. time.Parse is not used because trying one layout after the other would take most of the
// time of reading a row.
func parseTimestamp(v []byte) (t time.Time, dateOnly, ok bool) {
	year, month, day, ok := parseDate(v)
	if !ok {
		return t, false, false
	}
	if len(v) == 10 {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC), true, true
	}
	if v[10] != ' ' && v[10] != 'T' {
		return t, false, false
	}
	clock, rest, ok := parseClock(v[11:])
	if !ok {
		return t, false, false
	}
	offset, ok := parseOffset(rest)
	if !ok {
		return t, false, false
	}
	midnight := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return midnight.Add(clock - offset), false, true
}

func parseDate(v []byte) (year int, month time.Month, day int, ok bool) {
	if len(v) < 10 || v[4] != '-' || v[7] != '-' {
		return 0, 0, 0, false
	}
	y1, ok1 := twoDigits(v[0:])
	y2, ok2 := twoDigits(v[2:])
	m, ok3 := twoDigits(v[5:])
	d, ok4 := twoDigits(v[8:])
	if !ok1 || !ok2 || !ok3 || !ok4 || m < 1 || m > 12 || d < 1 {
		return 0, 0, 0, false
	}
	year, month = y1*100+y2, time.Month(m)
	if d > time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return 0, 0, 0, false
	}
	return year, month, d, true
}

// parseClock parses HH:MM, with optional seconds and fraction, and returns the rest of the text.
func parseClock(v []byte) (clock time.Duration, rest []byte, ok bool) {
	h, m, rest, ok := parseHoursMinutes(v)
	if !ok || h > 23 {
		return 0, nil, false
	}
	clock = time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if len(rest) == 0 || rest[0] != ':' {
		return clock, rest, true
	}
	s, ok := twoDigits(rest[1:])
	if !ok || s > 60 {
		return 0, nil, false
	}
	clock += time.Duration(s) * time.Second
	rest = rest[3:]
	if len(rest) < 2 || rest[0] != '.' {
		return clock, rest, true
	}
	unit, i := 100*time.Millisecond, 1
	for ; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		clock += unit * time.Duration(rest[i]-'0')
		unit /= 10
	}
	return clock, rest[i:], i > 1
}

// parseOffset parses "", "Z", "+02", "+0230" or "+02:30".
func parseOffset(v []byte) (time.Duration, bool) {
	if len(v) == 0 || len(v) == 1 && v[0] == 'Z' {
		return 0, true
	}
	if v[0] != '+' && v[0] != '-' {
		return 0, false
	}
	h, m, rest, ok := parseHoursMinutes(v[1:])
	if !ok {
		h, ok = twoDigits(v[1:])
		ok = ok && len(v) == 3
	}
	if !ok || len(rest) > 0 || h > 15 {
		return 0, false
	}
	offset := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if v[0] == '-' {
		offset = -offset
	}
	return offset, true
}

func parseHoursMinutes(v []byte) (h, m int, rest []byte, ok bool) {
	h, ok = twoDigits(v)
	if !ok {
		return 0, 0, nil, false
	}
	rest = v[2:]
	if len(rest) > 0 && rest[0] == ':' {
		rest = rest[1:]
	}
	m, ok = twoDigits(rest)
	if !ok || m > 59 {
		return 0, 0, nil, false
	}
	return h, m, rest[2:], true
}

func twoDigits(v []byte) (int, bool) {
	if len(v) < 2 || v[0] < '0' || v[0] > '9' || v[1] < '0' || v[1] > '9' {
		return 0, false
	}
	return int(v[0]-'0')*10 + int(v[1]-'0'), true
}
