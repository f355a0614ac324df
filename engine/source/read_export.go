package source

// export reads a statement that begins, after its decorators, with export.
func (r *reader) export(h head) {
	pos := r.pos(r.at)
	r.advance()
	switch {
	case r.is('{'), r.is('*'):
		r.exportList(false, pos)
	case r.word(r.at, "type") && isOneOf(r.op(r.at+1), '{', '*'):
		r.advance()
		r.exportList(true, pos)
	case r.word(r.at, "import"):
		r.importStatement()
	case r.acceptWord("default"):
		h.export = exportedDefault
		r.exportDefault(h)
	case r.is('='), r.word(r.at, "as"):
		r.skipStatement()
	default:
		h.export = exported
		h.decorators = r.decorators(h.decorators)
		if !r.declaration(h) {
			r.skipStatement()
		}
	}
}

// exportList reads export {…}, export {…} from, export * from, export * as ns from.
func (r *reader) exportList(typeOnly bool, pos Pos) {
	var list []specifier
	if r.is('{') {
		r.eachSpecifier(func(s specifier) { list = append(list, s) })
	} else {
		list = append(list, r.exportStar(pos))
	}
	if from := r.from(); from != "" {
		for _, s := range list {
			r.file.Exports = append(r.file.Exports,
				Reexport{Name: s.name, As: s.as, From: from, TypeOnly: typeOnly || s.typeOnly, Pos: s.pos})
		}
	} else {
		for _, s := range list {
			r.exports = append(r.exports, Alias{Name: s.name, As: s.as, Pos: s.pos})
		}
	}
	r.endStatement()
}

func (r *reader) exportStar(pos Pos) specifier {
	s := specifier{name: "*", pos: pos}
	r.advance()
	if r.acceptWord("as") {
		s.pos = r.pos(r.at)
		s.as, _ = r.exportedName()
	}
	return s
}

// exportDefault reads the rest of a statement after export default.
func (r *reader) exportDefault(h head) {
	h.decorators = r.decorators(h.decorators)
	switch r.text(r.at) {
	case "class", "abstract", "function", "async", "interface":
		if r.declaration(h) {
			return
		}
	}
	if r.isIdent(r.at) && r.endsStatement(r.at+1) {
		r.exports = append(r.exports, Alias{Name: r.name(r.at), As: "default", Pos: r.pos(r.at)})
		r.advance()
		r.endStatement()
		return
	}
	r.skipRest(r.value(binding{head: h, exportAs: "default", name: r.at, doc: h.first}))
}

func (r *reader) endsStatement(i int) bool {
	t := r.tok(i)
	return t.kind == tokenEOF || t.op == ';' || t.newline && t.kind != tokenTemplate && t.kind != tokenTemplateHead &&
		(t.kind != tokenPunct || t.op == '@')
}

// tieExports sets the exported names of declarations from export lists. An imported name is re-exported as in
// export … from.
func (r *reader) tieExports() {
	if len(r.exports) == 0 {
		return
	}
	imports := make(map[string]*Import, len(r.file.Imports))
	for i := range r.file.Imports {
		imports[r.file.Imports[i].Local] = &r.file.Imports[i]
	}
	names := r.exportFields()
	for _, e := range r.exports {
		fields, declared := names[e.Name]
		switch i := imports[e.Name]; {
		case declared:
			if !setEmpty(fields, e.As) {
				r.file.Aliases = append(r.file.Aliases, e)
			}
			names[e.Name] = nil // all of them are set now
		case i != nil:
			r.file.Exports = append(r.file.Exports,
				Reexport{Name: i.Name, As: e.As, From: i.From, TypeOnly: i.TypeOnly, Pos: e.Pos})
		}
	}
}

// exportFields collects the Export fields of all declarations by local name; a class
// and an interface may share one.
func (r *reader) exportFields() map[string][]*string {
	fields := map[string][]*string{}
	for _, c := range r.file.Classes {
		fields[c.Name] = append(fields[c.Name], &c.Export)
	}
	for _, f := range r.file.Functions {
		fields[f.Name] = append(fields[f.Name], &f.Export)
	}
	for _, e := range r.file.Enums {
		fields[e.Name] = append(fields[e.Name], &e.Export)
	}
	for _, t := range r.file.Types {
		fields[t.Name] = append(fields[t.Name], &t.Export)
	}
	return fields
}

// setEmpty sets all fields that are empty, and reports whether there was one.
func setEmpty(fields []*string, value string) bool {
	set := false
	for _, f := range fields {
		if *f == "" {
			*f, set = value, true
		}
	}
	return set
}
