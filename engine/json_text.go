package engine

import (
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// appendISO writes a time as Date.prototype.toISOString does.
func appendISO(dst []byte, t time.Time) []byte {
	if year := t.Year(); year < 0 || year > 9999 {
		sign := byte('+')
		if year < 0 {
			sign, year = '-', -year
		}
		dst = append(dst, sign)
		dst = fmt.Appendf(dst, "%06d", year)
		return t.AppendFormat(dst, "-01-02T15:04:05.000Z")
	}
	return t.AppendFormat(dst, "2006-01-02T15:04:05.000Z")
}

// AppendNumber writes a number as JavaScript prints it; NaN and Infinity are null.
func AppendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	if f == 0 {
		return append(dst, '0') // also −0
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes e-07, JavaScript e-7.
	if n := len(dst); n >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

const hex = "0123456789abcdef"

// AppendString writes a JSON string. U+2028 and U+2029 are escaped, so that the text
// is a JavaScript literal too; what is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = appendInner(dst, s)
	return append(dst, '"')
}

// appendInner writes what stands between the quotes.
func appendInner(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				dst = append(dst, s[start:i]...)
				dst = append(dst, "\uFFFD"...)
				start = i + 1
			case r == '\u2028' || r == '\u2029':
				dst = append(dst, s[start:i]...)
				dst = append(dst, `\u202`...)
				dst = append(dst, hex[r&0xF])
				start = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i++
		start = i
	}
	return append(dst, s[start:]...)
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}

// appendUnits writes a string that may hold half characters: a lone surrogate becomes
// its escape, as JSON.stringify writes it.
func appendUnits(dst []byte, s goja.String) []byte {
	dst = append(dst, '"')
	start, n := 0, s.Length()
	for i := 0; i < n; i++ {
		unit := rune(s.CharAt(i))
		if !utf16.IsSurrogate(unit) {
			continue
		}
		if i+1 < n && utf16.DecodeRune(unit, rune(s.CharAt(i+1))) != utf8.RuneError {
			i++
			continue
		}
		dst = appendInner(dst, s.Substring(start, i).String())
		dst = append(dst, '\\', 'u', hex[unit>>12], hex[unit>>8&0xF], hex[unit>>4&0xF], hex[unit&0xF])
		start = i + 1
	}
	dst = appendInner(dst, s.Substring(start, n).String())
	return append(dst, '"')
}
