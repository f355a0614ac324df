package schema

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape resolves the escapes of a JSON string that the scanner has accepted. Two \u escapes that form a
// surrogate pair are one character; a lone surrogate, which UTF-8 cannot encode, becomes U+FFFD.
func unescape(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	for {
		plain := strings.IndexByte(raw, '\\')
		if plain < 0 {
			b.WriteString(raw)
			return b.String()
		}
		b.WriteString(raw[:plain])
		r, rest := unescapeOne(raw[plain+1:])
		b.WriteRune(r)
		raw = rest
	}
}

// unescapeOne resolves the escape after a backslash and returns the rest of the text.
func unescapeOne(s string) (rune, string) {
	switch s[0] {
	case 'b':
		return '\b', s[1:]
	case 'f':
		return '\f', s[1:]
	case 'n':
		return '\n', s[1:]
	case 'r':
		return '\r', s[1:]
	case 't':
		return '\t', s[1:]
	case 'u':
		return unescapeUnit(s[1:])
	default:
		return rune(s[0]), s[1:]
	}
}

// unescapeUnit resolves four hexadecimal digits, and the second half of a surrogate pair if there is one.
func unescapeUnit(s string) (rune, string) {
	first, rest := hexUnit(s), s[4:]
	if !utf16.IsSurrogate(first) {
		return first, rest
	}
	if strings.HasPrefix(rest, `\u`) {
		if r := utf16.DecodeRune(first, hexUnit(rest[2:])); r != utf8.RuneError {
			return r, rest[6:]
		}
	}
	return utf8.RuneError, rest
}

func hexUnit(s string) rune {
	var r rune
	for i := range 4 {
		r = r<<4 | rune(hexDigit(s[i]))
	}
	return r
}

func hexDigit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	default:
		return -1
	}
}
