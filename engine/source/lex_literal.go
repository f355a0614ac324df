package source

// stringLiteral reads a string. An unterminated one ends with its line.
func (l *lexer) stringLiteral(quote byte) {
	start := l.at
	l.at++
	for l.at < l.end {
		c := l.src[l.at]
		switch {
		case c == quote:
			l.at++
			l.emit(tokenString, 0, start)
			return
		case c == '\\':
			l.skipEscape()
		case c == '\n' || c == '\r':
			l.emit(tokenString, 0, start)
			return
		default:
			l.at++
		}
	}
	l.emit(tokenString, 0, start)
}

// skipEscape skips a backslash and the character after it; \r\n counts as one.
func (l *lexer) skipEscape() {
	if l.peek(1) == '\r' && l.peek(2) == '\n' {
		l.at++
	}
	l.at = min(l.at+2, l.end)
}

// template reads a piece of a template, from its ` or from the } after a substitution. A piece that ends the
// template has kind whole, a piece before a substitution has kind part.
func (l *lexer) template(whole, part tokenKind) {
	start := l.at
	l.at++
	for l.at < l.end {
		switch c := l.src[l.at]; {
		case c == '`':
			l.at++
			l.templateEnds(whole, start)
			return
		case c == '$' && l.peek(1) == '{':
			l.at += 2
			l.templateGoesOn(part, start)
			return
		case c == '\\':
			l.skipEscape()
		default:
			l.at++
		}
	}
	l.templateEnds(whole, start)
}

func (l *lexer) templateEnds(kind tokenKind, start int) {
	t := l.emit(kind, 0, start)
	if kind == tokenTemplateTail {
		l.join(t, l.unwind(closeTemplate))
	}
}

// templateGoesOn opens a substitution. The opener remains that of the head, so that the head's partner is the
// tail.
func (l *lexer) templateGoesOn(kind tokenKind, start int) {
	l.emit(kind, 0, start)
	head := opener{int32(len(l.tokens) - 1), closeTemplate, true}
	if kind == tokenTemplateMiddle {
		head = l.unwind(closeTemplate)
	}
	l.open = append(l.open, head)
	l.opened[closeTemplate]++
}

// number reads a number with everything that adjoins it: digits, letters, underscores, one point, and an
// exponent with its sign.
func (l *lexer) number() {
	start := l.at
	pointAllowed := l.src[l.at] != '0' || !isIdentStart(l.peek(1))
	exponentAllowed := pointAllowed
	for l.at < l.end {
		c := l.src[l.at]
		switch {
		case c == '.' && pointAllowed:
			pointAllowed = false
			l.at++
		case c|0x20 == 'e' && exponentAllowed:
			pointAllowed, exponentAllowed = false, false
			l.at++
			if s := l.peek(0); s == '+' || s == '-' {
				l.at++
			}
		case isDigit(c) || c != '\\' && c < 0x80 && isIdentStart(c):
			l.at++
		default:
			l.emit(tokenNumber, 0, start)
			return
		}
	}
	l.emit(tokenNumber, 0, start)
}
