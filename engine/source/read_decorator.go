package source

const (
	maxArgsText    = 500 // bytes of Decorator.Args
	maxDefaultText = 200 // bytes of a Default
)

// decorators reads the decorators that are here and appends them to list.
func (r *reader) decorators(list []Decorator) []Decorator {
	for r.is('@') {
		list = append(list, r.decorator())
	}
	return list
}

func (r *reader) decorator() Decorator {
	d := Decorator{Pos: r.pos(r.at)}
	r.advance()
	start := r.at
	if r.is('(') {
		r.at = r.after(r.at)
	} else {
		r.skipDottedName()
	}
	d.Name = r.folded(start, r.at)
	if r.is('<') {
		if end, ok := r.skipAngles(r.at, false); ok {
			r.at = end
		}
	}
	if r.is('(') {
		d.Called, d.Args = true, r.arguments(r.at)
		r.at = r.after(r.at)
	}
	if r.skipChain() {
		d.Name, d.Called, d.Args = shorten(r.folded(start, r.at), maxArgsText), false, ""
	}
	return d
}

// skipDottedName moves past a.b.c.
func (r *reader) skipDottedName() {
	if r.isIdent(r.at) {
		r.advance()
	}
	for r.isNameSign() && (r.isIdent(r.at+1) || r.tok(r.at+1).kind == tokenPrivate) {
		r.at += 2
	}
}

// isNameSign reports whether the current token joins the parts of a dotted name. JSDoc writes Loader~Options
// for an inner declaration that is not a member of its class.
func (r *reader) isNameSign() bool { return r.is('.') || r.is(opChain) || r.jsdoc && r.is('~') }

// skipChain moves past further members and calls, as in @a().b(), and reports whether there were any.
func (r *reader) skipChain() bool {
	start := r.at
	for {
		switch {
		case r.is('.') && r.isIdent(r.at+1):
			r.at += 2
		case r.is('(') || r.is('!'):
			r.at = r.after(r.at)
		default:
			return r.at > start
		}
	}
}

// arguments returns the text between the parenthesis at i and its partner.
func (r *reader) arguments(i int) string {
	from, to := r.inner(i)
	return shorten(r.raw(from, to), maxArgsText)
}
