package source

// importNode reads an import declaration; which names it imports is known from [File.Imports].
func (p *parser) importNode(n *Node) *Node {
	n.Kind = NodeImport
	first := p.at
	p.importStatement()
	for i := first; i < p.at; i++ {
		if p.op(i) == '{' && n.NameAt == 0 && !p.word(first+1, "type") && p.tok(i+1).op != '}' {
			n.NameAt = p.tok(i + 1).start
		}
		if p.tok(i).kind == tokenString && n.Name == "" {
			n.Name = p.stringValue(i)
		}
	}
	return p.end(n)
}

func (p *parser) exportNode(n *Node) *Node {
	n.Kind = NodeExport
	doc := p.at
	p.advance()
	if p.tok(p.at).doc == 0 {
		p.tok(p.at).doc = p.tok(doc).doc
	}
	switch {
	case p.is('{'), p.is('*'), p.word(p.at, "type") && isOneOf(p.op(p.at+1), '{', '*'):
		n.Op = "list"
		p.acceptWord("type")
		p.exportedNames(n)
	case p.word(p.at, "import"):
		p.importStatement()
	case p.is('='), p.word(p.at, "as"):
		p.fail()
	case p.acceptWord("default"):
		n.Op = "default"
		p.exportValue(n)
	default:
		n.A = p.statementNode()
	}
	return p.end(n)
}

// exportedNames reads a list of exports, and takes the names under which things are exported.
func (p *parser) exportedNames(n *Node) {
	before, passed := len(p.exports), len(p.file.Exports)
	p.exportList(false, p.pos(p.at))
	for _, e := range p.exports[before:] {
		n.List = append(n.List, &Node{Kind: NodeName, Name: e.As, At: int32(e.Pos.Offset)})
	}
	for _, e := range p.file.Exports[passed:] {
		if e.As != "" {
			n.List = append(n.List, &Node{Kind: NodeName, Name: e.As, At: int32(e.Pos.Offset)})
		}
	}
}

func (p *parser) exportValue(n *Node) {
	decorators := p.decoratorNodes()
	switch {
	case p.word(p.at, "class"), p.word(p.at, "function"), p.word(p.at, "async") && p.word(p.at+1, "function"),
		p.word(p.at, "abstract") && p.word(p.at+1, "class"), p.word(p.at, "interface"):
		n.A = p.statementNode()
	default:
		n.A = p.assignment()
		p.semicolon()
	}
	if len(decorators) > 0 && n.A.Kind != NodeClass {
		p.fail()
	}
	n.A.Decorators = append(decorators, n.A.Decorators...)
}

// typeStatement passes a declaration that exists for compilers only, or whose inside is not read. It returns nil for an expression.
func (p *parser) typeStatement(n *Node, word string) *Node {
	next := p.at + 1
	if !p.isIdent(next) && p.tok(next).kind != tokenString && !(word == "global" && p.op(next) == '{') || p.tok(next).newline {
		return nil
	}
	n.Kind, n.Op = NodeDeclaration, word
	switch word {
	case "abstract":
		if p.advance(); !p.word(p.at, "class") {
			p.fail()
		}
		return p.classNode()
	case "type", "interface":
		h := head{first: p.at}
		if word == "type" && !p.typeAlias(h) || word == "interface" && !p.interfaceDeclaration(h) {
			return nil
		}
		return p.end(n)
	case "declare":
		p.advance()
		p.declaredNode(n)
		return p.end(n)
	}
	p.advance()
	if p.isIdent(p.at) {
		n.Name = p.name(p.at)
	}
	for !p.is('{') {
		if p.cur().kind == tokenEOF {
			p.fail()
		}
		p.advance()
	}
	p.at = p.after(p.at)
	return p.end(n)
}

// declaredNode passes what is behind declare, and takes the names in it.
func (p *parser) declaredNode(n *Node) {
	first := p.at
	if !p.declaration(head{first: p.at, ambient: true}) {
		p.skipStatement()
	}
	for i := first; i < p.at; i++ {
		if p.isIdent(i) {
			n.List = append(n.List, &Node{Kind: NodeName, Name: p.name(i), At: p.tok(i).start, End: p.tok(i).end})
		}
	}
	p.accept(';')
}
