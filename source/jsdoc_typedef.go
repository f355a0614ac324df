package source

import "strings"

// typedefs reads the comments of the top level for what they declare themselves:
// @typedef, @callback and @import.
func (r *reader) typedefs() {
	for _, d := range r.docs {
		text := r.src[d.start:d.end]
		if d.top && (strings.Contains(text, "@typedef") || strings.Contains(text, "@callback") || strings.Contains(text, "@import")) {
			r.typedefComment(d.span)
		}
	}
}

func (r *reader) typedefComment(whole span) {
	body := textSpan(r.src, whole)
	list := sections(r.src, body)
	doc := Doc{Text: r.paragraphs(list[0].span), Pos: r.lines.at(whole.start)}
	doc.Summary = firstParagraph(doc.Text)
	for i, s := range list {
		switch s.tag {
		case "typedef":
			r.typedef(s, list[i+1:], doc)
		case "callback":
			r.callback(s, doc)
		case "import":
			r.importTag(s)
		}
	}
}

// typedef reads @typedef {T} Name, or @typedef Name with the @property tags behind it.
func (r *reader) typedef(s section, following []section, doc Doc) {
	t, rest := r.tagType(s.span)
	decl := r.namedDecl(rest, doc)
	if decl == nil {
		return
	}
	fields := r.properties(following)
	switch {
	case t != nil && !(isObjectType(t.typ) && len(fields) > 0):
		decl.Type = t.typ
	case len(fields) > 0:
		decl.Type = nestFields(fields, decl.Pos)
		if t != nil && t.typ.Kind == TypeArray {
			decl.Type = &Type{Kind: TypeArray, Args: []*Type{decl.Type}, Text: t.typ.Text, Pos: t.typ.Pos}
		}
	}
	r.file.Types = append(r.file.Types, decl)
}

// namedDecl begins a declaration with the name that a text begins with.
func (r *reader) namedDecl(s span, doc Doc) *TypeDecl {
	s = r.skipDocBlanks(s)
	i := s.start
	for i < s.end && (isIdentStart(r.src[i]) || isDigit(r.src[i]) || r.src[i] == '.') {
		i++
	}
	if i == s.start {
		return nil
	}
	name := r.src[s.start:i]
	if doc.Text == "" {
		doc.Text = r.paragraphs(span{i, s.end})
		doc.Summary = firstParagraph(strings.TrimPrefix(doc.Text, "- "))
	}
	return &TypeDecl{Name: name, Export: name, Doc: doc, Pos: r.lines.at(s.start)}
}

// properties reads the @property tags that stand behind a @typedef.
func (r *reader) properties(list []section) []DocParam {
	var fields []DocParam
	for _, s := range list {
		switch s.tag {
		case "property", "prop":
			if p, ok := r.docParam(s); ok {
				fields = append(fields, p)
			}
		case "typedef", "callback":
			return fields
		}
	}
	return fields
}

// isObjectType tells the types that merely announce properties: Object, Object[].
func isObjectType(t *Type) bool {
	if t.Kind == TypeArray {
		t = t.Args[0]
	}
	return t.Kind == TypeName && len(t.Args) == 0 && (t.Name == "Object" || t.Name == "object")
}

// nestFields makes a shape of @property or @param tags, of which a dotted name belongs
// into the shape its prefix names.
func nestFields(list []DocParam, pos Pos) *Type {
	root := &Type{Kind: TypeShape, Pos: pos}
	owners := map[string]*Type{"": root}
	for _, p := range list {
		owner, name := ownerOf(p.Name)
		shape := owners[owner]
		if shape == nil {
			continue
		}
		t := p.Type
		if t != nil && isObjectType(t) {
			nested := *t
			t = &nested
			owners[p.Name] = t
		}
		shape.become(TypeShape)
		shape.Fields = append(shape.Fields, ShapeField{Name: name, Type: t, Optional: p.Optional, Doc: p.Text, Pos: p.Pos})
	}
	return root
}

// become makes a shape of Object, and an array of shapes of Object[].
func (t *Type) become(kind TypeKind) {
	if t.Kind != kind {
		*t = Type{Kind: kind, Nullable: t.Nullable, Text: t.Text, Pos: t.Pos}
	}
}

// ownerOf splits a.b.c into a.b and c; list[].c belongs to list.
func ownerOf(name string) (owner, last string) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name
	}
	return strings.TrimSuffix(name[:i], "[]"), name[i+1:]
}

func isDotted(name string) bool { return strings.IndexByte(name, '.') >= 0 }

// callback reads @callback Name, a function type.
func (r *reader) callback(s section, doc Doc) {
	if decl := r.namedDecl(s.span, doc); decl != nil {
		decl.Type = &Type{Kind: TypeFunction, Text: "function", Pos: decl.Pos}
		r.file.Types = append(r.file.Types, decl)
	}
}

// importTag reads @import {A} from "./a.js", which imports types.
func (r *reader) importTag(s section) {
	d := r.docReader(s.span)
	first := len(r.file.Imports)
	d.importClause()
	for i := range r.file.Imports[first:] {
		r.file.Imports[first+i].TypeOnly = true
	}
}
