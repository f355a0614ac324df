package source

// docType is a type in braces, with the marks a parameter's may have.
type docType struct {
	typ      *Type
	optional bool // {T=}
}

// tagType reads the {type} that begins a text, and returns the text after it; nil if the text does not begin
// with a type.
func (r *reader) tagType(s span) (*docType, span) {
	s = r.skipDocBlanks(s)
	if s.start == s.end || r.src[s.start] != '{' {
		return nil, s
	}
	end := braceEnd(r.src, s)
	t := r.readDocType(span{s.start + 1, end})
	return t, span{min(end+1, s.end), s.end}
}

// braceEnd finds the partner of the brace at the start of s, or the end of s. Braces within quotes that are
// closed on their line do not count.
func braceEnd(src string, s span) int {
	depth := 0
	for i := s.start; i < s.end; i++ {
		switch c := src[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`':
			i = quoteEnd(src, i, s.end)
		}
	}
	return s.end
}

func quoteEnd(src string, i, end int) int {
	for j := i + 1; j < end && src[j] != '\n'; j++ {
		if src[j] == src[i] {
			return j
		}
	}
	return i
}

// readDocType reads the type that a span of a comment consists of. A text that is not a type becomes a
// TypeOther.
func (r *reader) readDocType(s span) *docType {
	d := r.docReader(s)
	t := &docType{typ: d.typ()}
	t.optional = d.accept('=')
	if d.cur().kind != tokenEOF || d.unread {
		d.at = len(d.tokens) - 1
		t.typ = d.other(0)
	}
	return t
}

// docReader returns a reader of the type that a span of a comment consists of. There is only one such reader:
// it must not be used after the next call.
func (r *reader) docReader(s span) *reader {
	if r.doc == nil {
		r.doc = &reader{src: r.src, lines: r.lines, jsdoc: true, file: r.file}
	}
	d := r.doc
	d.tokens = lex(r.src, s.start, s.end, true, d.tokens).tokens
	d.at, d.depth, d.budget, d.unread = 0, 0, 8*len(d.tokens), false
	return d
}

// wholeType returns the type that a comment without tags consists of, as in /** int */ id.
func (r *reader) wholeType(c comment) *Type {
	if len(c.Tags) > 0 || len(c.Params) > 0 || c.Text == "" {
		return nil
	}
	d := r.docReader(c.span)
	if t := d.typ(); d.cur().kind == tokenEOF && !d.unread && t.Kind != TypeOther {
		return t
	}
	return nil
}

// jsdocSignType reads the forms that only JSDoc has: ?T, !T, ...T, * and ? alone.
func (r *reader) jsdocSignType() *Type {
	start := r.at
	if !r.enter() {
		return r.other(start)
	}
	defer r.leave()
	switch {
	case r.accept('*'):
		return r.typed(start, TypeAny)
	case r.accept('?'):
		if r.endsDocType() {
			return r.typed(start, TypeAny)
		}
		return r.nullable(start, r.operatorType())
	case r.accept('!'):
		return r.operatorType()
	case r.accept(opSpread):
		return r.typed(start, TypeArray, r.operatorType())
	}
	return r.other(start)
}

func (r *reader) endsDocType() bool {
	return r.cur().kind == tokenEOF || isOneOf(r.cur().op, ',', '|', '>', ')', ']', '}', '=', '&')
}

// jsdocFunction reads function(A, B): C.
func (r *reader) jsdocFunction() *Type {
	start := r.at
	r.at = r.after(start + 1)
	if r.accept(':') {
		r.typ()
	}
	return r.typed(start, TypeFunction)
}

// jsdocShape reads the braces of array{id: int, note?: string}.
func (r *reader) jsdocShape(start int) *Type {
	fields := r.shapeFields(true)
	t := r.typed(start, TypeShape)
	t.Fields = fields
	return t
}

// literalKind returns the kind of a JSDoc default, as far as its text shows it.
func literalKind(text string) ValueKind {
	d := &reader{src: text, tokens: lex(text, 0, len(text), false, nil).tokens, budget: 100}
	return d.valueKind(0, len(d.tokens)-1)
}
