package jsontext

import (
	"fmt"
	"unicode/utf8"
	"unsafe"
)

// AppendString writes a JSON string. U+2028 and U+2029 are escaped, so that the text
// is a JavaScript literal too; a byte that is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if IsPlain(s) {
		dst = append(dst, s...)
	} else {
		dst = AppendInner(dst, s)
	}
	return append(dst, '"')
}

// AppendBytes is AppendString for bytes, which are not kept.
func AppendBytes(dst, s []byte) []byte {
	return AppendString(dst, unsafe.String(unsafe.SliceData(s), len(s)))
}

// IsPlain reports whether s is ASCII and has nothing to escape, as most texts are.
func IsPlain(s string) bool {
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

// AppendInner writes what is between the quotes of a JSON string.
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
