package pattern

import (
	"slices"
	"strings"
	"unicode"
)

// writeOperand writes a class with the flag v. Of its texts the longest matches.
func (t *translator) writeOperand(o operand) {
	if len(o.texts) == 0 {
		t.writeSet(o.chars)
		return
	}
	texts := make([][]rune, 0, len(o.texts))
	for _, text := range o.texts {
		runes := []rune(text)
		if t.ignoreCase {
			for i, c := range runes {
				runes[i] = folded(c)
			}
		}
		if texts = append(texts, runes); len(runes) > 0 && o.chars.contains(runes[0]) { // the character matches if the text does not
			texts = append(texts, runes[:1])
			o.chars = o.chars.minus(set{{runes[0], runes[0]}})
		}
	}
	slices.SortFunc(texts, slices.Compare)
	t.write(alternatives(slices.CompactFunc(texts, slices.Equal), o.chars))
}

// folded returns the first of the characters that are equal if case is ignored.
func folded(c rune) rune {
	first := c
	for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
		first = min(first, other)
	}
	return first
}

// alternatives returns an expression for sorted texts, and for some characters that none of them begins with. It is a tree, whose
// alternatives exclude each other, and in which characters with the same rest are one class. A thousand emoji take few steps so.
func alternatives(texts [][]rune, chars set) string {
	optional := len(texts) > 0 && len(texts[0]) == 0
	if optional {
		texts = texts[1:]
	}
	var rests []string
	first := map[string][]span{}
	add := func(rest string, s ...span) {
		if first[rest] == nil {
			rests = append(rests, rest)
		}
		first[rest] = append(first[rest], s...)
	}
	for len(texts) > 0 {
		c, count := texts[0][0], 0
		var behind [][]rune
		for ; count < len(texts) && texts[count][0] == c; count++ {
			behind = append(behind, texts[count][1:])
		}
		add(alternatives(behind, nil), span{c, c})
		texts = texts[count:]
	}
	if len(chars) > 0 {
		add("", chars...)
	}
	parts := make([]string, len(rests))
	for i, rest := range rests {
		parts[i] = setOf(first[rest]...).alone() + rest
	}
	switch {
	case len(parts) == 0:
		return ""
	case optional:
		return "(?:" + strings.Join(parts, "|") + ")?"
	case len(parts) == 1:
		return parts[0]
	}
	return "(?:" + strings.Join(parts, "|") + ")"
}
