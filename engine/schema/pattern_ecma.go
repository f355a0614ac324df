package schema

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// longestPattern limits the length of the text that is written: classes such as \p{L} have hundreds of
// ranges.
const longestPattern = 1000

// ecmaScript writes a parsed expression for readers that know neither RE2 nor flags; it returns an empty text
// if that would be too long.
func ecmaScript(tree *syntax.Regexp) string {
	var b strings.Builder
	writeECMA(&b, tree)
	if b.Len() > longestPattern {
		return ""
	}
	return b.String()
}

func writeECMA(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > longestPattern {
		return
	}
	switch re.Op {
	case syntax.OpNoMatch:
		b.WriteString(`[^\s\S]`)
	case syntax.OpEmptyMatch:
		b.WriteString("(?:)")
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			writeLiteral(b, r, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		writeClass(b, re.Rune)
	case syntax.OpAnyCharNotNL:
		b.WriteString(`[^\n]`)
	case syntax.OpAnyChar:
		b.WriteString(`[\s\S]`)
	case syntax.OpBeginLine:
		b.WriteString(`(?:^|(?<=\n))`)
	case syntax.OpEndLine:
		b.WriteString(`(?:$|(?=\n))`)
	case syntax.OpBeginText:
		b.WriteByte('^')
	case syntax.OpEndText:
		b.WriteByte('$')
	case syntax.OpWordBoundary:
		b.WriteString(`\b`)
	case syntax.OpNoWordBoundary:
		b.WriteString(`\B`)
	case syntax.OpCapture:
		group(b, "(", re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		writeRepeat(b, re)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			writePart(b, sub, sub.Op == syntax.OpAlternate)
		}
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				b.WriteByte('|')
			}
			writeECMA(b, sub)
		}
	}
}

func group(b *strings.Builder, opening string, re *syntax.Regexp) {
	b.WriteString(opening)
	writeECMA(b, re)
	b.WriteByte(')')
}

func writePart(b *strings.Builder, re *syntax.Regexp, grouped bool) {
	if grouped {
		group(b, "(?:", re)
		return
	}
	writeECMA(b, re)
}

func writeRepeat(b *strings.Builder, re *syntax.Regexp) {
	sub := re.Sub[0]
	single := sub.Op == syntax.OpCharClass || sub.Op == syntax.OpCapture || sub.Op == syntax.OpAnyChar ||
		sub.Op == syntax.OpAnyCharNotNL || sub.Op == syntax.OpLiteral && len(sub.Rune) == 1
	writePart(b, sub, !single)
	switch re.Op {
	case syntax.OpStar:
		b.WriteByte('*')
	case syntax.OpPlus:
		b.WriteByte('+')
	case syntax.OpQuest:
		b.WriteByte('?')
	default:
		b.WriteString(repeatCount(re.Min, re.Max))
	}
	if re.Flags&syntax.NonGreedy != 0 {
		b.WriteByte('?')
	}
}

func repeatCount(least, most int) string {
	switch most {
	case least:
		return fmt.Sprintf("{%d}", least)
	case -1:
		return fmt.Sprintf("{%d,}", least)
	default:
		return fmt.Sprintf("{%d,%d}", least, most)
	}
}

// writeLiteral writes a character; with fold, a class of all characters that differ from it in case only.
func writeLiteral(b *strings.Builder, r rune, fold bool) {
	if !fold || unicode.SimpleFold(r) == r {
		b.WriteString(quoteRune(r))
		return
	}
	b.WriteByte('[')
	b.WriteString(quoteRune(r))
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		b.WriteString(quoteRune(other))
	}
	b.WriteByte(']')
}

func writeClass(b *strings.Builder, ranges []rune) {
	if len(ranges) == 0 {
		b.WriteString(`[^\s\S]`)
		return
	}
	negated := ranges[0] == 0 && ranges[len(ranges)-1] == unicode.MaxRune && len(ranges) > 2
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
		ranges = between(ranges)
	}
	for i := 0; i < len(ranges); i += 2 {
		b.WriteString(quoteInClass(ranges[i]))
		if ranges[i]+1 < ranges[i+1] {
			b.WriteByte('-')
		}
		if ranges[i] < ranges[i+1] {
			b.WriteString(quoteInClass(ranges[i+1]))
		}
	}
	b.WriteByte(']')
}

// between returns the gaps between ranges.
func between(ranges []rune) []rune {
	var gaps []rune
	for i := 1; i+1 < len(ranges); i += 2 {
		gaps = append(gaps, ranges[i]+1, ranges[i+1]-1)
	}
	return gaps
}

// quotePattern returns an expression that matches the text.
func quotePattern(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(quoteRune(r))
	}
	return b.String()
}

func quoteRune(r rune) string {
	switch {
	case strings.ContainsRune(`^$\.*+?()[]{}|/`, r):
		return `\` + string(r)
	case r < ' ' || r == 0x7f:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return string(r)
	}
}

func quoteInClass(r rune) string {
	if strings.ContainsRune(`[]\^-`, r) {
		return `\` + string(r)
	}
	if strings.ContainsRune(`$.*+?(){}|/`, r) {
		return string(r)
	}
	return quoteRune(r)
}
