package encodings

import (
	"strings"
	"unicode/utf8"
)

func (d *Decoder) utf8(data []byte, more bool) (string, bool) {
	if more {
		data = d.keep(data, incompleteUTF8(data))
	}
	return UTF8(data)
}

// UTF8 decodes UTF-8, with a byte order mark if there is one, and reports whether it is valid. What is not valid is replaced
// as the standard has it.
func UTF8(data []byte) (text string, valid bool) {
	if utf8.Valid(data) {
		return string(data), true
	}
	var out strings.Builder
	for len(data) > 0 {
		char, size := utf8.DecodeRune(data)
		if char == utf8.RuneError && size == 1 {
			size = max(1, maximalPart(data))
		}
		out.WriteRune(char)
		data = data[size:]
	}
	return out.String(), false
}

// incompleteUTF8 returns the number of bytes at the end that begin an incomplete character.
func incompleteUTF8(data []byte) int {
	for n := 1; n <= min(3, len(data)); n++ {
		tail := data[len(data)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			return 0
		}
	}
	return 0
}

// maximalPart returns the length of the invalid sequence that one replacement character replaces: the longest prefix
// that could have become a character.
func maximalPart(data []byte) int {
	for n := min(3, len(data)); n > 1; n-- {
		if !utf8.FullRune(data[:n]) {
			return n
		}
	}
	return 1
}
