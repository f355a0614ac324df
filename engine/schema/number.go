package schema

import (
	"math"
	"strconv"
	"strings"
)

// maxSafe is the largest whole number that a script's number represents exactly.
const maxSafe = 1<<53 - 1

// parseInt parses a whole number: an optional sign and digits, leading zeros allowed. A number out of range
// is well formed but not ok.
func parseInt(s string) (n int64, wellFormed, ok bool) {
	digits := cutSign(s)
	if digits == "" {
		return 0, false, false
	}
	ok = true
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, false, false
		}
		if ok {
			n = n*10 + int64(digits[i]-'0')
			ok = n <= maxSafe
		}
	}
	if s[0] == '-' {
		n = -n
	}
	return n, true, ok
}

// parseFloat parses a decimal number as JSON writes it, but also accepts a plus sign, leading zeros and a
// point with digits on one side only. It does not accept hexadecimal digits, underscores, names for infinity,
// or numbers that are too large.
func parseFloat(s string) (float64, bool) {
	if !isDecimal(s) {
		return 0, false
	}
	return finite(s)
}

func isDecimal(s string) bool {
	rest, digits := cutDigits(cutSign(s))
	if strings.HasPrefix(rest, ".") {
		var behind int
		rest, behind = cutDigits(rest[1:])
		digits += behind
	}
	if digits == 0 {
		return false
	}
	if rest != "" && rest[0]|0x20 == 'e' {
		if rest, digits = cutDigits(cutSign(rest[1:])); digits == 0 {
			return false
		}
	}
	return rest == ""
}

func cutSign(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return s
}

func cutDigits(s string) (rest string, digits int) {
	for digits < len(s) && isDigit(s[digits]) {
		digits++
	}
	return s[digits:], digits
}

// finite parses a decimal number that is known to be well formed.
func finite(s string) (float64, bool) {
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && !math.IsInf(f, 0)
}
