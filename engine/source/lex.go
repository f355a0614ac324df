package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer splits a text into tokens, in one pass and without failing: an unterminated string ends with its
// line, an unterminated comment or template with the text.
type lexer struct {
	src    string
	at     int
	end    int
	jsdoc  bool // a type in a comment: lines begin with *, operators have one character
	tokens []token
	docs   []docSpan

	open    []opener
	opened  [closerKinds]int // how many of each kind are open, see close
	newline bool
	doc     int32 // JSDoc comment waiting for the token that it precedes
	docHead bool  // that comment is the first thing on its line
	docLine bool  // a line break follows that comment

	plainSlashes int // no regular expression starts before this offset, see regexp
}

// docSpan is one JSDoc comment; it records whether it is at the top level of the file.
type docSpan struct {
	span
	top bool
}

// opener is a bracket waiting for its partner.
type opener struct {
	index   int32
	closer  closerKind
	operand bool
}

type closerKind uint8

const (
	closeParen closerKind = iota
	closeBracket
	closeBrace
	closeTemplate // the } that ends a substitution
	closerKinds
)

// lex splits src[from:to] into tokens, ending with a tokenEOF. buf is storage to reuse.
func lex(src string, from, to int, jsdoc bool, buf []token) *lexer {
	l := &lexer{src: src, at: from, end: to, jsdoc: jsdoc, tokens: buf[:0], docHead: true}
	l.skipHashbang()
	for l.skipBlanks(); l.at < l.end; l.skipBlanks() {
		l.next()
	}
	l.closeAll(0, int32(len(l.tokens)))
	l.emit(tokenEOF, 0, l.at)
	return l
}

func (l *lexer) skipHashbang() {
	if l.at == 0 && strings.HasPrefix(l.src, "#!") {
		l.skipLine()
	}
}

// peek returns the byte n after the current one, 0 at the end.
func (l *lexer) peek(n int) byte {
	if l.at+n < l.end {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) emit(kind tokenKind, op byte, start int) *token {
	t := token{kind: kind, op: op, newline: l.newline, start: int32(start), end: int32(l.at), match: -1}
	if l.doc != 0 && (l.docHead || !l.docLine) {
		t.doc = l.doc
	}
	l.doc, l.newline = 0, false
	l.tokens = append(l.tokens, t)
	return &l.tokens[len(l.tokens)-1]
}

// skipBlanks skips white space and comments, and records line breaks and JSDoc.
func (l *lexer) skipBlanks() {
	for l.at < l.end {
		switch c := l.src[l.at]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			l.at++
		case c == '\n' || c == '\r':
			l.at++
			l.lineBreak()
		case c == '/' && !l.jsdoc && l.peek(1) == '/':
			l.skipLine()
		case c == '/' && !l.jsdoc && l.peek(1) == '*':
			l.comment()
		case c >= 0x80:
			if !l.skipWideBlank() {
				return
			}
		default:
			return
		}
	}
}

func (l *lexer) lineBreak() {
	l.newline, l.docLine = true, true
	if !l.jsdoc {
		return
	}
	for l.peek(0) == ' ' || l.peek(0) == '\t' {
		l.at++
	}
	if l.peek(0) == '*' {
		l.at++
	}
}

func (l *lexer) skipWideBlank() bool {
	if isLineSeparator(l.src[:l.end], l.at) {
		l.at += 3
		l.lineBreak()
		return true
	}
	r, size := utf8.DecodeRuneInString(l.src[l.at:l.end])
	if r != '\ufeff' && !unicode.Is(unicode.Zs, r) {
		return false
	}
	l.at += size
	return true
}

func (l *lexer) skipLine() {
	for l.at < l.end && l.src[l.at] != '\n' && l.src[l.at] != '\r' && !isLineSeparator(l.src[:l.end], l.at) {
		l.at++
	}
}

func (l *lexer) comment() {
	start := l.at
	if n := strings.Index(l.src[l.at+2:l.end], "*/"); n >= 0 {
		l.at += n + 4
	} else {
		l.at = l.end
	}
	text := l.src[start:l.at]
	if strings.HasPrefix(text, "/**") && len(text) > 4 {
		l.docs = append(l.docs, docSpan{span{start, l.at}, len(l.open) == 0})
		l.doc, l.docHead, l.docLine = int32(len(l.docs)), l.newline || len(l.tokens) == 0, false
	}
	if strings.ContainsAny(text, "\n\r\u2028\u2029") {
		l.newline = true
	}
}

// next reads the token that begins here.
func (l *lexer) next() {
	c := l.src[l.at]
	switch {
	case isIdentStart(c):
		l.ident()
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.number()
	case c == '"' || c == '\'':
		l.stringLiteral(c)
	case c == '`':
		l.template(tokenTemplate, tokenTemplateHead)
	case c == '#' && isIdentStart(l.peek(1)):
		start := l.at
		l.at++
		l.skipName()
		l.emit(tokenPrivate, 0, start)
	case c == '/' && !l.jsdoc && l.regexpMayStart() && l.regexp():
	default:
		l.punctuation(c)
	}
}

func (l *lexer) ident() {
	start := l.at
	l.skipName()
	l.emit(tokenIdent, 0, start)
}

// skipName skips the characters of a name. Letters beyond ASCII are not distinguished from other characters:
// a program that compiles has such characters in strings and comments only.
func (l *lexer) skipName() {
	for l.at < l.end {
		c := l.src[l.at]
		switch {
		case c >= 0x80:
			r, size := utf8.DecodeRuneInString(l.src[l.at:l.end])
			if r == '\ufeff' || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Zs, r) {
				return
			}
			l.at += size
		case c == '\\':
			l.skipNameEscape()
		case isIdentStart(c) || isDigit(c):
			l.at++
		default:
			return
		}
	}
}

// skipNameEscape skips \u0061 or \u{61} in a name.
func (l *lexer) skipNameEscape() {
	l.at++
	if l.peek(0) != 'u' || l.peek(1) != '{' {
		return
	}
	if n := strings.IndexByte(l.src[l.at:min(l.end, l.at+12)], '}'); n > 0 {
		l.at += n + 1
	}
}
