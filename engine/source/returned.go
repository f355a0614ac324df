package source

// returning is a body whose results are read if its function has no declared type.
type returning struct {
	body  int // the token that begins it
	typ   **Type
	gives **Expr
}

// returns records a body, so that its results are read once the comments are.
func (r *reader) returns(body int, typ **Type, gives **Expr) {
	if r.bodies != nil {
		r.returning = append(r.returning, returning{body, typ, gives})
	}
}

// results reads what decorated functions give that declare no result.
func (r *reader) results() {
	for _, one := range r.returning {
		if *one.typ != nil {
			continue
		}
		r.at, r.depth, r.present, r.known = one.body, 0, map[variable]bool{}, nil
		if !r.is('{') {
			*one.gives = r.expr(0)
			continue
		}
		var list results
		if ends := r.braces(&list); !ends && len(list.given) > 0 { // it may end without a result, or end in a way that is not understood
			list.given = []*Expr{unknown}
		}
		if len(list.given) == 0 {
			list.given = []*Expr{nullExpr()}
		}
		*one.gives = either(list.given)
	}
}

// results are what the return statements of a body give.
type results struct{ given []*Expr }

// braces reads the statements of a block, and reports whether none comes after it. What is known not to be null in a block is known in it
// alone.
func (r *reader) braces(to *results) (ends bool) {
	_, end := r.inner(r.at)
	known := len(r.known)
	for r.advance(); r.at < end; {
		start := r.at
		if r.result(to) {
			ends = true
		}
		if r.at == start {
			r.advance()
		}
	}
	for _, v := range r.known[known:] {
		delete(r.present, v)
	}
	r.at, r.known = min(end+1, len(r.tokens)-1), r.known[:known]
	return ends
}

// result reads a statement, and reports whether none comes after it. What is in nested functions is skipped with their brackets.
func (r *reader) result(to *results) (ends bool) {
	if !r.enter() {
		to.given = append(to.given, unknown)
		r.passed(to)
		return false
	}
	defer r.leave()
	if r.is('{') {
		return r.braces(to)
	}
	if r.isIdent(r.at) && r.op(r.at+1) == ':' { // a label
		r.at += 2
		return r.result(to)
	}
	switch start := r.at; r.text(start) {
	case "return":
		r.returned(to)
		return true
	case "throw":
		r.passed(to)
		return true
	case "if":
		return r.branches(to)
	case "try":
		return r.attempt(to)
	case "for", "while", "with", "switch":
		for !r.is('(') && r.cur().kind != tokenEOF {
			r.advance() // for await
		}
		r.at = r.after(r.at)
		r.result(to)
	case "do":
		r.advance()
		r.result(to)
		r.advance() // to the condition
		r.at = r.after(r.at)
	case "case", "default":
		for r.advance(); !r.is(':') && !r.is('}') && r.cur().kind != tokenEOF; {
			r.at = r.after(r.at)
		}
		r.accept(':')
	case "async", "class", "function":
		if r.acceptWord("async"); r.word(r.at, "function") {
			r.skipFunction()
		} else if r.word(r.at, "class") {
			r.skipClass()
		} else {
			r.passed(to)
		}
	default:
		r.passed(to)
	}
	return false
}

// passed skips a statement that gives nothing. If there is a return in what was skipped, or the half of another statement, it is one that
// was not understood.
func (r *reader) passed(to *results) {
	start := r.at
	r.skipStatement()
	for i := start; i < r.at; i = r.after(i) {
		if (r.word(i, "return") || r.word(i, "else")) && !isOneOf(r.op(max(i, 1)-1), '.', opChain) {
			to.given = append(to.given, unknown)
		}
	}
}

func (r *reader) returned(to *results) {
	if r.advance(); r.is(';') || r.is('}') || r.cur().newline {
		to.given = append(to.given, nullExpr())
		r.accept(';')
		return
	}
	e := r.expr(0)
	if r.is(',') {
		e = unknown
	}
	to.given = append(to.given, e)
	r.endStatement()
}

// branches reads if (…) … else ….
func (r *reader) branches(to *results) bool {
	r.advance()
	absent, known := r.absent()
	r.at = r.after(r.at)
	first := r.result(to)
	if r.word(r.at, "else") {
		r.advance()
		return r.result(to) && first
	}
	if first && known && !r.present[absent] {
		r.present[absent] = true
		r.known = append(r.known, absent)
	}
	return false
}

// variable is a name and the token at which it is bound.
type variable struct {
	name string
	at   int
}

// absent returns the variable of which the condition here asks only whether it has no value: (!user), (user === null).
func (r *reader) absent() (v variable, ok bool) {
	from, to := r.inner(r.at)
	name := 0
	switch {
	case to == from+2 && r.op(from) == '!' && r.isIdent(from+1):
		name = from + 1
	case to == from+3 && r.isIdent(from) && r.op(from+1) == opBinary && r.text(from + 1)[0] == '=' && r.word(from+2, "null"):
		name = from
	default:
		return v, false
	}
	b := r.binding(r.name(name), name)
	return variable{r.name(name), b.at}, b.found
}

// attempt reads try … catch … finally ….
func (r *reader) attempt(to *results) (ends bool) {
	r.advance()
	ends = r.result(to)
	if r.acceptWord("catch") {
		if r.is('(') {
			r.at = r.after(r.at)
		}
		ends = r.result(to) && ends
	}
	if r.acceptWord("finally") {
		ends = r.result(to) || ends
	}
	return ends
}
