package source

// params reads a list of parameters, from its parenthesis to after the closing one.
func (r *reader) params() []*Param {
	_, end := r.inner(r.at)
	next := r.after(r.at)
	r.advance()
	var list []*Param
	for r.at < end {
		start := r.at
		if p := r.param(); p != nil {
			list = append(list, p)
		}
		for r.at < end && !r.is(',') {
			r.at = r.after(r.at)
		}
		r.accept(',')
		if r.at == start {
			break
		}
	}
	r.at = next
	return list
}

// param reads one parameter. It returns nil for TypeScript's this, which is not a parameter.
func (r *reader) param() *Param {
	p := &Param{}
	first := r.at
	p.Decorators = r.decorators(nil)
	r.paramModifiers(p)
	p.Rest = r.accept(opSpread)
	name := r.at
	p.Pos = r.pos(name)
	switch {
	case r.word(r.at, "this"):
		r.advance()
		r.annotation()
		return nil
	case r.isIdent(r.at):
		p.Name = r.name(r.at)
		r.advance()
	case r.is('{'), r.is('['):
		p.Destructured = true
		r.at = r.after(r.at)
	default:
		return nil
	}
	p.Optional = r.accept('?')
	p.Type = r.annotation()
	r.inlineDoc(p, r.comment(first, name))
	r.paramDefault(p)
	return p
}

// paramModifiers reads the modifiers that make a parameter a property of its class.
func (r *reader) paramModifiers(p *Param) {
	for r.isIdent(r.at) && (r.isIdent(r.at+1) || isOneOf(r.op(r.at+1), '{', '[', opSpread, '@')) {
		switch r.text(r.at) {
		case "public":
			p.Property = Public
		case "protected":
			p.Property = Protected
		case "private":
			p.Property = Private
		case "readonly":
			p.Readonly = true
		case "override":
		default:
			return
		}
		p.IsProperty = true
		r.advance()
		p.Decorators = r.decorators(p.Decorators)
	}
}

func (r *reader) paramDefault(p *Param) {
	if !r.accept('=') {
		return
	}
	start := r.at
	r.skipExpression(true)
	p.HasDefault = true
	p.Default, p.DefaultAs = r.defaultValue(start, r.at)
}

// inlineDoc applies a comment directly before the parameter: a whole type, /** int */ id, or a comment with
// tags, /** @type {int} */ id; any other text describes the parameter.
func (r *reader) inlineDoc(p *Param, doc comment) {
	if !doc.Pos.IsValid() {
		return
	}
	if p.Type == nil {
		if p.Type = doc.Type; p.Type == nil {
			p.Type = r.wholeType(doc)
		}
		if p.Type != nil {
			return
		}
	}
	p.Doc = doc.Summary
}

// documentParams completes parameters from @param tags: by name, and a destructured parameter by its
// position.
func documentParams(params []*Param, docs []DocParam) {
	if len(docs) == 0 || len(params) == 0 {
		return
	}
	named := make(map[string]*DocParam, len(docs))
	var order []*DocParam
	for _, d := range nestParams(docs) {
		if named[d.Name] == nil {
			named[d.Name] = d
			order = append(order, d)
		}
	}
	for i, p := range params {
		d := named[p.Name]
		if p.Destructured && i < len(order) {
			d = order[i]
		}
		if d != nil {
			p.document(d)
		}
	}
}

func (p *Param) document(d *DocParam) {
	if p.Type == nil {
		p.Type = d.Type
	}
	if p.Doc == "" {
		p.Doc = d.Text
	}
	if d.Optional {
		p.Optional = true
	}
	if !p.HasDefault && d.Default != "" {
		p.Default, p.DefaultAs = d.Default, literalKind(d.Default)
	}
}
