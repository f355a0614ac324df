package sqltext

import "strings"

// Dialect is the database whose syntax applies.
type Dialect uint8

// The dialects.
const (
	SQLite Dialect = iota
	Postgres
	MySQL // and MariaDB
)

func (d Dialect) String() string {
	return [...]string{"sqlite", "postgres", "mysql"}[d]
}

// tokenKind is the kind of a piece of SQL text.
type tokenKind uint8

const (
	blank       tokenKind = iota // white space and comments
	word                         // keyword, plain identifier or number
	quoted                       // string, quoted identifier, dollar quote: never analyzed
	placeholder                  // ? ?1 $1 :name @name
	escapedMark                  // ?? in PostgreSQL: an operator's question mark
	punctuation
)

// token is one piece of the text: text[start:end].
type token struct {
	kind       tokenKind
	start, end int
	open       bool   // a quote or comment that the text ends inside of
	name       string // of a named placeholder
	number     int    // of a numbered placeholder, from 1
}

// ByteOrderMark is what editors write before a text. Of the databases only SQLite takes it for white space.
const ByteOrderMark = "\ufeff"

// scanner splits SQL text into tokens, which together are the whole text.
type scanner struct {
	dialect Dialect
	text    string
	pos     int
}

// next returns the token at pos and moves past it; false at the end of the text.
func (s *scanner) next() (token, bool) {
	if s.pos >= len(s.text) {
		return token{}, false
	}
	t := token{start: s.pos}
	switch c := s.text[s.pos]; {
	case s.pos == 0 && strings.HasPrefix(s.text, ByteOrderMark):
		t.kind, t.end = blank, len(ByteOrderMark)
	case isBlank(c):
		t.kind, t.end = blank, s.spanBlank()
	case s.startsComment():
		t = s.comment()
	case isWordStart(c) || isDigit(c):
		t = s.wordOrPrefixedString()
	case c == '\'':
		t = s.quote('\'', s.dialect == MySQL)
	case c == '"':
		t = s.quote('"', s.dialect == MySQL)
	case c == '`' && s.dialect != Postgres:
		t = s.quote('`', false)
	case c == '[' && s.dialect == SQLite:
		t = s.quote(']', false)
	case c == '$' && s.dialect == Postgres:
		t = s.dollar()
	case c == '?':
		t = s.questionMark()
	case c == ':' || c == '@':
		t = s.colonOrAt(c)
	default:
		t.kind, t.end = punctuation, s.pos+1
	}
	s.pos = t.end
	return t, true
}

func (s *scanner) spanBlank() int {
	i := s.pos
	for i < len(s.text) && isBlank(s.text[i]) {
		i++
	}
	return i
}

func (s *scanner) startsComment() bool {
	rest := s.text[s.pos:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		return true
	case strings.HasPrefix(rest, "--"):
		// MySQL reads a--1 as a minus minus one.
		return s.dialect != MySQL || len(rest) == 2 || isBlank(rest[2])
	default:
		return s.dialect == MySQL && rest[0] == '#'
	}
}

func (s *scanner) comment() token {
	t := token{kind: blank, start: s.pos}
	if !strings.HasPrefix(s.text[s.pos:], "/*") {
		t.end = len(s.text)
		if i := strings.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
			t.end = s.pos + i + 1
		}
		return t
	}
	if s.dialect == MySQL && strings.HasPrefix(s.text[s.pos:], "/*!") {
		t.kind = quoted // MySQL runs the text in it
	}
	depth := 0
	for i := s.pos; i+1 < len(s.text); i++ {
		switch two := s.text[i : i+2]; {
		case two == "/*" && (depth == 0 || s.dialect == Postgres): // only PostgreSQL nests comments
			depth++
			i++
		case two == "*/":
			depth--
			i++
		}
		if depth == 0 {
			t.end = i + 1
			return t
		}
	}
	t.end, t.open = len(s.text), true
	return t
}

// wordOrPrefixedString reads a word, or PostgreSQL's E'…', in which backslashes escape.
func (s *scanner) wordOrPrefixedString() token {
	t := token{kind: word, start: s.pos, end: s.wordEnd(s.pos)}
	if s.dialect == Postgres && t.end == t.start+1 && s.text[t.start]|0x20 == 'e' &&
		strings.HasPrefix(s.text[t.end:], "'") {
		s.pos = t.end
		literal := s.quote('\'', true)
		literal.start = t.start
		return literal
	}
	return t
}

func (s *scanner) wordEnd(i int) int {
	for i < len(s.text) && (isWordStart(s.text[i]) || isDigit(s.text[i]) || s.text[i] == '$') {
		i++
	}
	return i
}

// quote reads up to the closing mark; a doubled mark is a literal mark.
func (s *scanner) quote(mark byte, backslash bool) token {
	t := token{kind: quoted, start: s.pos}
	for i := s.pos + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\' && backslash:
			i++
		case c == mark && mark != ']' && i+1 < len(s.text) && s.text[i+1] == mark:
			i++
		case c == mark:
			t.end = i + 1
			return t
		}
	}
	t.end, t.open = len(s.text), true
	return t
}

// dollar reads PostgreSQL's $1, and $$ … $$ or $tag$ … $tag$.
func (s *scanner) dollar() token {
	t := token{kind: punctuation, start: s.pos, end: s.pos + 1}
	if number, end := s.number(s.pos + 1); number > 0 {
		t.kind, t.number, t.end = placeholder, number, end
		return t
	}
	i := s.pos + 1
	for i < len(s.text) && (isWordStart(s.text[i]) || isDigit(s.text[i])) {
		i++
	}
	if i >= len(s.text) || s.text[i] != '$' {
		return t
	}
	tag := s.text[s.pos : i+1]
	t.kind = quoted
	if body := strings.Index(s.text[i+1:], tag); body >= 0 {
		t.end = i + 1 + body + len(tag)
		return t
	}
	t.end, t.open = len(s.text), true
	return t
}

// questionMark reads ? and ?1, and skips PostgreSQL's operators ?| ?& @?. Its plain operator ? is
// written ??, as in JDBC.
func (s *scanner) questionMark() token {
	t := token{kind: placeholder, start: s.pos, end: s.pos + 1}
	if number, end := s.number(t.end); number > 0 {
		t.number, t.end = number, end
		return t
	}
	if s.dialect != Postgres {
		return t
	}
	rest := s.text[t.end:]
	switch {
	case strings.HasPrefix(rest, "?"):
		t.kind, t.end = escapedMark, t.end+1
	case strings.HasPrefix(rest, "|") && !strings.HasPrefix(rest, "||"),
		strings.HasPrefix(rest, "&"),
		s.before() == '@':
		t.kind = punctuation
	}
	return t
}

// colonOrAt reads :name and @name. A colon after a colon is PostgreSQL's cast, and one after a
// word or bracket is an array slice. An @ may belong to PostgreSQL's operators <@ @@ ~@ ^@, and
// in MySQL to the session's variables.
func (s *scanner) colonOrAt(c byte) token {
	t := token{kind: punctuation, start: s.pos, end: s.pos + 1}
	if strings.HasPrefix(s.text[t.end:], string(c)) {
		t.end++ // :: or @@, without a parameter after it
		t.end = s.wordEnd(t.end)
		return t
	}
	if t.end >= len(s.text) || !isWordStart(s.text[t.end]) {
		return t
	}
	before := s.before()
	switch {
	case c == '@' && (s.dialect == MySQL || strings.IndexByte("<~^", before) >= 0):
		return t
	case c == ':' && s.dialect == Postgres && (isWordStart(before) || isDigit(before) || before == ']' || before == ')'):
		return t
	}
	end := s.wordEnd(t.end)
	t.kind, t.name, t.end = placeholder, s.text[t.end:end], end
	return t
}

// before returns the byte before pos, or 0 at the start of the text.
func (s *scanner) before() byte {
	if s.pos == 0 {
		return 0
	}
	return s.text[s.pos-1]
}

// number parses the digits at i; the number is 0 if there are no digits or far too many.
func (s *scanner) number(i int) (number, end int) {
	for end = i; end < len(s.text) && isDigit(s.text[end]) && end-i < 6; end++ {
		number = number*10 + int(s.text[end]-'0')
	}
	return number, end
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isWordStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
