package source

import "strings"

// typedefs reads the declarations in the comments of the top level: @typedef, @callback and @import.
func (r *reader) typedefs() {
	for _, d := range r.docs {
		if d.top && declares(r.src[d.start:d.end]) {
			r.typedefComment(d.span)
		}
	}
}

func declares(comment string) bool {
	return strings.Contains(comment, "@typedef") || strings.Contains(comment, "@callback") ||
		strings.Contains(comment, "@import")
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

// typedef reads @typedef {T} Name, or @typedef Name with the @property tags after it.
func (r *reader) typedef(s section, following []section, doc Doc) {
	t, rest := r.tagType(s.span)
	decl := r.namedDecl(rest, doc)
	if decl == nil {
		return
	}
	root := DocParam{Name: "", Pos: decl.Pos}
	if t != nil {
		root.Type = t.typ
	}
	decl.Type = nested(root, r.properties(following))
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

// properties reads the @property tags that follow a @typedef.
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
	d.importClause(d.pos(d.at))
	added := r.file.Imports[first:]
	if len(added) > 0 && added[0].From == "" {
		r.file.Imports = r.file.Imports[:first] // prose about @import
	}
	for i := range added {
		added[i].TypeOnly = true
	}
}
