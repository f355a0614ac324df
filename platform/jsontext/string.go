package jsontext

import (
	"fmt"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/view"
)

// AppendString appends a JSON string. U+2028 and U+2029 are escaped, so that the text is also a
// JavaScript literal; a byte that is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if IsPlain(s) {
		dst = append(dst, s...)
	} else {
		dst = AppendInner(dst, s)
	}
	return append(dst, '"')
}

// AppendBytes is like AppendString, for bytes, which it does not retain.
func AppendBytes(dst, s []byte) []byte {
	return AppendString(dst, view.Text(s))
}

// IsPlain reports whether s is ASCII and contains nothing to escape, as most texts do.
func IsPlain(s string) bool {
	for i := range len(s) {
		if !plain[s[i]] {
			return false
		}
	}
	return true
}

// plain marks the bytes that are written unchanged in a JSON string.
var plain = func() [256]bool {
	var table [256]bool
	for c := ' '; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// AppendInner appends the text between the quotes of a JSON string.
func AppendInner(dst []byte, s string) []byte {
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

// escaped returns the size of the first character and the text to write for it, or "" if the
// character is written unchanged.
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
