package engine

import (
	"regexp"
	"strings"
	"unicode/utf16"
)

// spot is a place in a line of a file.
type spot struct {
	line string
	at   int // byte offset of the column
}

func newSpot(line string, col int) spot { return spot{line, byteColumn(line, col)} }

// byteColumn converts a column, which counts UTF-16 units from 1, to bytes from 0.
func byteColumn(line string, col int) int {
	units := 1
	for i, r := range line {
		if units >= col {
			return i
		}
		units += utf16.RuneLen(r)
	}
	return len(line)
}

// objectOf returns the expression in front of ".name" at the spot or, if the spot is the object of a call, behind
// it, such as this.users.find(id). It returns "" if there is no simple expression on the same line.
func (s spot) objectOf(name string) string {
	dot := strings.LastIndex(s.line[:s.at], ".")
	if !strings.HasPrefix(s.line[s.at:], name) || strings.TrimSpace(s.line[dot+1:s.at]) != "" {
		if dot = strings.Index(s.line[s.at:], "."+name); dot >= 0 {
			dot += s.at
		}
	}
	if dot < 0 {
		return ""
	}
	object := lastExpression(strings.TrimSuffix(s.line[:dot], "?"))
	if dot-len(object) > s.at {
		return ""
	}
	return object
}

// called returns the name of the function that is called at the spot.
func (s spot) called() string {
	rest := s.line[s.at:]
	if name := identifier.FindString(rest); strings.HasPrefix(rest[len(name):], "(") {
		return name
	}
	return ""
}

var identifier = regexp.MustCompile(`^[\w$]+`)

// lastExpression returns the chain of names, calls and indexes at the end of a text, or "" if the text ends with
// something else.
func lastExpression(text string) string {
	i := len(text)
	for i > 0 {
		switch c := text[i-1]; {
		case c == ')' || c == ']':
			open := opening(text[:i])
			if open < 0 {
				return ""
			}
			i = open
		case isNamePart(c), c == '.' || c == '?' && i < len(text) && text[i] == '.':
			i--
		default:
			return whole(text[i:])
		}
	}
	return whole(text)
}

// whole returns the expression, or "" if it continues another one: that of the text, or of the line above.
func whole(expression string) string {
	if strings.HasPrefix(expression, ".") || strings.HasPrefix(expression, "?") {
		return ""
	}
	return expression
}

func isNamePart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_$#", c) >= 0 || c >= 0x80
}

// opening returns the index of the bracket that the last one of a text closes, or -1 if there is none or the text
// has a quote, because a quoted text may contain brackets.
func opening(text string) int {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`':
			return -1
		}
	}
	return -1
}
