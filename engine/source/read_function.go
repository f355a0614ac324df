package source

// functionDeclaration reads a function declaration, from async or function on.
func (r *reader) functionDeclaration(h head) bool {
	f := &Function{}
	i := r.at
	if r.word(i, "async") && r.sameLine(i+1) {
		f.Async = true
		i++
	}
	if !r.word(i, "function") {
		return false
	}
	r.at, f.Pos = i+1, r.pos(i)
	f.Generator = r.accept('*')
	if r.isIdent(r.at) {
		f.Name, f.Pos = r.name(r.at), r.pos(r.at)
		r.advance()
	}
	f.Export = h.export.name(f.Name)
	body := r.functionRest(f)
	r.addFunction(f, r.comment(h.first, i), body)
	return true
}

// functionRest reads a function from its type parameters on, and reports whether it has
// a body.
func (r *reader) functionRest(f *Function) (body bool) {
	r.signature(f)
	if body = r.is('{'); body {
		r.at = r.after(r.at)
	} else {
		r.accept(';')
	}
	return body
}

// signature reads type parameters, parameters and return type.
func (r *reader) signature(f *Function) {
	f.TypeParams = r.typeParams()
	if r.is('(') {
		f.Params = r.params()
	}
	if r.accept(':') {
		f.Type = r.returnType()
	}
}

// document completes a function from its comment.
func (f *Function) document(doc comment) {
	f.Doc = doc.Doc
	if len(f.TypeParams) == 0 {
		f.TypeParams = doc.templates
	}
	if f.Type == nil {
		f.Type = doc.Returns
	}
	documentParams(f.Params, doc.Params)
}

// overload is a signature without a body, whose implementation may follow.
type overload struct {
	function *Function
	doc      comment
}

// goesOn reports whether f belongs to the signature that is the last of list.
func (o overload) goesOn(f *Function, list []*Function) bool {
	return o.function != nil && o.function == list[len(list)-1] && o.function.Name == f.Name
}

// addFunction adds a declaration to the file, in place of the overload signature directly before it. The
// comment may precede either of them.
func (r *reader) addFunction(f *Function, doc comment, body bool) {
	list := r.file.Functions
	if r.overloaded.goesOn(f, list) {
		before := list[len(list)-1]
		list = list[:len(list)-1]
		doc = doc.or(r.overloaded.doc)
		f.Overloaded, f.Varied = true, before.Varied || body || !sameName(before.Type, f.Type)
	}
	f.document(doc)
	r.file.Functions = append(list, f)
	r.overloaded = overload{}
	if !body {
		r.overloaded = overload{f, doc}
	}
}
