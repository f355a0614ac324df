package web

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder converts bytes to text in pieces.
type decoder struct {
	encoding string
	fatal    bool
	keepBOM  bool

	begun bool   // a byte order mark can only be at the beginning
	rest  []byte // bytes of an incomplete character
}

// decode decodes data. more means that the next call may continue the last character. It returns false if fatal is
// set and the data is invalid.
func (d *decoder) decode(data []byte, more bool) (string, bool) {
	if len(d.rest) > 0 {
		data = append(d.rest, data...)
		d.rest = nil
	}
	var text string
	valid := true
	switch d.encoding {
	case "utf-8":
		text, valid = d.utf8(data, more)
	case "utf-16le":
		text, valid = d.utf16(data, more, 0)
	case "utf-16be":
		text, valid = d.utf16(data, more, 1)
	default:
		text = windows1252(data)
	}
	text = d.withoutBOM(text, more)
	if !valid && d.fatal {
		d.rest, d.begun = nil, false
		return "", false
	}
	return text, true
}

func (d *decoder) withoutBOM(text string, more bool) string {
	if !d.begun && !d.keepBOM && d.encoding != "windows-1252" {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	d.begun = more && (d.begun || len(text) > 0 || len(d.rest) == 0)
	return text
}

func (d *decoder) utf8(data []byte, more bool) (string, bool) {
	if more {
		data = d.keep(data, incompleteUTF8(data))
	}
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

// keep saves the last n bytes for the next call.
func (d *decoder) keep(data []byte, n int) []byte {
	if n > 0 {
		d.rest = bytes.Clone(data[len(data)-n:])
	}
	return data[:len(data)-n]
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

// utf16 decodes pairs of bytes. bigEndian is the index of the less significant byte: 1 for big endian, otherwise 0.
func (d *decoder) utf16(data []byte, more bool, bigEndian int) (string, bool) {
	odd := len(data) % 2
	units := make([]uint16, 0, len(data)/2+1)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i+bigEndian])|uint16(data[i+1-bigEndian])<<8)
	}
	open := 0 // number of bytes of an incomplete character
	if n := len(units); n > 0 && units[n-1] >= 0xD800 && units[n-1] < 0xDC00 {
		open = 2
	}
	valid := wellPaired(units)
	if more {
		if open > 0 {
			units = units[:len(units)-1]
			valid = wellPaired(units)
		}
		d.keep(data, open+odd)
		return string(utf16.Decode(units)), valid
	}
	if odd > 0 {
		units = append(units, 0xFFFD)
	}
	return string(utf16.Decode(units)), valid && odd == 0
}

func wellPaired(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		switch unit := units[i]; {
		case unit >= 0xD800 && unit < 0xDC00 && i+1 < len(units) && units[i+1] >= 0xDC00 && units[i+1] < 0xE000:
			i++
		case unit >= 0xD800 && unit < 0xE000:
			return false
		}
	}
	return true
}

// windows1252High are the characters 0x80 to 0x9F. The others are the same as in Latin-1.
var windows1252High = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

func windows1252(data []byte) string {
	var out strings.Builder
	out.Grow(len(data))
	for _, b := range data {
		if b >= 0x80 && b < 0xA0 {
			out.WriteRune(windows1252High[b-0x80])
		} else {
			out.WriteRune(rune(b))
		}
	}
	return out.String()
}
