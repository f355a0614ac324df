package source

// punctuation reads a bracket or an operator.
func (l *lexer) punctuation(c byte) {
	start := l.at
	switch c {
	case '(':
		l.opening(closeParen, !l.afterControlWord())
	case '[':
		l.opening(closeBracket, true)
	case '{':
		l.opening(closeBrace, l.braceIsValue())
	case ')':
		l.closing(closeParen)
	case ']':
		l.closing(closeBracket)
	case '}':
		l.closingBrace()
	default:
		op, size := l.operator(c)
		l.at += size
		l.emit(tokenPunct, op, start)
	}
}

// operator returns the operator that begins with c here, and its length.
func (l *lexer) operator(c byte) (op byte, size int) {
	d := l.peek(1)
	switch {
	case c == '=' && d == '>':
		return opArrow, 2
	case c == '.' && d == '.' && l.peek(2) == '.':
		return opSpread, 3
	case l.jsdoc || c == '>':
		return c, 1
	case c == '?' && d == '.' && !isDigit(l.peek(2)):
		return opChain, 2
	case (c == '+' || c == '-') && d == c:
		return opIncrement, 2
	}
	return l.longOperator(c, d)
}

func (l *lexer) longOperator(c, d byte) (op byte, size int) {
	size = 1
	switch c {
	case '=', '!':
		for size < 3 && l.peek(size) == '=' {
			size++
		}
	case '*', '&', '|', '?':
		if d == c {
			size++
		}
		if l.peek(size) == '=' && (size == 2 || c != '?') {
			size++
		}
	case '<', '+', '-', '/', '%', '^':
		if d == '=' {
			size++
		}
	}
	if size > 1 {
		return opBinary, size
	}
	return c, 1
}

func (l *lexer) opening(closer closerKind, operand bool) {
	l.at++
	l.open = append(l.open, opener{int32(len(l.tokens)), closer, operand})
	l.opened[closer]++
	l.emit(tokenPunct, l.src[l.at-1], l.at-1).operand = operand
}

// closing emits the current closing bracket and joins it to its partner. Brackets that were opened in between
// and never closed end here.
func (l *lexer) closing(closer closerKind) {
	l.at++
	t := l.emit(tokenPunct, l.src[l.at-1], l.at-1)
	t.operand = true
	if l.opened[closer] == 0 {
		return
	}
	l.join(t, l.unwind(closer))
}

func (l *lexer) join(t *token, o opener) {
	t.match, t.operand = o.index, o.operand
	l.tokens[o.index].match = int32(len(l.tokens) - 1)
}

// unwind closes openers up to the innermost that closer ends, and returns that. The caller knows that there
// is one: a vain search for each stray bracket would take quadratic time.
func (l *lexer) unwind(closer closerKind) opener {
	top := len(l.open) - 1
	for l.open[top].closer != closer {
		top--
	}
	found := l.open[top]
	l.closeAll(top+1, int32(len(l.tokens)-1))
	l.open = l.open[:top]
	l.opened[closer]--
	return found
}

// closeAll ends the openers from position first on before the token at index.
func (l *lexer) closeAll(first int, index int32) {
	for _, o := range l.open[first:] {
		l.tokens[o.index].match = index
		l.opened[o.closer]--
	}
	l.open = l.open[:first]
}

// closingBrace ends a block, an object or a substitution, whichever was opened last.
func (l *lexer) closingBrace() {
	if l.opened[closeBrace]+l.opened[closeTemplate] > 0 && l.innermostBrace() == closeTemplate {
		l.template(tokenTemplateTail, tokenTemplateMiddle)
		return
	}
	l.closing(closeBrace)
}

// innermostBrace returns what a } closes; the openers above it on the stack are unwound right after, so the
// cost of the walk occurs once.
func (l *lexer) innermostBrace() closerKind {
	i := len(l.open) - 1
	for l.open[i].closer != closeBrace && l.open[i].closer != closeTemplate {
		i--
	}
	return l.open[i].closer
}

// last returns the token n before the current one.
func (l *lexer) last(n int) *token {
	if n > len(l.tokens) {
		return &token{}
	}
	return &l.tokens[len(l.tokens)-n]
}

func (l *lexer) textOf(t *token) string { return l.src[t.start:t.end] }

// afterControlWord reports whether a ( that comes next belongs to if, while, for, with.
func (l *lexer) afterControlWord() bool {
	t := l.last(1)
	if t.kind != tokenIdent || l.last(2).op == '.' {
		return false
	}
	switch l.textOf(t) {
	case "if", "while", "for", "with":
		return true
	case "await":
		return l.last(2).kind == tokenIdent && l.textOf(l.last(2)) == "for"
	}
	return false
}

// braceIsValue reports whether a { begins an object literal and not a block; this decides the meaning of a
// slash after it.
func (l *lexer) braceIsValue() bool {
	t := l.last(1)
	switch {
	case t.kind == tokenIdent:
		word := l.textOf(t)
		return isOperatorWord(word) && word != "else" && word != "do" && l.last(2).op != '.'
	case t.kind == tokenTemplateHead || t.kind == tokenTemplateMiddle:
		return true
	case t.kind != tokenPunct:
		return false
	}
	switch t.op {
	case ')', ';', '{', '}', ']', opArrow, opIncrement, '>':
		return false
	case ':':
		return len(l.open) > 0 && l.open[len(l.open)-1].operand
	}
	return true
}
