package source

import "path"

// member is a class member that is being read.
type member struct {
	*Member
	doc  comment
	body bool // it is a method with a body
}

// isOverloadOf reports whether m is a signature of the method that next continues.
func (m member) isOverloadOf(next member) bool {
	return m.Member != nil && !m.body && (m.Kind == Method || m.Kind == Constructor) &&
		m.Kind == next.Kind && m.Name == next.Name && m.Static == next.Static
}

// access returns the visibility that a comment states for a field.
func (d Doc) access() Access {
	if _, is := d.Tags["private"]; is {
		return Private
	}
	if _, is := d.Tags["protected"]; is {
		return Protected
	}
	return Public
}

// isScript reports whether a file is in JavaScript, which has no keywords for visibility.
func isScript(file string) bool {
	switch path.Ext(file) {
	case ".js", ".mjs", ".cjs":
		return true
	}
	return false
}

// document completes a member from its comment. The visibility in comments counts in scripts only, as in the
// TypeScript compiler.
func (m member) document(script bool) {
	m.Doc = m.doc.Doc
	if m.Kind == Field {
		if m.Type == nil {
			m.Type = m.doc.Type
		}
		if m.Access == Public && script {
			m.Access = m.Doc.access()
		}
		return
	}
	f := Function{TypeParams: m.TypeParams, Params: m.Params, Type: m.Type}
	f.document(m.doc)
	m.TypeParams, m.Type = f.TypeParams, f.Type
	if m.Type == nil && m.Kind == Getter {
		m.Type = m.doc.Type
	}
}

// member reads one class member. Its Member is nil for parts that are not members: a semicolon, a static
// block, an index signature.
func (r *reader) member() (m member) {
	if r.accept(';') {
		return m
	}
	read := &Member{}
	first := r.at
	read.Decorators = r.modifiers(read)
	switch {
	case r.is('{'):
		r.at = r.after(r.at)
		return m
	case r.isIndexSignature():
		r.skipIndexSignature()
		return m
	}
	read.Generator = r.accept('*')
	name := r.at
	if !r.memberName(read) {
		return m
	}
	read.Pos = r.pos(name)
	m.Member, m.doc = read, r.comment(first, name)
	r.memberMarks(read)
	if r.is('(') || r.is('<') {
		m.body = r.method(read)
	} else {
		r.field(read)
	}
	return m
}

// modifiers reads decorators and modifiers in any order, including get and set. Such a word is a modifier
// only if a name follows: get = 1 is a field called get.
func (r *reader) modifiers(m *Member) []Decorator {
	decorators := r.decorators(nil)
	for r.isIdent(r.at) && r.isModifier(m) {
		r.advance()
		decorators = r.decorators(decorators)
	}
	return decorators
}

func (r *reader) isModifier(m *Member) bool {
	word := r.text(r.at)
	if !r.isBeforeName(r.at+1) && (word != "static" || r.op(r.at+1) != '{') {
		return false
	}
	switch word {
	case "static":
		return set(&m.Static)
	case "get":
		return r.isAccessor(m, Getter)
	case "set":
		return r.isAccessor(m, Setter)
	}
	return r.sameLine(r.at+1) && applyModifier(m, word)
}

// set sets a flag that is not set yet: in static static x the second word is not a modifier.
func set(flag *bool) bool {
	was := *flag
	*flag = true
	return !was
}

func (r *reader) isAccessor(m *Member, kind MemberKind) bool {
	if r.op(r.at+1) == '*' || m.Kind != Field {
		return false
	}
	m.Kind = kind
	return true
}

func applyModifier(m *Member, word string) bool {
	if m.Kind != Field {
		return false
	}
	switch word {
	case "public":
		m.Access = Public
	case "protected":
		m.Access = Protected
	case "private":
		m.Access = Private
	case "abstract":
		return set(&m.Abstract)
	case "async":
		return set(&m.Async)
	case "readonly":
		return set(&m.Readonly)
	case "override":
		return set(&m.Override)
	case "declare":
		return set(&m.Declare)
	case "accessor":
		return set(&m.Accessor)
	default:
		return false
	}
	return true
}

// isBeforeName reports whether the token at i begins a member name or what may precede one.
func (r *reader) isBeforeName(i int) bool {
	switch t := r.tok(i); t.kind {
	case tokenIdent, tokenPrivate, tokenString, tokenNumber:
		return true
	default:
		return t.op == '[' || t.op == '*' || t.op == '@'
	}
}

// isIndexSignature reports whether the bracket begins [key: string]: T and not a computed name.
func (r *reader) isIndexSignature() bool {
	return r.is('[') && r.isIdent(r.at+1) && (r.op(r.at+2) == ':' || r.op(r.at+2) == ',')
}

func (r *reader) skipIndexSignature() {
	r.at = r.after(r.at)
	r.annotation()
	r.accept(';')
}

// memberName reads the name of a member.
func (r *reader) memberName(m *Member) bool {
	t := r.cur()
	switch t.kind {
	case tokenIdent:
		m.Name = r.name(r.at)
	case tokenPrivate:
		m.Name, m.Access = r.name(r.at), HashPrivate
	case tokenString:
		m.Name = r.stringValue(r.at)
	case tokenNumber:
		m.Name, _ = numberValue(r.text(r.at))
	case tokenPunct:
		if t.op != '[' {
			return false
		}
		from, to := r.inner(r.at)
		m.Name, m.Computed = r.folded(from, to), true
		r.at = r.after(r.at)
		return true
	default:
		return false
	}
	r.advance()
	return true
}

func (r *reader) memberMarks(m *Member) {
	switch {
	case r.accept('?'):
		m.Optional = true
	case r.is('!') && r.sameLine(r.at):
		r.advance()
		m.Definite = true
	}
}

// method reads a method from after its name, and reports whether it has a body.
func (r *reader) method(m *Member) (body bool) {
	if m.Kind == Field {
		m.Kind = Method
		if m.Name == "constructor" && !m.Static && !m.Computed && !m.Generator {
			m.Kind = Constructor
		}
	}
	var f Function
	r.signature(&f)
	m.TypeParams, m.Params, m.Type = f.TypeParams, f.Params, f.Type
	if r.is('{') {
		r.at = r.after(r.at)
		return true
	}
	r.accept(';')
	return false
}

// field reads a field from after its name.
func (r *reader) field(m *Member) {
	m.Type = r.annotation()
	if r.accept('=') {
		start := r.at
		r.skipExpression(false)
		m.HasDefault = true
		m.Default, m.DefaultAs = r.defaultValue(start, r.at)
	}
	r.accept(';')
}

// defaultValue describes the expression of the tokens from the index from up to the index to.
func (r *reader) defaultValue(from, to int) (text string, kind ValueKind) {
	return shorten(r.raw(from, to), maxDefaultText), r.valueKind(from, to)
}
