package encodings

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// characters takes the next character from data. The size is 0 if it is not complete; at the end it never is 0. What is not
// valid is returned as no text.
type characters interface {
	next(data []byte, end bool) (text string, size int)
}

const replacement = "\ufffd"

// legacy decodes an encoding that is not one of Unicode.
func (d *Decoder) legacy(data []byte, more bool) (string, bool) {
	if tables, ok := legacy(d.encoding).(*charmap.Charmap); ok {
		return singleBytes(data, tables, d.encoding)
	}
	if d.tables == nil {
		d.tables = charactersOf(d.encoding)
	}
	var out strings.Builder
	out.Grow(len(data))
	valid := true
	for len(data) > 0 {
		text, size := d.tables.next(data, !more)
		if size == 0 {
			break
		}
		if text == "" {
			text, valid = replacement, false
		}
		if text != nothing {
			out.WriteString(text)
		}
		data = data[size:]
	}
	if more {
		d.rest = bytes.Clone(data)
	} else {
		d.tables = nil
	}
	return out.String(), valid
}

// singleBytes decodes an encoding in which each byte is a character.
func singleBytes(data []byte, tables *charmap.Charmap, name string) (string, bool) {
	var out strings.Builder
	out.Grow(len(data))
	valid := true
	for _, b := range data {
		char := tables.DecodeByte(b)
		if char == '\ufffd' {
			if char = standardByte(name, b); char == '\ufffd' {
				valid = false
			}
		}
		out.WriteRune(char)
	}
	return out.String(), valid
}

// standardByte returns the character of a byte that the tables leave out and the standard has: a control character.
func standardByte(name string, b byte) rune {
	if b >= 0x80 && b < 0xA0 && (strings.HasPrefix(name, "iso-8859-") || strings.HasPrefix(name, "windows-")) {
		return rune(b)
	}
	return '\ufffd'
}
