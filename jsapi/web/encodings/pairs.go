package encodings

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// nothing is the text of bytes that are valid and no character: an escape sequence.
const nothing = "\x00nothing"

// charactersOf returns what reads an encoding of several bytes for a character.
func charactersOf(name string) characters {
	tables := &table{decoder: legacy(name).NewDecoder()}
	switch name {
	case "gbk", "gb18030":
		return &gb18030{tables}
	case "shift_jis":
		return &shiftJIS{tables}
	case "euc-jp":
		return &eucJP{tables}
	case "iso-2022-jp":
		return &iso2022JP{table: &table{decoder: encoding.Encoding(japanese.EUCJP).NewDecoder()}}
	}
	return &twoBytes{tables, name == "euc-kr"}
}

// table looks up sequences of bytes, each of which is a character.
type table struct {
	decoder transform.Transformer
	buffer  [16]byte
}

// lookup returns the text of a sequence; empty if it has none.
func (t *table) lookup(sequence []byte) string {
	t.decoder.Reset()
	written, read, err := t.decoder.Transform(t.buffer[:], sequence, true)
	if err != nil || read != len(sequence) || bytes.Contains(t.buffer[:written], []byte(replacement)) {
		return ""
	}
	return string(t.buffer[:written])
}

// asciiText returns the ASCII characters at the beginning.
func asciiText(data []byte) string {
	n := 0
	for n < len(data) && data[n] < 0x80 {
		n++
	}
	return string(data[:n])
}

// pair takes two bytes that have no text if that is empty. A second byte that is ASCII is read again.
func pair(text string, second byte) (string, int) {
	if text == "" && second < 0x80 {
		return "", 1
	}
	return text, 2
}

// within reports whether a byte is between two others.
func within(b, first, last byte) bool { return b >= first && b <= last }

// twoBytes is Big5 and EUC-KR.
type twoBytes struct {
	*table
	korean bool
}

func (t *twoBytes) next(data []byte, end bool) (string, int) {
	if text := asciiText(data); text != "" {
		return text, len(text)
	}
	if !within(data[0], 0x81, 0xFE) {
		return "", 1
	}
	if len(data) < 2 {
		return "", incomplete(1, end)
	}
	second := data[1]
	valid := within(second, 0x40, 0x7E) || within(second, 0xA1, 0xFE)
	if t.korean {
		valid = within(second, 0x41, 0xFE)
	}
	if !valid {
		return pair("", second)
	}
	return pair(t.lookup(data[:2]), second)
}

// incomplete returns the size of a character that is cut off: 0 unless nothing follows.
func incomplete(size int, end bool) int {
	if end {
		return size
	}
	return 0
}
