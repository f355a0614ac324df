package source

func (p *parser) statementNode() *Node { return p.deeper(p.statementInner) }

func (p *parser) statementInner() *Node {
	n := p.begin(NodeBlock)
	switch {
	case p.is('{'):
		return p.block()
	case p.accept(';'):
		return p.end(n)
	case p.is('@'):
		return p.decorated()
	case p.isIdent(p.at):
		if word := p.wordStatement(n); word != nil {
			return word
		}
	}
	n.Kind, n.A = NodeStatement, p.expression()
	p.semicolon()
	return p.end(n)
}

func (p *parser) block() *Node {
	n := p.begin(NodeBlock)
	p.expect('{')
	for !p.accept('}') {
		if p.cur().kind == tokenEOF {
			p.fail()
		}
		n.List = append(n.List, p.statementNode())
	}
	return p.end(n)
}

// decorated reads a class with decorators, exported or not.
func (p *parser) decorated() *Node {
	first := p.at
	decorators := p.decoratorNodes()
	n := p.statementNode()
	class := n
	for class.Kind == NodeExport && class.A != nil {
		class = class.A
	}
	if class.Kind != NodeClass {
		p.fail()
	}
	class.Decorators = append(decorators, class.Decorators...)
	n.At = p.tok(first).start
	return p.end(n)
}

func (p *parser) decoratorNodes() (list []*Node) {
	for p.accept('@') {
		list = append(list, p.trailers(p.primary(), true))
	}
	return list
}

// wordStatement reads a statement that begins with a word; nil for an expression.
func (p *parser) wordStatement(n *Node) *Node {
	next := p.tok(p.at + 1)
	if next.op == ':' {
		p.at += 2
		n.Kind, n.A = NodeLabelled, p.statementNode()
		return p.end(n)
	}
	if next.op == '.' || next.op == opChain || next.op == '=' {
		return nil
	}
	switch word := p.text(p.at); word {
	case "var", "const", "let", "using":
		return p.variablesStatement(n, word)
	case "await":
		if !p.word(p.at+1, "using") || !p.isIdent(p.at+2) || p.tok(p.at+2).newline {
			return nil
		}
		p.advance()
		return p.variablesStatement(n, "using")
	case "function":
		return p.functionNode(true)
	case "async":
		if p.word(p.at+1, "function") && !next.newline {
			return p.functionNode(true)
		}
		return nil
	case "class":
		return p.classNode()
	case "import":
		if next.op == '(' {
			return nil
		}
		return p.importNode(n)
	case "export":
		return p.exportNode(n)
	case "type", "interface", "enum", "declare", "namespace", "module", "abstract", "global":
		return p.typeStatement(n, word)
	}
	return p.controlStatement(n)
}

func (p *parser) variablesStatement(n *Node, word string) *Node {
	next := p.tok(p.at + 1)
	if word == "const" && p.word(p.at+1, "enum") {
		p.advance()
		return p.typeStatement(n, "enum")
	}
	if word != "var" && word != "const" && next.kind != tokenIdent && next.op != '{' && next.op != '[' || word == "using" && next.newline {
		return nil
	}
	p.variablesNode(n, p.commented(p.at))
	p.semicolon()
	return p.end(n)
}

// variablesNode reads variables from their keyword on.
func (p *parser) variablesNode(n *Node, doc comment) *Node {
	n.Kind, n.Op = NodeVariables, p.text(p.at)
	var noted *Function
	if !p.script {
		if doc.Type != nil {
			noted = &Function{Type: doc.Type}
		}
		doc = comment{}
	}
	p.advance()
	for {
		v := p.begin(NodeVariable)
		v.Fn = noted
		v.A = p.pattern()
		p.accept('!')
		if v.Type = p.annotation(); v.Type == nil {
			v.Type = doc.Type
		}
		if p.accept('=') {
			p.docAt, p.doc = p.at, doc
			v.B = p.assignment()
		}
		n.List = append(n.List, p.end(v))
		if !p.accept(',') {
			return p.end(n)
		}
	}
}

func (p *parser) controlStatement(n *Node) *Node {
	switch word := p.text(p.at); word {
	case "return", "throw":
		p.advance()
		if n.Kind = NodeReturn; word == "throw" {
			n.Kind = NodeThrow
		}
		if !p.is(';') && !p.is('}') && !p.cur().newline && p.cur().kind != tokenEOF {
			n.A = p.expression()
		}
		p.semicolon()
	case "if":
		p.advance()
		n.Kind, n.A = NodeIf, p.condition()
		n.B = p.statementNode()
		if p.acceptWord("else") {
			n.C = p.statementNode()
		}
	case "for":
		return p.forNode(n)
	case "while":
		p.advance()
		n.Kind, n.A = NodeWhile, p.condition()
		n.B = p.statementNode()
	case "do":
		p.advance()
		n.Kind, n.B = NodeDo, p.statementNode()
		p.expectWord("while")
		n.A = p.condition()
		p.accept(';')
	case "switch":
		p.switchNode(n)
	case "try":
		p.tryNode(n)
	case "break", "continue", "debugger":
		n.Kind = NodeJump
		if p.advance(); p.isIdent(p.at) && !p.cur().newline {
			p.advance()
		}
		p.semicolon()
	case "with":
		p.fail()
	default:
		return nil
	}
	return p.end(n)
}

// condition reads an expression in parentheses.
func (p *parser) condition() *Node {
	p.expect('(')
	n := p.inside(p.expression)
	p.expect(')')
	return n
}

// inside reads what is in brackets, where the operator in is one again.
func (p *parser) inside(read func() *Node) *Node {
	before := p.noIn
	p.noIn = false
	n := read()
	p.noIn = before
	return n
}

func (p *parser) forNode(n *Node) *Node {
	p.advance()
	n.Async = p.acceptWord("await")
	p.expect('(')
	n.Kind = NodeFor
	p.noIn = true
	next := p.tok(p.at + 1)
	switch {
	case p.is(';'):
	case p.word(p.at, "var"), p.word(p.at, "const"), (p.word(p.at, "let") || p.word(p.at, "using")) &&
		(next.kind == tokenIdent && !p.word(p.at+1, "of") || next.op == '{' || next.op == '['):
		n.A = p.variablesNode(p.begin(NodeVariables), comment{})
	default:
		n.A = p.expression()
	}
	p.noIn = false
	switch {
	case p.acceptWord("of"):
		n.Kind, n.B = NodeForOf, p.assignment()
	case p.acceptWord("in"):
		n.Kind, n.B = NodeForIn, p.expression()
	default:
		p.expect(';')
		if !p.is(';') {
			n.B = p.expression()
		}
		p.expect(';')
		if !p.is(')') {
			n.C = p.expression()
		}
	}
	p.expect(')')
	n.List = []*Node{p.statementNode()}
	return p.end(n)
}

func (p *parser) switchNode(n *Node) {
	p.advance()
	n.Kind, n.A = NodeSwitch, p.condition()
	p.expect('{')
	for !p.accept('}') {
		c := p.begin(NodeCase)
		if !p.acceptWord("default") {
			p.expectWord("case")
			c.A = p.expression()
		}
		p.expect(':')
		for !p.is('}') && !p.word(p.at, "case") && (!p.word(p.at, "default") || p.op(p.at+1) != ':') {
			if p.cur().kind == tokenEOF {
				p.fail()
			}
			c.List = append(c.List, p.statementNode())
		}
		n.List = append(n.List, p.end(c))
	}
}

func (p *parser) tryNode(n *Node) {
	p.advance()
	n.Kind, n.A = NodeTry, p.block()
	if p.word(p.at, "catch") {
		c := p.begin(NodeCatch)
		if p.advance(); p.accept('(') {
			c.A = p.pattern()
			p.annotation()
			p.expect(')')
		}
		c.B = p.block()
		n.B = p.end(c)
	}
	if p.acceptWord("finally") {
		n.C = p.block()
	}
}
