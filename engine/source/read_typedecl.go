package source

// interfaceDeclaration reads an interface, from its keyword on.
func (r *reader) interfaceDeclaration(h head) bool {
	i := r.at + 1
	if !r.isIdent(i) || !r.sameLine(i) {
		return false
	}
	t := &TypeDecl{Name: r.name(i), Pos: r.pos(i), Doc: r.comment(h.first, r.at).Doc}
	t.Export = h.export.name(t.Name)
	r.at = i + 1
	t.TypeParams = r.typeParams()
	for r.acceptWord("extends") {
		t.Extends = append(t.Extends, r.typeList()...)
	}
	if r.is('{') {
		t.Type = r.shape()
	}
	r.file.Types = append(r.file.Types, t)
	return true
}

// typeAlias reads type X = …, from its keyword on.
func (r *reader) typeAlias(h head) bool {
	i := r.at + 1
	if !r.isIdent(i) || !r.sameLine(i) || r.op(i+1) != '=' && r.op(i+1) != '<' {
		return false
	}
	t := &TypeDecl{Name: r.name(i), Pos: r.pos(i), Doc: r.comment(h.first, r.at).Doc}
	t.Export = h.export.name(t.Name)
	r.at = i + 1
	t.TypeParams = r.typeParams()
	if r.accept('=') {
		t.Type = r.typ()
	}
	r.endStatement()
	r.file.Types = append(r.file.Types, t)
	return true
}
