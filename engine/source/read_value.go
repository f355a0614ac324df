package source

// binding is a name that is assigned a value: by const, let or var, or by export default, which has no name.
type binding struct {
	head
	local    string
	exportAs string
	name     int // index of the name's token, or of the value's first
	doc      int // index of the token that the comment precedes
	typed    bool
}

// variables reads const, let and var; each name may be assigned a class, a function or an enum.
func (r *reader) variables(h head) {
	if r.word(r.at+1, "enum") && r.word(r.at, "const") {
		r.advance()
		if r.enum(h, true) {
			return
		}
	}
	first := h.first
	for r.advance(); r.variable(h, first); first = r.at {
		if !r.accept(',') {
			break
		}
	}
	r.endStatement()
}

// variable reads one declarator, and reports whether there is one.
func (r *reader) variable(h head, first int) bool {
	b := binding{head: h, name: r.at, doc: first}
	switch {
	case r.isIdent(r.at):
		b.local = r.name(r.at)
		b.exportAs = h.export.name(b.local)
		r.advance()
	case r.is('{'), r.is('['):
		r.at = r.after(r.at)
	default:
		return false
	}
	r.accept('!')
	b.typed = r.annotation() != nil
	if r.accept('=') {
		r.skipOperands(true, b.local != "" && r.value(b))
	}
	return true
}

// value reads the value of a name and reports whether it declares something.
func (r *reader) value(b binding) bool {
	b.decorators = r.decorators(b.decorators)
	if r.word(r.at, "class") {
		r.classValue(b)
		return true
	}
	return r.enumValue(b) || r.functionValue(b)
}

func (r *reader) classValue(b binding) {
	c := &Class{Name: b.local, Export: b.exportAs, Decorators: b.decorators, Pos: r.pos(b.name)}
	r.classBody(c, r.comment(b.doc, b.name))
}

// functionValue reads a function, an arrow function, or one wrapped in calls. If it is not one of these, it
// does not move.
func (r *reader) functionValue(b binding) bool {
	start := r.at
	f := &Function{Name: b.local, Export: b.exportAs, Pos: r.pos(b.name)}
	if !r.wrapped(f) || !r.endsValue() {
		r.at = start
		return false
	}
	doc := r.comment(b.doc, b.name)
	f.Typed = b.typed || doc.Type != nil
	f.document(doc)
	r.file.Functions = append(r.file.Functions, f)
	return true
}

// endsValue reports whether the value ends here, apart from its type being asserted.
func (r *reader) endsValue() bool {
	return r.endsExpression(true, true) || r.word(r.at, "as") || r.word(r.at, "satisfies")
}

// wrapped reads a function, or a call whose only argument is wrapped in turn.
func (r *reader) wrapped(f *Function) bool {
	if r.function(f) {
		return true
	}
	if !r.isIdent(r.at) || isOperatorWord(r.text(r.at)) || !r.enter() {
		return false
	}
	defer r.leave()
	if !r.wrapper(f) {
		return false
	}
	r.advance()
	if !r.wrapped(f) {
		return false
	}
	r.accept(',')
	return r.accept(')')
}

// wrapper reads Name or Name(…) and moves to the parenthesis around the function.
func (r *reader) wrapper(f *Function) bool {
	start := r.at
	r.skipDottedName()
	d := Decorator{Name: r.folded(start, r.at), Pos: r.pos(start)}
	if next := r.after(r.at); r.is('(') && r.op(next) == '(' {
		d.Called, d.Args = true, r.arguments(r.at)
		r.at = next
	}
	f.Wrappers = append(f.Wrappers, d)
	return r.is('(')
}

// function reads a function expression or an arrow function.
func (r *reader) function(f *Function) bool {
	i := r.at
	if r.word(i, "async") && r.sameLine(i+1) && r.op(i+1) != opArrow {
		i++
	}
	async := i > r.at
	if r.word(i, "function") {
		r.at = i
		f.Async = async
		r.functionExpression(f)
		return true
	}
	if !r.isArrow(i) {
		return false
	}
	r.at = i
	f.Async, f.Arrow = async, true
	r.arrow(f)
	return true
}

func (r *reader) functionExpression(f *Function) {
	r.advance()
	f.Generator = r.accept('*')
	if r.isIdent(r.at) {
		r.advance()
	}
	r.functionRest(f)
}

// isArrow reports whether an arrow function begins at i. At the start of a value a colon after parentheses
// can only begin its return type.
func (r *reader) isArrow(i int) bool {
	if r.op(i) == '<' {
		end, ok := r.skipAngles(i, true)
		if !ok || r.op(end) != '(' {
			return false
		}
		i = end
	}
	if r.op(i) == '(' {
		next := r.op(r.after(i))
		return next == opArrow || next == ':'
	}
	return r.isIdent(i) && r.op(i+1) == opArrow
}

func (r *reader) arrow(f *Function) {
	if r.isIdent(r.at) {
		f.Params = []*Param{{Name: r.name(r.at), Pos: r.pos(r.at)}}
		r.advance()
	} else {
		r.signature(f)
	}
	r.accept(opArrow)
	if r.is('{') {
		r.at = r.after(r.at)
		return
	}
	r.skipExpression(true)
}
