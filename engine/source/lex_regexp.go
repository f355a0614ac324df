package source

// regexpMayStart reports whether a slash here begins a regular expression: it does wherever an operand is
// expected, and an operand is expected unless the token before ends one.
func (l *lexer) regexpMayStart() bool {
	t := l.last(1)
	switch t.kind {
	case tokenEOF, tokenTemplateHead, tokenTemplateMiddle:
		return true
	case tokenIdent:
		return isOperatorWord(l.textOf(t)) && l.last(2).op != '.' && l.last(2).op != opChain
	case tokenPunct:
		return !l.endsOperand(t)
	}
	return false
}

func (l *lexer) endsOperand(t *token) bool {
	switch t.op {
	case ')', '}':
		return t.operand
	case ']', opIncrement:
		return true
	case '!': // as in a! / b
		before := l.last(2)
		return !t.newline && (before.kind == tokenIdent && !isOperatorWord(l.textOf(before)) ||
			before.op == ')' || before.op == ']')
	}
	return false
}

// regexp reads a regular expression, or returns false if no other slash ends it on this line. Then no later
// slash of the line is tried either, since trying each would take quadratic time.
func (l *lexer) regexp() bool {
	if l.at < l.plainSlashes {
		return false
	}
	i, inClass := l.at+1, false
	for ; i < l.end; i++ {
		switch c := l.src[i]; {
		case c == '\n' || c == '\r':
			l.plainSlashes = i
			return false
		case c == '\\':
			i++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			l.regexpEnds(i + 1)
			return true
		}
	}
	l.plainSlashes = l.end
	return false
}

func (l *lexer) regexpEnds(end int) {
	start := l.at
	l.at = end
	l.skipName() // the flags
	l.emit(tokenRegexp, 0, start)
}
