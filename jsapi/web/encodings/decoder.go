package encodings

import (
	"bytes"
	"strings"
)

// Decoder converts bytes to text in pieces.
type Decoder struct {
	encoding string
	fatal    bool
	keepBOM  bool

	begun  bool   // a byte order mark can only be at the beginning
	rest   []byte // bytes of an incomplete character
	tables characters
}

// New returns a decoder for an encoding, by its name. If fatal is set, invalid data is an error; with keepBOM, a byte order mark
// becomes a character.
func New(name string, fatal, keepBOM bool) *Decoder {
	return &Decoder{encoding: name, fatal: fatal, keepBOM: keepBOM}
}

// Decode decodes data. more means that the next call may continue the last character. It returns false if fatal is
// set and the data is invalid.
func (d *Decoder) Decode(data []byte, more bool) (string, bool) {
	if len(d.rest) > 0 {
		data = append(d.rest, data...)
		d.rest = nil
	}
	var text string
	var valid bool
	switch d.encoding {
	case "utf-8":
		text, valid = d.utf8(data, more)
	case "utf-16le":
		text, valid = d.utf16(data, more, 0)
	case "utf-16be":
		text, valid = d.utf16(data, more, 1)
	default:
		text, valid = d.legacy(data, more)
	}
	text = d.withoutBOM(text, more, len(data) > len(d.rest))
	if !valid && d.fatal {
		d.rest, d.begun, d.tables = nil, false, nil
		return "", false
	}
	return text, true
}

// withoutBOM removes the byte order mark from the text of the first bytes that were read.
func (d *Decoder) withoutBOM(text string, more, read bool) string {
	if !d.begun && !d.keepBOM && strings.HasPrefix(d.encoding, "utf-") {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	d.begun = more && (d.begun || read)
	return text
}

// keep saves the last n bytes for the next call.
func (d *Decoder) keep(data []byte, n int) []byte {
	if n > 0 {
		d.rest = bytes.Clone(data[len(data)-n:])
	}
	return data[:len(data)-n]
}
