package jsontext

import "time"

// AppendTime appends t, which must be in UTC, as Date.prototype.toISOString does, without quotes.
func AppendTime(dst []byte, t time.Time) []byte {
	year, month, day := t.Date()
	switch {
	case year < 0:
		dst = appendDigits(append(dst, '-'), -year, 6)
	case year > 9999:
		dst = appendDigits(append(dst, '+'), year, 6)
	default:
		dst = appendDigits(dst, year, 4)
	}
	hour, minute, second := t.Clock()
	for _, part := range [...]struct {
		sign  byte
		value int
	}{{'-', int(month)}, {'-', day}, {'T', hour}, {':', minute}, {':', second}} {
		dst = appendDigits(append(dst, part.sign), part.value, 2)
	}
	dst = appendDigits(append(dst, '.'), t.Nanosecond()/1e6, 3)
	return append(dst, 'Z')
}

// appendDigits appends a number with leading zeros.
func appendDigits(dst []byte, n, width int) []byte {
	for range width {
		dst = append(dst, '0')
	}
	for i := len(dst) - 1; n > 0; i-- {
		dst[i] = byte('0' + n%10)
		n /= 10
	}
	return dst
}
