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

// appendDigits writes a number with leading zeros.
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

// AppendString writes a JSON string. U+2028 and U+2029 are escaped, so that the text
// is a JavaScript literal too; what is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if isPlain(s) {
		dst = append(dst, s...)
	} else {
		dst = appendInner(dst, s)
	}
	return append(dst, '"')
}

// isPlain tells texts of ASCII without anything to escape, which most are.
func isPlain(s string) bool {
	for i := range len(s) {
		if !plain[s[i]] {
			return false
		}
	}
	return true
}

// plain are the bytes that stand for themselves in a JSON string.
var plain = func() [256]bool {
	var table [256]bool
	for c := ' '; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// appendInner writes what stands between the quotes.
func appendInner(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		if plain[s[i]] {
			i++
			continue
		}
		size, escape := escaped(s[i:])
		if escape != "" {
			dst = append(append(dst, s[start:i]...), escape...)
			start = i + size
		}
		i += size
	}
	return append(dst, s[start:]...)
}

// escaped gives the first character's size and what is written for it; nothing when it
// stands for itself.
func escaped(s string) (size int, escape string) {
	if s[0] < utf8.RuneSelf {
		return 1, asciiEscapes[s[0]]
	}
	switch r, size := utf8.DecodeRuneInString(s); {
	case r == utf8.RuneError && size == 1:
		return size, "\uFFFD"
	case r == '\u2028':
		return size, `\u2028`
	case r == '\u2029':
		return size, `\u2029`
	default:
		return size, ""
	}
}

var asciiEscapes = func() (table [utf8.RuneSelf]string) {
	for c := range ' ' {
		table[c] = fmt.Sprintf(`\u%04x`, c)
	}
	for c, escape := range map[byte]string{
		'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`,
	} {
		table[c] = escape
	}
	return table
}()

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
		dst = fmt.Appendf(dst, `\u%04x`, unit)
		start = i + 1
	}
	dst = appendInner(dst, s.Substring(start, n).String())
	return append(dst, '"')
}
