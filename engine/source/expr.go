package source

// ExprKind is the form of an expression.
type ExprKind uint8

// The forms of expressions that are read.
const (
	ExprUnknown ExprKind = iota // anything else
	ExprTyped                   // a literal, a cast, or a variable with a declared type: Type
	ExprThis
	ExprName   // what the file declares or imports under Name
	ExprNew    // new Name(…)
	ExprMember // Of.Name
	ExprCall   // Of<Types>(Parts)
	ExprList   // [Parts]
	ExprShape  // { Names: Parts }
	ExprEither // one of Parts
	ExprNotNull
)

// Expr is an expression that gives a result, as far as its text shows what that is. Variables of a body are replaced by their values.
type Expr struct {
	Kind  ExprKind
	Name  string
	Of    *Expr
	Parts []*Expr
	Names []string
	Type  *Type
	Types []*Type
}

var unknown = &Expr{}

func typedExpr(t *Type) *Expr { return &Expr{Kind: ExprTyped, Type: t} }

func plainExpr(name string) *Expr { return typedExpr(&Type{Kind: TypeName, Name: name, Text: name}) }

func nullExpr() *Expr { return typedExpr(&Type{Kind: TypeNull, Text: "null"}) }

// either returns an expression that gives one of the results.
func either(parts []*Expr) *Expr {
	if len(parts) == 1 {
		return parts[0]
	}
	return &Expr{Kind: ExprEither, Parts: parts}
}

// expr reads an expression up to a comma, a closing bracket, the end of the statement, or the given sign.
func (r *reader) expr(stop byte) *Expr {
	if r.budget--; r.budget < 0 || !r.enter() {
		r.skipExpression(true)
		return unknown
	}
	defer r.leave()
	start := r.at
	e := r.operand()
	if r.acceptWord("as") {
		if !r.acceptWord("const") {
			e = typedExpr(r.typ())
		}
	}
	if r.endsExpression(true, true) || stop != 0 && r.is(stop) {
		return e
	}
	r.at = start
	return r.choice(stop)
}

// choice reads a ? b : c. Any other expression is unknown.
func (r *reader) choice(stop byte) *Expr {
	for operand := false; !r.endsExpression(true, operand) && (stop == 0 || !r.is(stop)); {
		switch {
		case r.is(opArrow):
			r.skipOperands(true, false)
			return unknown
		case operand && r.accept('?'):
			a := r.expr(':')
			if !r.accept(':') {
				return unknown
			}
			return either([]*Expr{a, r.expr(stop)})
		}
		operand = r.skipPart(operand)
	}
	return unknown
}

// operand reads an operand with the members and calls that follow it. After one that is unknown it may stop early.
func (r *reader) operand() *Expr {
	r.acceptWord("await")
	e, depth := r.primary(), r.depth
	defer func() { r.depth = depth }()
	for e.Kind != ExprUnknown {
		if !r.enter() {
			return unknown
		}
		switch t := r.cur(); {
		case t.op == '.' && (r.isIdent(r.at+1) || r.tok(r.at+1).kind == tokenPrivate):
			e = &Expr{Kind: ExprMember, Of: e, Name: r.name(r.at + 1)}
			r.at += 2
		case t.op == '(':
			e = &Expr{Kind: ExprCall, Of: e, Parts: r.exprs()}
		case t.op == '<':
			end, ok := r.skipAngles(r.at, false)
			if !ok || r.op(end) != '(' {
				return unknown
			}
			types := r.typeArgs()
			e = &Expr{Kind: ExprCall, Of: e, Types: types, Parts: r.exprs()}
		case t.op == '!' && !t.newline:
			r.advance()
			e = &Expr{Kind: ExprNotNull, Of: e}
		case t.op == opChain, t.op == '[', t.kind == tokenTemplate, t.kind == tokenTemplateHead:
			return unknown
		default:
			return e
		}
	}
	return e
}

// exprs reads the expressions between the bracket here and its partner.
func (r *reader) exprs() (list []*Expr) {
	_, end := r.inner(r.at)
	for r.advance(); r.at < end; r.accept(',') {
		start := r.at
		e := r.expr(0)
		if list = append(list, e); r.at == start {
			break // at an elision or something that is no expression
		}
	}
	r.at = min(end+1, len(r.tokens)-1)
	return list
}

func (r *reader) primary() *Expr {
	t := r.cur()
	switch t.kind {
	case tokenString, tokenTemplate:
		r.advance()
		return plainExpr("string")
	case tokenTemplateHead:
		r.at = r.after(r.at)
		return plainExpr("string")
	case tokenNumber:
		return r.numberExpr()
	case tokenIdent:
		return r.wordExpr()
	}
	switch t.op {
	case '(':
		return r.groupExpr()
	case '[':
		return &Expr{Kind: ExprList, Parts: r.exprs()}
	case '{':
		return r.shapeExpr()
	}
	return unknown
}

func (r *reader) numberExpr() *Expr {
	_, kind := numberValue(r.text(r.at))
	r.advance()
	switch kind {
	case ValueInt:
		return plainExpr("int")
	case ValueFloat:
		return plainExpr("number")
	default:
		return unknown
	}
}

// groupExpr reads an expression in parentheses; a comment before them may be a cast.
func (r *reader) groupExpr() *Expr {
	_, end := r.inner(r.at)
	if r.isArrow(r.at) && r.op(end+1) == opArrow {
		return unknown
	}
	cast := r.comment(r.at, r.at).Type
	r.advance()
	e := r.expr(0)
	if r.at != end {
		e = unknown
	}
	r.at = min(end+1, len(r.tokens)-1)
	if cast != nil {
		return typedExpr(cast)
	}
	return e
}

func (r *reader) wordExpr() *Expr {
	at, word := r.at, r.name(r.at)
	r.advance()
	switch word {
	case "true", "false":
		return plainExpr("boolean")
	case "null", "undefined":
		return nullExpr()
	case "this":
		return &Expr{Kind: ExprThis}
	case "new":
		name := r.at
		r.skipDottedName()
		e := &Expr{Kind: ExprNew, Name: r.folded(name, r.at)}
		if !r.is('(') || e.Name == "" {
			return unknown
		}
		r.at = r.after(r.at)
		return e
	case "async", "class", "function":
		return unknown
	}
	if isOperatorWord(word) || r.is(opArrow) {
		return unknown
	}
	return r.variableExpr(word, at)
}

// variableExpr returns what a variable gives whose name is token at.
func (r *reader) variableExpr(name string, at int) (e *Expr) {
	b := r.binding(name, at)
	switch {
	case !b.found:
		return &Expr{Kind: ExprName, Name: name}
	case b.typ != nil:
		e = typedExpr(b.typ)
	case b.value > 0 && r.word(b.at-1, "const") && r.nested < maxConstants:
		now := r.at
		r.nested++
		r.at = b.value
		e = r.expr(0)
		r.at = now
		r.nested--
	default:
		return unknown
	}
	if r.present[variable{name, b.at}] {
		e = &Expr{Kind: ExprNotNull, Of: e}
	}
	return e
}

// shapeExpr reads an object literal. One with methods, computed names or spread values is unknown.
func (r *reader) shapeExpr() *Expr {
	_, end := r.inner(r.at)
	e := &Expr{Kind: ExprShape}
	for r.advance(); r.at < end; r.accept(',') {
		name, value := r.fieldExpr()
		if value == nil {
			e = unknown
			break
		}
		e.Names, e.Parts = append(e.Names, name), append(e.Parts, value)
	}
	r.at = min(end+1, len(r.tokens)-1)
	return e
}

// fieldExpr reads name: value or a name alone; nil for anything else.
func (r *reader) fieldExpr() (name string, value *Expr) {
	switch at := r.at; r.tok(at).kind {
	case tokenString:
		name = r.stringValue(at)
	case tokenIdent:
		if name = r.name(at); r.op(at+1) == ',' || r.op(at+1) == '}' {
			return name, r.wordExpr()
		}
	default:
		return "", nil
	}
	if r.advance(); !r.accept(':') {
		return "", nil
	}
	return name, r.expr(0)
}
