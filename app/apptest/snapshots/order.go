package snapshots

import (
	"cmp"
	"strconv"
	"unicode/utf16"
)

// compareKeys orders keys as vitest does: numbers by their value, and otherwise punctuation before "-", digits and letters.
func compareKeys(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i, j := 0, 0; ; {
		p, q := rank(x, i), rank(y, j)
		if isCount(p) && isCount(q) {
			m, ends := number(x, i)
			n, endsToo := number(y, j)
			if c := cmp.Compare(m, n); c != 0 {
				return c
			}
			i, j = ends, endsToo
			continue
		}
		if c := cmp.Compare(p, q); c != 0 || q == 0 {
			return c
		}
		i, j = i+1, j+1
	}
}

// The ranks of "-" and of digits.
const (
	rankMinus = 65
	rankZero  = 66
)

// rank is the place of a character among others; 0 behind the end.
func rank(text []uint16, i int) int {
	if i >= len(text) {
		return 0
	}
	switch c := int(text[i]); {
	case c < '-', c > 127:
		return c
	case c == '-':
		return rankMinus
	case c < '0':
		return c - 1
	case c <= '9':
		return c - '0' + rankZero
	case c < 'A':
		return c - 11
	case c <= 'Z':
		return c - 'A' + rankZero + 10
	case c < 'a':
		return c - 37
	case c <= 'z':
		return c - 'a' + rankZero + 36
	default:
		return c - 63
	}
}

// isCount reports whether a number begins with the character of that rank.
func isCount(rank int) bool { return rank > rankZero && rank < rankZero+10 }

func number(text []uint16, i int) (value float64, end int) {
	for end = i; end < len(text) && text[end] >= '0' && text[end] <= '9'; end++ {
	}
	value, _ = strconv.ParseFloat(string(utf16.Decode(text[i:end])), 64)
	return value, end
}
