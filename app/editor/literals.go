package editor

import (
	"regexp"
	"strings"
)

// literal is a text in a script: what is between its quotes.
type literal struct {
	quote    byte // zero for none
	from, to int
}

// scan finds the literals of a text, which need not be complete.
type scan struct {
	text  string
	at    int
	depth int // of templates in templates
	found []literal
}

// deepest bounds the templates in templates whose expressions are read.
const deepest = 100

// literals lists the literals of a script. Those in an expression of a template come before the template.
func literals(text string) []literal {
	s := &scan{text: text}
	s.code(false)
	return s.found
}

// code reads code, up to the brace that closes it if it is an expression.
func (s *scan) code(isExpression bool) {
	depth, value := 0, false // value: what a slash divides was before
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case c == '"' || c == '\'':
			s.quoted(c)
			value = true
		case c == '`':
			s.template()
			value = true
		case c == '/' && s.skipComment():
		case c == '/' && (!value || keyword.MatchString(s.text[max(0, s.at-12):s.at-1])):
			s.skipPattern()
			value = true
		case c == '{':
			depth++
			value = false
		case c == '}':
			if depth--; depth < 0 && isExpression {
				return
			}
			value = false
		case c == ' ', c == '\t', c == '\n', c == '\r':
		default:
			value = isNameByte(c) || c == ')' || c == ']'
		}
	}
}

// keyword matches a word behind which a slash begins a regular expression.
var keyword = regexp.MustCompile(`(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|else|do|await|yield)\s*$`)

// quoted reads a text that ends with its quote, or with the line.
func (s *scan) quoted(quote byte) {
	from := s.at
	for s.at < len(s.text) && s.text[s.at] != quote && s.text[s.at] != '\n' {
		if s.text[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
	s.found = append(s.found, literal{quote, from, s.at})
	if s.at < len(s.text) && s.text[s.at] == quote {
		s.at++
	}
}

func (s *scan) template() {
	from := s.at
	for s.at < len(s.text) && s.text[s.at] != '`' {
		switch {
		case s.text[s.at] == '\\':
			s.at++
		case strings.HasPrefix(s.text[s.at:], "${") && s.depth < deepest:
			s.at += 2
			s.depth++
			s.code(true)
			s.depth--
			continue
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
	s.found = append(s.found, literal{'`', from, s.at})
	s.at = min(s.at+1, len(s.text))
}

// skipComment skips a comment whose first slash was read, and reports whether it is one.
func (s *scan) skipComment() bool {
	end := ""
	switch rest := s.text[s.at:]; {
	case strings.HasPrefix(rest, "/"):
		end = "\n"
	case strings.HasPrefix(rest, "*"):
		end = "*/"
	default:
		return false
	}
	length := strings.Index(s.text[s.at:], end)
	if length < 0 {
		s.at = len(s.text)
		return true
	}
	s.at += length + len(end)
	return true
}

// skipPattern skips a regular expression whose slash was read.
func (s *scan) skipPattern() {
	class := false
	for ; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				s.at++
				return
			}
		}
	}
	s.at = min(s.at, len(s.text))
}
