package numbers

import "strings"

// pattern is a pattern of CLDR: "¤#,##0.00;(¤#,##0.00)".
type pattern struct {
	positive, negative affixes
	hasNegative        bool
	primary, secondary int // sizes of the groups of digits; 0 is none
	zeros              int // of the integer
}

// affixes are what is around the digits, as the pattern has it.
type affixes struct{ prefix, suffix string }

func parsePattern(text string) pattern {
	positive, negative := text, ""
	if i := unquotedIndex(text, ';'); i >= 0 {
		positive, negative = text[:i], text[i+1:]
	}
	from, to := digitsOf(positive)
	p := pattern{positive: affixes{positive[:from], positive[to:]}}
	integer, _, _ := strings.Cut(positive[from:to], ".")
	p.zeros = strings.Count(integer, "0")
	if groups := strings.Split(integer, ","); len(groups) > 1 {
		p.primary = len(groups[len(groups)-1])
		p.secondary = p.primary
		if len(groups) > 2 {
			p.secondary = len(groups[len(groups)-2])
		}
	}
	if negative != "" {
		from, to := digitsOf(negative)
		p.negative, p.hasNegative = affixes{negative[:from], negative[to:]}, true
	}
	return p
}

// unquotedIndex returns where a byte is outside of quotes.
func unquotedIndex(text string, c byte) int {
	quoted := false
	for i := range len(text) {
		if text[i] == '\'' {
			quoted = !quoted
		} else if text[i] == c && !quoted {
			return i
		}
	}
	return -1
}

// digitsOf returns where the digits of a pattern begin and end.
func digitsOf(text string) (from, to int) {
	quoted := false
	for from = 0; from < len(text); from++ {
		if text[from] == '\'' {
			quoted = !quoted
		} else if !quoted && (text[from] == '#' || text[from] == '0') {
			break
		}
	}
	for to = from; to < len(text) && strings.IndexByte("#0,.E+", text[to]) >= 0; to++ {
	}
	return from, to
}
