package source

import "strconv"

// isMapped reports whether the braces are a mapped type, {[K in T]: V}, and not a shape.
func (r *reader) isMapped() bool {
	i := r.at + 1
	if r.op(i) == '+' || r.op(i) == '-' {
		i++
	}
	if r.word(i, "readonly") {
		i++
	}
	return r.op(i) == '[' && r.isIdent(i+1) && r.word(i+2, "in")
}

// shape reads an object type or the body of an interface.
func (r *reader) shape() *Type {
	start := r.at
	fields := r.shapeFields(false)
	t := r.typed(start, TypeShape)
	t.Fields = fields
	return t
}

// shapeFields reads the fields between braces. In a positional shape, as in array{int, string}, a field may
// consist of a type only.
func (r *reader) shapeFields(positional bool) []ShapeField {
	if !r.enter() {
		r.at = r.after(r.at)
		return nil
	}
	defer r.leave()
	_, end := r.inner(r.at)
	next := r.after(r.at)
	var fields []ShapeField
	for r.advance(); r.at < end; {
		start := r.at
		if positional && r.accept(opSpread) { // array{id: int, ...}
			continue
		}
		if positional && !r.isNamedField() {
			fields = append(fields, ShapeField{Name: strconv.Itoa(len(fields)), Type: r.typ(), Pos: r.pos(start)})
		} else if f, ok := r.shapeField(); ok {
			fields = addField(fields, f)
		}
		r.endField(start, end)
	}
	r.at = next
	return fields
}

// endField moves past the separator of a field that began at start.
func (r *reader) endField(start, end int) {
	if r.accept(',') || r.accept(';') || r.at >= end {
		return
	}
	if r.at == start {
		r.at = r.after(start)
		r.unread = true
	}
	r.unread = r.unread || r.sameLine(r.at)
}

// addField adds a field; of an overloaded method the last signature is kept.
func addField(fields []ShapeField, f ShapeField) []ShapeField {
	if n := len(fields); n > 0 && fields[n-1].Name == f.Name && !f.Index && !fields[n-1].Index {
		if f.Doc == "" {
			f.Doc = fields[n-1].Doc
		}
		fields[n-1] = f
		return fields
	}
	return append(fields, f)
}

func (r *reader) isNamedField() bool {
	i := r.at + 1
	if r.op(i) == '?' {
		i++
	}
	return r.op(i) == ':'
}

// shapeField reads one field, and returns false for a call or construct signature, which is not a field.
func (r *reader) shapeField() (f ShapeField, ok bool) {
	first := r.at
	if r.isSignature() {
		r.skipSignature()
		return f, false
	}
	accessor := r.shapeModifiers()
	f.Pos = r.pos(r.at)
	if r.isIndexSignature() {
		r.indexField(&f)
	} else {
		var m Member
		if !r.memberName(&m) {
			return f, false
		}
		f.Name, f.Optional = m.Name, r.accept('?')
		r.fieldType(&f, accessor)
	}
	doc := r.comment(first, first)
	f.Doc, f.Example = doc.Summary, doc.Tags["example"]
	_, f.Deprecated = doc.Tags["deprecated"]
	if f.Type == nil {
		f.Type = doc.Type
	}
	return f, true
}

func (r *reader) isSignature() bool {
	return r.is('(') || r.is('<') || r.word(r.at, "new") && isOneOf(r.op(r.at+1), '(', '<')
}

func (r *reader) skipSignature() *Type {
	start := r.at
	r.acceptWord("new")
	r.typeParams()
	if r.is('(') {
		r.at = r.after(r.at)
	}
	if r.accept(':') {
		r.returnType()
	}
	return r.typed(start, TypeFunction)
}

// shapeModifiers skips readonly, get and set where a name follows, and returns Getter or Setter for get and
// set.
func (r *reader) shapeModifiers() (accessor MemberKind) {
	for r.isIdent(r.at) && r.isBeforeName(r.at+1) && r.op(r.at+1) != '*' {
		switch r.text(r.at) {
		case "get":
			accessor = Getter
		case "set":
			accessor = Setter
		case "readonly":
		default:
			return accessor
		}
		if !r.sameLine(r.at + 1) {
			return Field
		}
		r.advance()
	}
	return accessor
}

func (r *reader) indexField(f *ShapeField) {
	f.Index = true
	next := r.after(r.at)
	r.advance()
	f.Name = r.name(r.at)
	r.advance()
	f.Key = r.annotation()
	r.at = next
	f.Type = r.annotation()
}

// fieldType reads the part after the name. The type of a getter is the type it returns, the type of a setter
// that of its parameter.
func (r *reader) fieldType(f *ShapeField, accessor MemberKind) {
	if !r.is('(') && !r.is('<') {
		f.Type = r.annotation()
		return
	}
	if accessor == Field {
		f.Type = r.skipSignature()
		return
	}
	params := r.params()
	if f.Type = r.annotation(); accessor == Setter && len(params) > 0 {
		f.Type = params[0].Type
	}
}
