package encodings

import "unicode/utf8"

// halfwidth returns the katakana of a byte from 0xA1 to 0xDF.
func halfwidth(b byte) string { return string(rune(0xFF61-0xA1) + rune(b)) }

type shiftJIS struct{ *table }

func (t *shiftJIS) next(data []byte, end bool) (string, int) {
	if text := asciiText(data); text != "" {
		return text, len(text)
	}
	first := data[0]
	switch {
	case first == 0x80:
		return "\u0080", 1
	case within(first, 0xA1, 0xDF):
		return halfwidth(first), 1
	case !within(first, 0x81, 0x9F) && !within(first, 0xE0, 0xFC):
		return "", 1
	case len(data) < 2:
		return "", incomplete(1, end)
	}
	second := data[1]
	if !within(second, 0x40, 0x7E) && !within(second, 0x80, 0xFC) {
		return pair("", second)
	}
	if private := privateUse(first, second); private != "" {
		return private, 2
	}
	return pair(t.lookup(data[:2]), second)
}

// privateUse returns the character of a pair in the rows that users may define.
func privateUse(first, second byte) string {
	if !within(first, 0xF0, 0xF9) {
		return ""
	}
	offset := rune(0x40)
	if second > 0x7E {
		offset = 0x41
	}
	return string(0xE000 + rune(first-0xF0)*188 + rune(second) - offset)
}

type eucJP struct{ *table }

func (t *eucJP) next(data []byte, end bool) (string, int) {
	if text := asciiText(data); text != "" {
		return text, len(text)
	}
	first := data[0]
	switch {
	case first != 0x8E && first != 0x8F && !within(first, 0xA1, 0xFE):
		return "", 1
	case len(data) < 2:
		return "", incomplete(1, end)
	case first == 0x8E && within(data[1], 0xA1, 0xDF):
		return halfwidth(data[1]), 2
	case first == 0x8F && within(data[1], 0xA1, 0xFE):
		return t.three(data, end)
	case first < 0xA1 || !within(data[1], 0xA1, 0xFE):
		return pair("", data[1])
	}
	return pair(t.lookup(data[:2]), data[1])
}

// three takes a character of JIS X 0212.
func (t *eucJP) three(data []byte, end bool) (string, int) {
	if len(data) < 3 {
		return "", incomplete(2, end)
	}
	text := ""
	if within(data[2], 0xA1, 0xFE) {
		text = t.lookup(data[:3])
	}
	if text == "" && data[2] < 0x80 {
		return "", 2
	}
	return text, 3
}

// The states of ISO-2022-JP, by the byte that ends their escape sequences.
const (
	inASCII    = 'B'
	inRoman    = 'J'
	inKatakana = 'I'
	inKanji    = '@'
)

type iso2022JP struct {
	*table        // of EUC-JP, in which the same pairs have their highest bits set
	state    byte // 0 for ASCII, too
	switched bool // by the sequence before, so that another one is an error
}

func (t *iso2022JP) next(data []byte, end bool) (string, int) {
	b := data[0]
	if b == 0x1B {
		return t.escape(data, end)
	}
	text := ""
	switch t.state {
	case inKatakana:
		if within(b, 0x21, 0x5F) {
			text = halfwidth(b + 0x80)
		}
	case inKanji:
		return t.kanji(data, end)
	default:
		text = t.single(b)
	}
	t.switched = false
	return text, 1
}

func (t *iso2022JP) single(b byte) string {
	switch {
	case b >= utf8.RuneSelf || b == 0x0E || b == 0x0F:
		return ""
	case t.state == inRoman && b == '\\':
		return "¥"
	case t.state == inRoman && b == '~':
		return "‾"
	}
	return string(rune(b))
}

// kanji takes a pair. An escape sequence in the place of the second byte makes the first one invalid, and takes effect.
func (t *iso2022JP) kanji(data []byte, end bool) (string, int) {
	t.switched = false
	switch {
	case !within(data[0], 0x21, 0x7E):
		return "", 1
	case len(data) < 2:
		return "", incomplete(1, end)
	case data[1] == 0x1B:
		return "", 1
	case !within(data[1], 0x21, 0x7E):
		return "", 2
	}
	return t.lookup([]byte{data[0] | 0x80, data[1] | 0x80}), 2
}

// escape takes an escape sequence. After another one it takes effect, and is an error.
func (t *iso2022JP) escape(data []byte, end bool) (string, int) {
	if len(data) < 3 && !end && mayEscape(data) {
		return "", 0
	}
	state := escaped(data)
	if state == 0 {
		t.switched = false
		return "", 1
	}
	again := t.switched
	t.state, t.switched = state, true
	if again {
		return "", 3
	}
	return nothing, 3
}

// mayEscape reports whether the beginning of an escape sequence is one.
func mayEscape(data []byte) bool { return len(data) == 1 || data[1] == '(' || data[1] == '$' }

// escaped returns the state that an escape sequence leads to, or 0.
func escaped(data []byte) byte {
	if len(data) < 3 {
		return 0
	}
	switch string(data[1:3]) {
	case "(B":
		return inASCII
	case "(J":
		return inRoman
	case "(I":
		return inKatakana
	case "$@", "$B":
		return inKanji
	}
	return 0
}
