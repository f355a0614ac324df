package source

import "strings"

// primaryType reads a type without operators. If no type begins here it does not move.
func (r *reader) primaryType() *Type {
	start := r.at
	switch r.cur().kind {
	case tokenIdent:
		return r.wordType()
	case tokenString, tokenTemplate, tokenNumber:
		r.advance()
		return r.literalType(start)
	case tokenTemplateHead:
		r.at = r.after(start)
	case tokenPunct:
		return r.signType()
	}
	return r.other(start)
}

func (r *reader) signType() *Type {
	start := r.at
	switch r.op(start) {
	case '(':
		return r.parenthesized()
	case '[':
		return r.tuple()
	case '{':
		if r.isMapped() {
			r.at = r.after(start)
			return r.other(start)
		}
		return r.shape()
	case '-':
		if r.tok(start+1).kind == tokenNumber {
			r.at += 2
			return r.literalType(start)
		}
	}
	if r.jsdoc {
		return r.jsdocSignType()
	}
	return r.other(start)
}

// parenthesized reads (T), which is the type T.
func (r *reader) parenthesized() *Type {
	end := r.after(r.at)
	r.advance()
	t := r.typ()
	r.mustBeAt(')')
	r.at = end
	return t
}

func (r *reader) literalType(start int) *Type {
	kind, value := r.literal(start, r.at)
	return &Type{Kind: TypeLiteral, Literal: kind, Text: value, Pos: r.pos(start)}
}

func (r *reader) wordType() *Type {
	start := r.at
	switch r.text(start) {
	case "null", "undefined", "void":
		r.advance()
		return r.typed(start, TypeNull)
	case "true", "false":
		r.advance()
		return r.literalType(start)
	case "typeof":
		r.typeofType()
		return r.other(start)
	case "import":
		if r.op(start+1) == '(' {
			return r.importType()
		}
	case "function":
		if r.jsdoc && r.op(start+1) == '(' {
			return r.jsdocFunction()
		}
	case "array", "object", "list":
		if r.jsdoc && r.op(start+1) == '{' {
			r.advance()
			return r.jsdocShape(start)
		}
	}
	return r.namedType()
}

func (r *reader) typeofType() {
	r.advance()
	if r.word(r.at, "import") && r.op(r.at+1) == '(' {
		r.importType()
		return
	}
	r.skipDottedName()
	if r.is('<') && r.sameLine(r.at) {
		r.typeArgs()
	}
}

// importType reads import("specifier").Name<…>.
func (r *reader) importType() *Type {
	start := r.at
	specifier := ""
	if r.tok(start+2).kind == tokenString {
		specifier = r.stringValue(start + 2)
	}
	r.at = r.after(start + 1)
	if !r.accept('.') || !r.isIdent(r.at) {
		return r.other(start)
	}
	t := r.namedType()
	t.From, t.Text, t.Pos = specifier, r.folded(start, r.at), r.pos(start)
	return t
}

// namedType reads a dotted name and its type arguments.
func (r *reader) namedType() *Type {
	start := r.at
	r.skipDottedName()
	name := r.typeName(start)
	var args []*Type
	switch {
	case r.is('<') && r.sameLine(r.at):
		args = r.typeArgs()
	case r.is('.') && r.op(r.at+1) == '<':
		r.advance()
		args = r.typeArgs()
	}
	t := r.typed(start, TypeName, args...)
	t.Name = name
	return t
}

// typeName returns the dotted name from start up to the current token.
func (r *reader) typeName(start int) string {
	if r.at == start+1 {
		return r.name(start)
	}
	var b strings.Builder
	for i := start; i < r.at; i++ {
		b.WriteString(r.name(i))
	}
	return b.String()
}

// typeArgs reads <A, B>.
func (r *reader) typeArgs() []*Type {
	var args []*Type
	for r.advance(); ; {
		start := r.at
		if t := r.typ(); r.at > start {
			args = append(args, t)
		}
		if !r.accept(',') {
			r.accept('>')
			return args
		}
	}
}

// tuple reads [A, B?, name: C, ...D].
func (r *reader) tuple() *Type {
	start := r.at
	_, end := r.inner(start)
	next := r.after(start)
	var parts []*Type
	for r.advance(); r.at < end; r.accept(',') {
		before := r.at
		r.accept(opSpread)
		if r.isIdent(r.at) && (r.op(r.at+1) == ':' || r.op(r.at+1) == '?' && r.op(r.at+2) == ':') {
			r.advance()
			r.accept('?')
			r.accept(':')
		}
		parts = append(parts, r.typ())
		r.accept('?')
		if r.at < end {
			r.mustBeAt(',')
		}
		for r.at < end && !r.is(',') || r.at == before {
			r.at = r.after(r.at)
		}
	}
	r.at = next
	return r.typed(start, TypeTuple, parts...)
}

// mustBeAt records a part of a type that the reader does not know, if op is not the current token.
func (r *reader) mustBeAt(op byte) {
	if !r.is(op) {
		r.unread = true
	}
}
