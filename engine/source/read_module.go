package source

// importStatement reads an import declaration; import(…) and import.meta are
// expressions.
func (r *reader) importStatement() {
	pos := r.pos(r.at)
	if next := r.op(r.at + 1); next == '(' || next == '.' {
		r.skipStatement()
		return
	}
	r.advance()
	if r.cur().kind == tokenString {
		r.file.Imports = append(r.file.Imports, Import{From: r.stringValue(r.at), Pos: pos})
		r.advance()
	} else {
		r.importClause(pos)
	}
	r.endStatement()
}

// importClause reads the part from import to the end of the specifier.
func (r *reader) importClause(pos Pos) {
	first := len(r.file.Imports)
	typeOnly := r.typeModifier()
	if r.isIdent(r.at) {
		if r.op(r.at+1) == '=' {
			r.importEquals(typeOnly)
			return
		}
		r.addImport(r.at, "default", typeOnly)
		r.advance()
		r.accept(',')
	}
	switch {
	case r.is('*'):
		r.advance()
		r.acceptWord("as")
		r.addImport(r.at, "*", typeOnly)
		r.advance()
	case r.is('{'):
		r.eachSpecifier(func(s specifier) {
			r.file.Imports = append(r.file.Imports,
				Import{Local: s.as, Name: s.name, TypeOnly: typeOnly || s.typeOnly, Pos: s.pos})
		})
	}
	from := r.from()
	if len(r.file.Imports) == first && !typeOnly { // import {} from "x"
		r.file.Imports = append(r.file.Imports, Import{Pos: pos})
	}
	for i := range r.file.Imports[first:] {
		r.file.Imports[first+i].From = from
	}
}

func (r *reader) addImport(i int, name string, typeOnly bool) {
	if r.isIdent(i) {
		r.file.Imports = append(r.file.Imports,
			Import{Local: r.name(i), Name: name, TypeOnly: typeOnly, Pos: r.pos(i)})
	}
}

// typeModifier skips the type of import type …, which may also be a name itself: import type from "x", import
// type, {A} from "x".
func (r *reader) typeModifier() bool {
	if !r.word(r.at, "type") {
		if r.word(r.at, "defer") && r.op(r.at+1) == '*' {
			r.advance()
		}
		return false
	}
	next := r.at + 1
	isModifier := r.op(next) == '{' || r.op(next) == '*' ||
		r.isIdent(next) && (!r.word(next, "from") || r.word(next+1, "from") || r.op(next+1) == '=')
	if isModifier {
		r.advance()
	}
	return isModifier
}

// importEquals reads import x = require("y"); import x = a.b declares nothing here.
func (r *reader) importEquals(typeOnly bool) {
	i := r.at
	if r.word(i+2, "require") && r.op(i+3) == '(' && r.tok(i+4).kind == tokenString {
		r.addImport(i, "*", typeOnly)
		r.file.Imports[len(r.file.Imports)-1].From = r.stringValue(i + 4)
	}
	r.at = r.after(i + 2)
}

// from reads from "specifier" and returns the specifier.
func (r *reader) from() string {
	if !r.acceptWord("from") || r.cur().kind != tokenString {
		return ""
	}
	r.advance()
	return r.stringValue(r.at - 1)
}

// specifier is one entry of an import or export list: name as as.
type specifier struct {
	name, as string
	typeOnly bool
	pos      Pos // of the name it defines
}

// eachSpecifier reads a list in braces.
func (r *reader) eachSpecifier(add func(specifier)) {
	_, end := r.inner(r.at)
	r.advance()
	for r.at < end {
		start := r.at
		if s, ok := r.specifier(); ok {
			add(s)
		}
		for r.at < end && !r.is(',') {
			r.at = r.after(r.at)
		}
		r.accept(',')
		if r.at == start {
			break
		}
	}
	r.at = end
	r.accept('}')
}

func (r *reader) specifier() (s specifier, ok bool) {
	if r.word(r.at, "type") && r.typeSpecifier() {
		s.typeOnly = true
		r.advance()
	}
	if s.name, ok = r.exportedName(); !ok {
		return s, false
	}
	s.as, s.pos = s.name, r.pos(r.at-1)
	if r.acceptWord("as") {
		s.pos = r.pos(r.at)
		s.as, ok = r.exportedName()
	}
	return s, ok
}

// typeSpecifier reports whether the word type is a modifier of the name after it: it is in {type A}, {type
// as}, {type A as B} and {type as as B}, not in {type} and {type as B}.
func (r *reader) typeSpecifier() bool {
	i := r.at + 1
	if k := r.tok(i).kind; k != tokenIdent && k != tokenString {
		return false
	}
	if !r.word(i, "as") {
		return true
	}
	if !r.isIdent(i + 1) {
		return true
	}
	return r.word(i+1, "as") && r.isIdent(i+2)
}

func (r *reader) exportedName() (string, bool) {
	defer r.advance()
	switch r.cur().kind {
	case tokenIdent:
		return r.name(r.at), true
	case tokenString:
		return r.stringValue(r.at), true
	}
	return "", false
}
