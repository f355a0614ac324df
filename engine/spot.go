package engine

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/platform/fault"
)

// spot is a place in a file, with the text around it.
type spot struct {
	before []string // the lines above
	line   string
	at     int // byte offset of the column
}

func newSpot(lines []string, place fault.Place) spot {
	line := lines[place.Line-1]
	return spot{before: lines[:place.Line-1], line: line, at: byteColumn(line, place.Col)}
}

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

// givenTo returns the last expression above the spot that was assigned to the variable, or "".
func (s spot) givenTo(variable string) string {
	if variable == "" {
		return ""
	}
	given := regexp.MustCompile(`(?:^|[^\w$.])` + regexp.QuoteMeta(variable) + `\s*(?::[^=]*)?=\s*([^=>].*)$`)
	for line := range s.upwards() {
		if m := given.FindStringSubmatch(line); m != nil {
			text, _, _ := strings.Cut(m[1], "//")
			text, _, _ = strings.Cut(text, "; ")
			return strings.TrimSuffix(strings.TrimSpace(text), ";")
		}
	}
	return ""
}

// iterated returns the expression that is iterated over at the spot, or "": for (… of list), [...list], const [first] = list.
func (s spot) iterated() string {
	iteration := regexp.MustCompile(`(?:\bof |\.\.\.|\]\s*=\s*)([\w$.#]+(?:\([^()]*\))?)`)
	for _, m := range iteration.FindAllStringSubmatchIndex(s.line, -1) {
		if m[3] >= s.at {
			return s.line[m[2]:m[3]]
		}
	}
	return ""
}

// declaredAs returns the name of the class that a variable or a parameter is declared with at or above the spot, or "".
func (s spot) declaredAs(variable string) string {
	declared := regexp.MustCompile(`(?:^|[^\w$.{])` + regexp.QuoteMeta(variable) + `\??\s*:\s*([A-Z][\w$]*)(?:<[^=()]*>)?\s*(?:[|=,);]|$)`)
	for line := range s.upwards() {
		if m := declared.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return ""
}

// upwards iterates over the text in front of the spot, line by line.
func (s spot) upwards() iter.Seq[string] {
	const near = 30 // lines: functions are rarely longer
	return func(yield func(string) bool) {
		if !yield(s.line[:s.at]) {
			return
		}
		for _, line := range slices.Backward(s.before[max(0, len(s.before)-near):]) {
			if !yield(line) {
				return
			}
		}
	}
}

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

// closing returns the index of the bracket that closes the one at open, or the end of the text.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
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
