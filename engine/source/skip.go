package source

// skipExpression moves to the end of an expression: a closing bracket, a semicolon, a line break at which a
// statement ends, or, if requested, a comma.
func (r *reader) skipExpression(comma bool) { r.skipOperands(comma, false) }

// skipOperands does the same from the middle of an expression; operand reports whether the token before ends
// an operand.
func (r *reader) skipOperands(comma, operand bool) {
	for !r.endsExpression(comma, operand) {
		operand = r.skipPart(operand)
	}
}

func (r *reader) endsExpression(comma, operand bool) bool {
	t := r.cur()
	switch t.op {
	case ')', ']', '}', ';':
		return true
	case ',':
		return comma
	}
	return t.kind == tokenEOF || t.kind == tokenTemplateMiddle || t.kind == tokenTemplateTail ||
		operand && t.newline && !r.continues()
}

// continues reports whether the current token, first on its line, continues the expression before it.
func (r *reader) continues() bool {
	t := r.cur()
	switch t.kind {
	case tokenTemplate, tokenTemplateHead:
		return true
	case tokenIdent:
		return r.word(r.at, "in") || r.word(r.at, "instanceof")
	case tokenPunct:
		return t.op != opIncrement && t.op != '!' && t.op != '{' && t.op != '@' && t.op != '~'
	}
	return false
}

// skipPart skips one token, one bracket or one nested function or class, and reports whether that ends an
// operand.
func (r *reader) skipPart(operand bool) bool {
	t := r.cur()
	switch t.kind {
	case tokenIdent:
		return r.skipWord(operand)
	case tokenTemplateHead:
		r.at = r.after(r.at)
		return true
	case tokenPunct:
		return r.skipSign(operand)
	}
	r.advance()
	return true
}

func (r *reader) skipWord(operand bool) bool {
	name := r.text(r.at)
	afterDot := r.at > 0 && (r.op(r.at-1) == '.' || r.op(r.at-1) == opChain)
	switch {
	case afterDot:
	case !operand && name == "function":
		r.skipFunction()
		return true
	case !operand && name == "class":
		r.skipClass()
		return true
	case operand && (name == "as" || name == "satisfies" || name == "in" || name == "instanceof"), isOperatorWord(name):
		r.advance()
		return false
	}
	r.advance()
	return true
}

func (r *reader) skipSign(operand bool) bool {
	t := r.cur()
	switch t.op {
	case '(', '[', '{':
		r.at = r.after(r.at)
		return true
	case '<':
		if end, ok := r.skipAngles(r.at, !operand); ok && (!operand || r.mayFollowTypeArgs(end)) {
			r.at = end
			return operand
		}
	case '!', opIncrement:
		r.advance()
		return operand && !t.newline
	}
	r.advance()
	return false
}

// skipAngles finds the end of the list of type arguments or, if params is set, type parameters that begins
// with the < at i. It fails at a token that cannot be in such a list.
func (r *reader) skipAngles(i int, params bool) (end int, ok bool) {
	if r.budget <= 0 {
		return i, false
	}
	depth, conditional := 0, params
	for j := i; ; {
		t := r.tok(j)
		switch t.op {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return min(j+1, len(r.tokens)-1), true
			}
		}
		conditional = conditional || r.word(j, "extends")
		if !r.mayStandInAngles(t) || isOneOf(t.op, '=', '?', ':') && !conditional {
			r.spend(j - i)
			return i, false
		}
		j = r.after(j)
	}
}

func (r *reader) mayStandInAngles(t *token) bool {
	switch t.kind {
	case tokenEOF, tokenTemplateMiddle, tokenTemplateTail, tokenRegexp, tokenPrivate:
		return false
	case tokenPunct:
		return isOneOf(t.op, '<', '>', '(', '[', '{', ',', '.', '|', '&', '?', ':', '=', '-', opArrow, opSpread)
	}
	return true
}

func isOneOf(op byte, ops ...byte) bool {
	for _, o := range ops {
		if op == o {
			return true
		}
	}
	return false
}

// mayFollowTypeArgs decides, as TypeScript does, by the token after the > whether a < b > was a list of type
// arguments or two comparisons.
func (r *reader) mayFollowTypeArgs(i int) bool {
	t := r.tok(i)
	switch t.kind {
	case tokenTemplate, tokenTemplateHead:
		return true
	case tokenIdent:
		switch r.text(i) {
		case "in", "instanceof", "as", "satisfies":
			return true
		}
		return t.newline
	case tokenString, tokenNumber, tokenRegexp, tokenPrivate:
		return t.newline
	}
	switch t.op {
	case '<', '>', '+', '-':
		return false
	case '[', '{', '!', '~', '@', '/', opIncrement:
		return t.newline
	}
	return true
}

// skipFunction skips a function expression from its keyword to the end of its body.
func (r *reader) skipFunction() {
	r.advance()
	r.accept('*')
	if r.isIdent(r.at) {
		r.advance()
	}
	if r.is('<') {
		r.at, _ = r.skipAngles(r.at, true)
	}
	if r.is('(') {
		r.at = r.after(r.at)
	}
	if r.accept(':') {
		r.returnType()
	}
	if r.is('{') {
		r.at = r.after(r.at)
	}
}

// skipClass skips a class expression from its keyword to the end of its body.
func (r *reader) skipClass() {
	if !r.enter() {
		r.advance()
		return
	}
	defer r.leave()
	var class Class
	r.classHead(&class)
	if r.is('{') {
		r.at = r.after(r.at)
	}
}

// skipStatement skips a statement that declares nothing. It may stop early, at the end of a block: the rest
// is then skipped as a statement of its own.
func (r *reader) skipStatement() { r.skipRest(false) }

// endStatement moves to the end of a statement whose relevant part has been read.
func (r *reader) endStatement() { r.skipRest(true) }

func (r *reader) skipRest(operand bool) {
	for !r.endsExpression(false, operand) {
		block := r.is('{') && !r.cur().operand
		operand = r.skipPart(operand)
		if block {
			return
		}
	}
	r.accept(';')
}
