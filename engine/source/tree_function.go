package source

// functionNode reads a function from async or function on. It is a statement if it is declared.
func (p *parser) functionNode(declared bool) *Node {
	n := p.begin(NodeFunction)
	n.Fn = &Function{}
	doc := p.docFor(p.at)
	n.Fn.Async = p.acceptWord("async")
	p.expectWord("function")
	n.Fn.Generator = p.accept('*')
	if p.isIdent(p.at) {
		n.Name, n.NameAt = p.name(p.at), p.cur().start
		p.advance()
	}
	p.functionTail(n, doc)
	if declared {
		n.Op = "declared"
	}
	if n.A == nil {
		n.Op = "overload"
		p.semicolon()
	}
	return p.end(n)
}

// docFor returns the comment of the function that begins at a token: its own, or that of the variable which it is the value of.
func (p *parser) docFor(first int) comment {
	if p.docAt == first && p.doc.Pos.IsValid() {
		return p.doc
	}
	return p.described(first)
}

// functionTail reads a function from its type parameters on; one without a body is a signature.
func (p *parser) functionTail(n *Node, doc comment) {
	n.Fn.TypeParams, n.Fn.Bounds = p.boundParams()
	p.paramNodes(n)
	if p.accept(':') {
		n.Fn.Type = p.returnType()
	}
	n.Fn.document(doc)
	if p.is('{') {
		n.A = p.functionBody(n, p.block)
	}
}

// functionBody reads the body of a function, in which words have the meanings that the function gives them.
func (p *parser) functionBody(n *Node, read func() *Node) *Node {
	generator, noIn := p.generator, p.noIn
	p.generator, p.noIn = n.Fn.Generator, p.noIn && n.Fn.Arrow
	body := p.deeper(read)
	p.generator, p.noIn = generator, noIn
	return body
}

func (p *parser) paramNodes(n *Node) {
	p.expect('(')
	for !p.accept(')') {
		if node, param := p.paramNode(); node != nil {
			n.List, n.Fn.Params = append(n.List, node), append(n.Fn.Params, param)
		}
		if !p.is(')') {
			p.expect(',')
		}
	}
}

// paramNode reads a parameter; nil for TypeScript's this.
func (p *parser) paramNode() (*Node, *Param) {
	n, param, first := p.begin(NodeParam), &Param{}, p.at
	n.Decorators = p.decoratorNodes()
	p.paramModifiers(param)
	param.Rest = p.accept(opSpread)
	if p.acceptWord("this") {
		p.annotation()
		return nil, nil
	}
	param.Pos = p.pos(p.at)
	n.A = p.pattern()
	param.Name, param.Destructured = n.A.Name, n.A.Kind != NodeName
	param.Optional = p.accept('?')
	param.Type = p.annotation()
	if p.script {
		p.inlineDoc(param, p.comment(first, first))
	}
	if p.accept('=') {
		param.HasDefault, n.B = true, p.inside(p.assignment)
	}
	return p.end(n), param
}

// pattern reads a name, or a pattern that takes something apart.
func (p *parser) pattern() *Node {
	n := p.begin(NodeArray)
	switch {
	case p.accept('['):
		n.List = p.list(']', func() *Node {
			if p.is(',') {
				return nil
			}
			return p.patternPart()
		})
	case p.accept('{'):
		n.Kind = NodeObject
		n.List = p.list('}', p.patternProperty)
	case p.isIdent(p.at):
		n.Kind, n.Name = NodeName, p.name(p.at)
		p.advance()
	default:
		p.fail()
	}
	return p.end(n)
}

// patternPart reads a pattern with what stands before and behind it.
func (p *parser) patternPart() *Node {
	return p.deeper(func() *Node {
		n := p.begin(NodeSpread)
		if p.accept(opSpread) {
			n.A = p.pattern()
			return p.end(n)
		}
		part := p.pattern()
		if !p.accept('=') {
			return part
		}
		n.Kind, n.Op, n.A, n.B = NodeAssign, "=", part, p.inside(p.assignment)
		return p.end(n)
	})
}

func (p *parser) patternProperty() *Node {
	if p.is(opSpread) {
		return p.patternPart()
	}
	n := p.begin(NodeProperty)
	if p.isIdent(p.at) && p.op(p.at+1) != ':' {
		n.Name, n.Short = p.name(p.at), true
		n.A = p.patternPart()
		return p.end(n)
	}
	p.keyOf(n)
	p.expect(':')
	n.A = p.patternPart()
	return p.end(n)
}

// keyOf reads the name of a property or a member.
func (p *parser) keyOf(n *Node) {
	n.NameAt = p.cur().start
	if p.accept('[') {
		n.B = p.inside(p.assignment)
		p.expect(']')
		return
	}
	var m Member
	if !p.memberName(&m) {
		p.fail()
	}
	n.Name = m.Name
}

// arrowNode reads an arrow function.
func (p *parser) arrowNode() *Node {
	n := p.begin(NodeFunction)
	n.Fn = &Function{Arrow: true}
	doc := p.docFor(p.at)
	if p.word(p.at, "async") && p.op(p.at+1) != opArrow {
		p.advance()
		n.Fn.Async = true
	}
	if p.isIdent(p.at) {
		param := &Param{Name: p.name(p.at), Pos: p.pos(p.at)}
		node := p.begin(NodeParam)
		node.A = p.pattern()
		n.List, n.Fn.Params = []*Node{p.end(node)}, []*Param{param}
	} else {
		n.Fn.TypeParams, n.Fn.Bounds = p.boundParams()
		p.paramNodes(n)
		if p.accept(':') {
			n.Fn.Type = p.returnType()
		}
	}
	n.Fn.document(doc)
	p.expect(opArrow)
	read := p.assignment
	if p.is('{') {
		read = p.block
	}
	n.A = p.functionBody(n, read)
	return p.end(n)
}
