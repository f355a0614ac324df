package encodings

// gb18030 is GBK, too.
type gb18030 struct{ *table }

func (t *gb18030) next(data []byte, end bool) (string, int) {
	if text := asciiText(data); text != "" {
		return text, len(text)
	}
	switch {
	case data[0] == 0x80:
		return "€", 1
	case !within(data[0], 0x81, 0xFE):
		return "", 1
	case len(data) < 2:
		return "", incomplete(1, end)
	case within(data[1], '0', '9'):
		return t.four(data, end)
	case within(data[1], 0x40, 0x7E) || within(data[1], 0x80, 0xFE):
		return pair(t.two(data[:2]), data[1])
	}
	return pair("", data[1])
}

// two returns the text of a pair. The tables are those of GB 18030-2005, without the characters of private use.
func (t *gb18030) two(data []byte) string {
	if text := t.lookup(data); text != "" {
		return text
	}
	if char, ok := pairsOf2022[[2]byte{data[0], data[1]}]; ok {
		return string(char)
	}
	return private(rune(data[0]), rune(data[1]))
}

// pairsOf2022 are the pairs to which GB 18030-2022 has given characters, and one that the tables leave out.
var pairsOf2022 = map[[2]byte]rune{
	{0xA6, 0xD9}: '\uFE10', {0xA6, 0xDA}: '\uFE12', {0xA6, 0xDB}: '\uFE11', {0xA6, 0xDC}: '\uFE13', {0xA6, 0xDD}: '\uFE14',
	{0xA6, 0xDE}: '\uFE15', {0xA6, 0xDF}: '\uFE16', {0xA6, 0xEC}: '\uFE17', {0xA6, 0xED}: '\uFE18', {0xA6, 0xF3}: '\uFE19',
	{0xA8, 0xBC}: '\u1E3F',
	{0xFE, 0x59}: '\u9FB4', {0xFE, 0x61}: '\u9FB5', {0xFE, 0x66}: '\u9FB6', {0xFE, 0x67}: '\u9FB7', {0xFE, 0x6D}: '\u9FB8',
	{0xFE, 0x7E}: '\u9FB9', {0xFE, 0x90}: '\u9FBA', {0xFE, 0xA0}: '\u9FBB',
}

// private returns the character of a pair in one of the three areas that users may define.
func private(first, second rune) string {
	switch {
	case first >= 0xAA && first <= 0xAF && second >= 0xA1:
		return string(0xE000 + (first-0xAA)*94 + second - 0xA1)
	case first >= 0xF8 && second >= 0xA1:
		return string(0xE234 + (first-0xF8)*94 + second - 0xA1)
	case first >= 0xA1 && first <= 0xA7 && second <= 0xA0:
		if second > 0x7F {
			second--
		}
		return string(0xE4C6 + (first-0xA1)*96 + second - 0x40)
	}
	for _, r := range reserved {
		if p := first<<8 | second; p >= r.first && p <= r.last {
			return string(r.char + p - r.first)
		}
	}
	return ""
}

// reserved are the pairs among assigned ones that have characters of private use.
var reserved = []struct{ first, last, char rune }{
	{0xA2AB, 0xA2B0, 0xE766},
	{0xA2E4, 0xA2E4, 0xE76D},
	{0xA2EF, 0xA2F0, 0xE76E},
	{0xA2FD, 0xA2FE, 0xE770},
	{0xA4F4, 0xA4FE, 0xE772},
	{0xA5F7, 0xA5FE, 0xE77D},
	{0xA6B9, 0xA6C0, 0xE785},
	{0xA6F6, 0xA6FE, 0xE797},
	{0xA7C2, 0xA7D0, 0xE7A0},
	{0xA7F2, 0xA7FE, 0xE7AF},
	{0xA896, 0xA8A0, 0xE7BC},
	{0xA8C1, 0xA8C4, 0xE7C9},
	{0xA8EA, 0xA8FE, 0xE7CD},
	{0xA958, 0xA958, 0xE7E2},
	{0xA95B, 0xA95B, 0xE7E3},
	{0xA95D, 0xA95F, 0xE7E4},
	{0xA997, 0xA9A3, 0xE7F4},
	{0xA9F0, 0xA9FE, 0xE801},
	{0xD7FA, 0xD7FE, 0xE810},
	{0xFE51, 0xFE53, 0xE816},
	{0xFE6C, 0xFE6C, 0xE831},
	{0xFE76, 0xFE76, 0xE83B},
	{0xFE91, 0xFE91, 0xE855},
}

// four takes a character of four bytes.
func (t *gb18030) four(data []byte, end bool) (string, int) {
	switch {
	case len(data) < 3:
		return "", incomplete(2, end)
	case !within(data[2], 0x81, 0xFE):
		return "", 1
	case len(data) < 4:
		return "", incomplete(3, end)
	case !within(data[3], '0', '9'):
		return "", 1
	case string(data[:4]) == "\x84\x31\xA4\x37":
		return replacement, 4
	case string(data[:4]) == "\x81\x35\xF4\x37":
		return "\uE7C7", 4
	}
	return t.lookup(data[:4]), 4
}
