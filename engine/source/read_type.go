package source

import "slices"

// typeParams reads a list of type parameters, if there is one, and returns their names.
func (r *reader) typeParams() []string {
	names, _ := r.boundParams()
	return names
}

// boundParams is typeParams with what the parameters extend: nil behind the last one that extends something.
func (r *reader) boundParams() (names []string, bounds []*Type) {
	if !r.is('<') || !r.enter() {
		return nil, nil
	}
	defer r.leave()
	for r.advance(); r.isIdent(r.at); {
		for r.isIdent(r.at+1) && !r.word(r.at+1, "extends") {
			r.advance() // const, in, out
		}
		names = append(names, r.name(r.at))
		r.advance()
		if r.acceptWord("extends") {
			bounds = append(slices.Grow(bounds, len(names))[:len(names)-1], r.typ())
		}
		if r.accept('=') {
			r.typ()
		}
		if !r.accept(',') {
			break
		}
	}
	r.accept('>')
	return names, bounds
}

// annotation reads : T, if there is one.
func (r *reader) annotation() *Type {
	if !r.accept(':') {
		return nil
	}
	return r.typ()
}

// returnType reads a type after which a function body may begin, type predicates included.
func (r *reader) returnType() *Type {
	start := r.at
	if r.word(start, "asserts") && r.isIdent(start+1) && r.sameLine(start+1) && !r.word(start+1, "is") {
		r.at += 2
		if r.acceptWord("is") {
			r.typ()
		}
		return r.other(start)
	}
	if r.isIdent(start) && r.word(start+1, "is") && r.sameLine(start+1) {
		r.at += 2
		r.typ()
		return r.other(start)
	}
	return r.typ()
}

// other describes the tokens from start up to the current one as a TypeOther.
func (r *reader) other(start int) *Type { return r.typed(start, TypeOther) }

// typed describes the tokens from start up to the current one as a type of this kind.
func (r *reader) typed(start int, kind TypeKind, args ...*Type) *Type {
	return &Type{Kind: kind, Args: args, Text: r.folded(start, r.at), Pos: r.pos(start)}
}

// typ reads a type.
func (r *reader) typ() *Type {
	start := r.at
	if !r.enter() {
		r.at = r.after(r.at)
		return r.other(start)
	}
	defer r.leave()
	t := r.unconditional()
	if r.word(r.at, "extends") && r.sameLine(r.at) {
		return r.conditional(start)
	}
	return t
}

// conditional reads a conditional type from its extends on.
func (r *reader) conditional(start int) *Type {
	r.advance()
	r.unconditional()
	if r.accept('?') {
		r.typ()
		if r.accept(':') {
			r.typ()
		}
	}
	return r.other(start)
}

func (r *reader) unconditional() *Type {
	if r.isFunctionType() {
		return r.functionType()
	}
	return r.union()
}

// isFunctionType reports whether a function or constructor type begins here.
func (r *reader) isFunctionType() bool {
	i := r.at
	if r.word(i, "abstract") && r.word(i+1, "new") {
		i++
	}
	if r.word(i, "new") && (r.op(i+1) == '(' || r.op(i+1) == '<') {
		return true
	}
	return r.is('<') || r.is('(') && r.beginsParams(r.at+1)
}

// beginsParams reports whether the parentheses are the parameters of a function type and not a type in
// parentheses. Looking for the arrow after them would not be enough: in (a): ((b: B) => C) => a it belongs to
// the function around.
func (r *reader) beginsParams(i int) bool {
	switch {
	case r.op(i) == ')' || r.op(i) == opSpread:
		return true
	case r.op(i) == '{' || r.op(i) == '[':
		i = r.after(i)
	case r.isIdent(i):
		i++
	default:
		return false
	}
	return isOneOf(r.op(i), ':', ',', '?', '=') || r.op(i) == ')' && r.op(i+1) == opArrow
}

func (r *reader) functionType() *Type {
	start := r.at
	r.acceptWord("abstract")
	r.acceptWord("new")
	r.typeParams()
	if r.is('(') {
		r.at = r.after(r.at)
	}
	if r.accept(opArrow) {
		r.returnType()
	}
	return r.typed(start, TypeFunction)
}

// operatorType reads keyof T, unique symbol, readonly T[], infer T, or a plain type.
func (r *reader) operatorType() *Type {
	start := r.at
	if r.isFunctionType() {
		return r.functionType()
	}
	if !r.isTypeOperator() || !r.enter() {
		return r.postfixType()
	}
	defer r.leave()
	word := r.text(r.at)
	r.advance()
	t := r.operatorType()
	switch word {
	case "readonly":
		t.Text, t.Pos = r.folded(start, r.at), r.pos(start)
		return t
	case "infer":
		if r.acceptWord("extends") {
			r.operatorType()
		}
	}
	return r.other(start)
}

func (r *reader) isTypeOperator() bool {
	if !r.isIdent(r.at) {
		return false
	}
	next := r.tok(r.at + 1)
	begins := next.kind != tokenPunct && next.kind != tokenEOF || next.op == '(' || next.op == '{' || next.op == '['
	switch r.text(r.at) {
	case "keyof", "readonly":
		return begins
	case "unique", "infer":
		return next.kind == tokenIdent && !next.newline
	}
	return false
}

// postfixType reads a type with the [] and [key] that follow it.
func (r *reader) postfixType() *Type {
	start := r.at
	t := r.primaryType()
	for range maxDepth {
		switch {
		case !r.isPostfix(start):
			return t
		case r.is('[') && r.op(r.at+1) == ']':
			r.at += 2
			t = r.typed(start, TypeArray, t)
		case r.is('['):
			r.at = r.after(r.at)
			t = r.other(start)
		case r.accept('?'):
			t = r.nullable(start, t)
		default:
			r.advance() // T! is T
		}
	}
	for r.isPostfix(start) {
		r.at = r.after(r.at)
	}
	return r.other(start)
}

func (r *reader) isPostfix(start int) bool {
	return r.at > start && r.sameLine(r.at) && (r.is('[') || r.jsdoc && (r.is('!') || r.is('?')))
}

// nullable returns the type of the tokens from start on, which are t with a question mark.
func (r *reader) nullable(start int, t *Type) *Type {
	return joinUnion([]*Type{t, {Kind: TypeNull}}, r.typed(start, TypeUnion))
}
