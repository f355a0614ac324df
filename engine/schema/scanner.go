package schema

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/pollution"
)

// scanner reads JSON strictly and in order. It stops at its first problem: fail is set, its methods return
// false, and the caller unwinds. CheckJSON and binding both use it, so they accept the same JSON.
type scanner struct {
	text   string
	at     int
	room   int // further levels that may be opened
	left   int // further members and elements that may be read
	limits Limits
	fail   *Syntax
	owners owners
	twice  *twice // nil if names may occur twice in an object
}

func newScanner(text string, limits Limits) scanner {
	if limits.Depth <= 0 {
		limits.Depth = DefaultDepth
	}
	if limits.Values <= 0 {
		limits.Values = math.MaxInt
	}
	s := scanner{text: text, room: limits.Depth, left: limits.Values, limits: limits}
	if limits.RefuseTwice {
		s.twice = &twice{}
	}
	return s
}

func (s *scanner) problem(reason string) bool {
	if s.fail == nil {
		if s.at >= len(s.text) {
			reason = "unexpected end"
		}
		s.fail = syntaxAt(s.text, min(s.at, len(s.text)), reason)
	}
	return false
}

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) {
		c := s.text[s.at]
		if c > ' ' || (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
			return c
		}
		s.at++
	}
	return 0
}

// end checks that nothing follows.
func (s *scanner) end() bool {
	s.peek()
	return s.at >= len(s.text) || s.problem("unexpected text after the value")
}

// skip reads past one value of any kind.
func (s *scanner) skip() bool {
	switch c := s.peek(); c {
	case '{':
		return s.skipObject()
	case '[':
		return s.skipList()
	case '"':
		_, _, ok := s.quoted()
		return ok
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	default:
		_, _, ok := s.number()
		return ok
	}
}

func (s *scanner) skipObject() bool {
	if !s.open() {
		return false
	}
	for first := true; s.more(first, '}'); first = false {
		if _, _, ok := s.key(); !ok || !s.skip() {
			return false
		}
	}
	return s.fail == nil
}

func (s *scanner) skipList() bool {
	if !s.open() {
		return false
	}
	for first := true; s.more(first, ']'); first = false {
		if !s.skip() {
			return false
		}
	}
	return s.fail == nil
}

// open enters the list or object whose bracket is next.
func (s *scanner) open() bool {
	if s.room == 0 {
		s.problem(fmt.Sprintf("nested deeper than %d levels", s.limits.Depth))
		s.fail.TooDeep = true
		return false
	}
	s.room--
	if s.owners.next {
		s.owners.enter(s.text[s.at] == '{', s.room)
	}
	if s.twice != nil {
		s.twice.open(s.limits.Depth - s.room)
	}
	s.at++
	return true
}

// more moves to the next member of an open list or object; it returns false at the end, or if there is a
// problem.
func (s *scanner) more(first bool, closing byte) bool {
	switch c := s.peek(); {
	case c == closing:
		s.at++
		s.owners.leave(s.room)
		s.room++
		return false
	case first:
	case c == ',':
		s.at++
	case closing == '}':
		return s.problem("expected ',' or '}'")
	default:
		return s.problem("expected ',' or ']'")
	}
	s.left--
	return s.left >= 0 || s.tooMany()
}

func (s *scanner) tooMany() bool {
	s.problem(fmt.Sprintf("more than %d values", s.limits.Values))
	s.fail.TooMany = true
	return false
}

// key reads a member's name and the colon after it. The name still has its escapes.
func (s *scanner) key() (raw string, escaped, ok bool) {
	if s.peek() != '"' {
		return "", false, s.problem("expected a name in double quotes")
	}
	if raw, escaped, ok = s.quoted(); !ok {
		return "", false, false
	}
	if s.owners.next = false; s.limits.Proto != pollution.Kept &&
		(escaped || len(raw) == len(pollution.Proto) || len(raw) == len(pollution.Constructor)) {
		if name := s.reaches(raw, escaped); name != "" && s.limits.Proto == pollution.Refused {
			s.at -= len(raw) + 2
			return "", false, s.problem("the name " + name + " is not allowed")
		}
	}
	if s.twice != nil && !s.once(raw, escaped) {
		return "", false, false
	}
	if s.peek() != ':' {
		return "", false, s.problem("expected ':'")
	}
	s.at++
	return raw, escaped, true
}

// plain marks the bytes that need no further processing within a string.
var plain = func() (table [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

// quoted reads the string whose quote is next, and returns what is between the quotes.
func (s *scanner) quoted() (raw string, escaped, ok bool) {
	text, start := s.text, s.at+1
	for i := start; ; {
		for i < len(text) && plain[text[i]] {
			i++
		}
		if i >= len(text) {
			s.at = len(text)
			return "", false, s.problem("")
		}
		switch c := text[i]; {
		case c == '"':
			s.at = i + 1
			return text[start:i], escaped, true
		case c == '\\':
			escaped = true
			if s.at = i; !s.escape() {
				return "", false, false
			}
			i = s.at
		case c < ' ':
			s.at = i
			return "", false, s.problem("control character in a string")
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError && size == 1 {
				s.at = i
				return "", false, s.problem("text that is not UTF-8")
			}
			i += size
		}
	}
}

// escape reads past the escape whose backslash is next.
func (s *scanner) escape() bool {
	s.at++
	if s.at >= len(s.text) {
		return s.problem("")
	}
	switch s.text[s.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at++
		return true
	case 'u':
		s.at++
	default:
		return s.problem("unknown escape in a string")
	}
	for range 4 {
		if s.at >= len(s.text) || hexDigit(s.text[s.at]) < 0 {
			return s.problem("expected four hexadecimal digits after \\u")
		}
		s.at++
	}
	return true
}

// number reads a number; whole reports whether it has neither fraction nor exponent.
func (s *scanner) number() (token string, whole, ok bool) {
	start := s.at
	if s.at < len(s.text) && s.text[s.at] == '-' {
		s.at++
	}
	switch digits := s.digits(); {
	case digits == 0 && s.at == start:
		return "", false, s.problem("expected a value")
	case digits == 0:
		return "", false, s.problem("expected a digit")
	case digits > 1 && s.text[s.at-digits] == '0':
		s.at -= digits - 1
		return "", false, s.problem("a number must not start with 0")
	}
	whole = true
	if s.at < len(s.text) && s.text[s.at] == '.' {
		whole = false
		s.at++
		if s.digits() == 0 {
			return "", false, s.problem("expected a digit")
		}
	}
	if s.at < len(s.text) && s.text[s.at]|0x20 == 'e' {
		whole = false
		s.at++
		if s.at < len(s.text) && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			s.at++
		}
		if s.digits() == 0 {
			return "", false, s.problem("expected a digit")
		}
	}
	return s.text[start:s.at], whole, true
}

func (s *scanner) digits() int {
	start := s.at
	for s.at < len(s.text) && isDigit(s.text[s.at]) {
		s.at++
	}
	return s.at - start
}

// word reads true, false or null, whose first letter is next.
func (s *scanner) word(w string) bool {
	for i := range len(w) {
		if s.at >= len(s.text) || s.text[s.at] != w[i] {
			return s.problem("expected " + w)
		}
		s.at++
	}
	return true
}
