package source

// class reads a class declaration from its keyword on.
func (r *reader) class(h head) {
	c := &Class{Abstract: h.abstract, Ambient: h.ambient, Decorators: h.decorators, Pos: r.pos(r.at)}
	doc := r.comment(h.first, r.at)
	if i := r.at + 1; r.isClassName(i) {
		c.Name, c.Pos = r.name(i), r.pos(i)
	}
	c.Export = h.export.name(c.Name)
	r.classBody(c, doc)
}

// classBody reads a class from its keyword on, and adds it to the file.
func (r *reader) classBody(c *Class, doc comment) {
	c.Doc = doc.Doc
	r.classHead(c)
	if len(c.TypeParams) == 0 {
		c.TypeParams = doc.templates
	}
	if len(c.Implements) == 0 {
		c.Implements = doc.implements
	}
	c.extendArguments(doc.extends)
	c.End = r.pos(r.at)
	if r.is('{') {
		r.members(c)
	}
	r.file.Classes = append(r.file.Classes, c)
}

// extendArguments takes the type arguments of the base class from a comment, for a script that cannot write them.
func (c *Class) extendArguments(written *Type) {
	if written == nil || c.Extends == nil || len(c.Extends.Args) > 0 {
		return
	}
	if c.Extends.Kind == TypeName && written.Kind == TypeName && c.Extends.Name == written.Name {
		c.Extends.Args = written.Args
	}
}

// isClassName reports whether the token after the keyword is a name: in class extends A it is not, nor in
// class implements A.
func (r *reader) isClassName(i int) bool {
	if !r.isIdent(i) || r.word(i, "extends") {
		return false
	}
	return !r.word(i, "implements") || !r.isIdent(i+1)
}

// classHead reads from the keyword to the opening brace.
func (r *reader) classHead(c *Class) {
	if r.advance(); r.isClassName(r.at) {
		r.advance()
	}
	c.TypeParams = r.typeParams()
	for {
		switch {
		case r.acceptWord("extends"):
			c.Extends = r.heritage()
		case r.acceptWord("implements"):
			c.Implements = append(c.Implements, r.typeList()...)
		default:
			return
		}
	}
}

// heritage reads what a class extends: a name with type arguments, or any expression.
func (r *reader) heritage() *Type {
	start := r.at
	if r.isIdent(r.at) && !r.word(r.at, "class") && !r.word(r.at, "function") {
		t := r.namedType()
		if r.is('{') || r.word(r.at, "implements") || r.word(r.at, "extends") {
			return t
		}
	}
	r.at = start
	r.skipHeritage()
	return &Type{Kind: TypeOther, Text: r.folded(start, r.at), Pos: r.pos(start)}
}

// skipHeritage moves to the brace that opens the class body.
func (r *reader) skipHeritage() {
	operand := false
	for {
		switch {
		case r.is('{') && operand, r.word(r.at, "implements") && operand:
			return
		case r.is('<') && operand:
			if end, ok := r.skipAngles(r.at, false); ok {
				r.at = end
				continue
			}
			return
		case r.endsExpression(true, false):
			return
		}
		operand = r.skipPart(operand)
	}
}

// typeList reads types separated by commas.
func (r *reader) typeList() []*Type {
	var list []*Type
	for {
		start := r.at
		if t := r.postfixType(); r.at > start {
			list = append(list, t)
		}
		if !r.accept(',') {
			return list
		}
	}
}

// members reads a class body, from its brace to after the closing one.
func (r *reader) members(c *Class) {
	_, end := r.inner(r.at)
	r.advance()
	var before member
	for r.at < end {
		start := r.at
		if m := r.member(); m.Member != nil {
			if before.isOverloadOf(m) {
				m.doc = m.doc.or(before.doc)
				m.Overloaded, m.Varied = true, before.Varied || m.body || !sameName(before.Type, m.Type)
				c.Members = c.Members[:len(c.Members)-1]
			}
			m.document(isScript(r.file.Path))
			c.Members = append(c.Members, m.Member)
			before = m
		}
		if r.at == start {
			r.at = min(r.after(start), end)
		}
	}
	r.at = end
	c.End = r.pos(end)
	if r.accept('}') {
		c.End = r.lines.at(int(r.tok(end).end))
	}
}

// sameName reports whether two overloads return the same, apart from type arguments.
func sameName(a, b *Type) bool {
	return a != nil && b != nil && a.Kind == TypeName && b.Kind == TypeName && a.Name == b.Name && a.Nullable == b.Nullable
}
