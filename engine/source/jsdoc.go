package source

import "strings"

// comment is a JSDoc comment, with those of its tags that only the reader uses.
type comment struct {
	Doc
	span       // of the text between /** and */
	enum       bool
	templates  []string // @template
	implements []*Type
	extends    *Type // @extends, @augments
}

// section is the description of a comment, or one tag with its text.
type section struct {
	tag string // empty for the description
	at  int    // offset of the @
	span
}

// comment reads the JSDoc comment before token first or, if there is none, after the decorators and modifiers
// from there to token last.
func (r *reader) comment(first, last int) comment {
	for i := first; i <= last; i = r.after(i) {
		if doc := r.tok(i).doc; doc != 0 {
			return r.readComment(r.docs[doc-1].span)
		}
		if r.tok(i).kind == tokenEOF {
			break
		}
	}
	return comment{}
}

// or returns the comment, or the other one if it is empty.
func (c comment) or(other comment) comment {
	if c.Pos.IsValid() {
		return c
	}
	return other
}

func (r *reader) readComment(whole span) comment {
	c := comment{span: textSpan(r.src, whole)}
	c.Pos = r.lines.at(whole.start)
	for _, s := range sections(r.src, c.span) {
		if s.tag == "" {
			c.Text = r.paragraphs(s.span)
			c.Summary = firstParagraph(c.Text)
			continue
		}
		r.tag(&c, s)
	}
	return c
}

// textSpan returns the text between /** and */.
func textSpan(src string, whole span) span {
	s := span{whole.start + 3, whole.end}
	if strings.HasSuffix(src[s.start:s.end], "*/") {
		s.end -= 2
	}
	for s.end > s.start && src[s.end-1] == '*' {
		s.end--
	}
	return s
}

func (r *reader) tag(c *comment, s section) {
	switch s.tag {
	case "param", "arg", "argument":
		if p, ok := r.docParam(s); ok {
			c.Params = append(c.Params, p)
		}
	case "returns", "return":
		if t, _ := r.tagType(s.span); t != nil {
			c.Returns = t.typ
		}
	case "type":
		if t, _ := r.tagType(s.span); t != nil {
			c.Type = t.typ
		}
	case "implements":
		if t, _ := r.tagType(s.span); t != nil {
			c.implements = append(c.implements, t.typ)
		}
	case "extends", "augments":
		if t, _ := r.tagType(s.span); t != nil {
			c.extends = t.typ
		}
	case "template":
		c.templates = append(c.templates, r.templateNames(s.span)...)
	case "enum":
		c.enum = true
	}
	c.addTag(s.tag, r, s.span)
}

// addTag keeps the text of a tag that has no field of its own.
func (c *comment) addTag(tag string, r *reader, text span) {
	switch tag {
	case "param", "arg", "argument":
		return
	}
	if _, ok := c.Tags[tag]; ok {
		return
	}
	if c.Tags == nil {
		c.Tags = map[string]string{}
	}
	c.Tags[tag] = r.paragraphs(text)
}

// docParam reads {type} name text, {type} [name=default] text, or name {type} text.
func (r *reader) docParam(s section) (p DocParam, ok bool) {
	p.Pos = r.lines.at(s.at)
	t, rest := r.tagType(s.span)
	rest = r.docName(&p, rest)
	if t == nil {
		t, rest = r.tagType(rest)
	}
	if t != nil {
		p.Type = t.typ
		p.Optional = p.Optional || t.optional
	}
	text := strings.TrimPrefix(foldLines(r.paragraphs(rest)), "- ")
	p.Text = strings.TrimSpace(text)
	return p, p.Name != ""
}

// docName reads name, dotted or in backticks, name?, or [name=default], and returns the rest.
func (r *reader) docName(p *DocParam, s span) span {
	s = r.skipDocBlanks(s)
	if s.start < s.end && r.src[s.start] == '[' {
		inside, rest := bracketed(r.src, s)
		p.Optional = true
		name, value, _ := strings.Cut(r.src[inside.start:inside.end], "=")
		p.Name, p.Default = strings.Trim(name, " \t`"), strings.TrimSpace(value)
		return rest
	}
	i := s.start
	for i < s.end && isDocNameByte(r.src[i]) {
		i++
	}
	p.Name = strings.Trim(r.src[s.start:i], "`")
	if i < s.end && r.src[i] == '?' && p.Name != "" {
		p.Optional = true
		i++
	}
	return span{i, s.end}
}

func isDocNameByte(c byte) bool {
	return isIdentStart(c) && c != '\\' || isDigit(c) || c == '.' || c == '[' || c == ']' || c == '`'
}

// templateNames reads the names of @template T, U and @template {Base} T.
func (r *reader) templateNames(s span) []string {
	_, s = r.tagType(s)
	var names []string
	for {
		s = r.skipDocBlanks(s)
		if s.start < s.end && r.src[s.start] == '[' {
			s.start++
		}
		i := s.start
		for i < s.end && (isIdentStart(r.src[i]) || isDigit(r.src[i])) {
			i++
		}
		if i == s.start {
			return names
		}
		names = append(names, r.src[s.start:i])
		if s = r.skipDocBlanks(span{i, s.end}); s.start == s.end || r.src[s.start] != ',' {
			return names
		}
		s.start++
	}
}
