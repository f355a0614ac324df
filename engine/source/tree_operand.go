package source

// trails reports whether a token may go on with an operand.
func (p *parser) trails(t *token, decorator bool) bool {
	switch t.op {
	case '.', opChain, '(':
		return true
	case '[':
		return !decorator
	case '!', '<':
		return !p.script
	}
	return t.kind == tokenTemplate || t.kind == tokenTemplateHead
}

// trailers reads what follows an operand: members, calls, templates. A decorator ends before a bracket.
func (p *parser) trailers(n *Node, decorator bool) *Node {
	var given *Type
	for {
		t := p.cur()
		if !p.trails(t, decorator) {
			return n
		}
		next := p.node(NodeMember, n.At)
		next.A = n
		switch {
		case t.op == '.', t.op == opChain:
			p.advance()
			next.Chain = t.op == opChain
			p.member(next)
		case t.op == '[' && !decorator:
			p.advance()
			p.index(next)
		case t.op == '(':
			p.advance()
			next.Type, given = given, nil
			p.call(next)
		case t.kind == tokenTemplate || t.kind == tokenTemplateHead:
			next.Kind, next.B = NodeTagged, p.template()
		case t.op == '!' && !t.newline && !p.script:
			p.advance()
			n.End, n.Present = p.tok(p.at-1).end, true
			continue
		case t.op == '<' && !p.script:
			end, ok := p.skipAngles(p.at, false)
			if !ok || !p.mayFollowTypeArgs(end) {
				return n
			}
			given = &Type{Kind: TypeTuple, Args: p.typeArgs()}
			p.at = end
			continue
		default:
			return n
		}
		n = p.end(next)
	}
}

func (p *parser) member(n *Node) {
	switch {
	case n.Chain && p.accept('['):
		p.index(n)
	case n.Chain && p.accept('('):
		p.call(n)
	case n.Chain && p.is('<') && !p.script:
		end, ok := p.skipAngles(p.at, false)
		if p.at = end; !ok {
			p.fail()
		}
		p.expect('(')
		p.call(n)
	case p.isIdent(p.at), p.cur().kind == tokenPrivate:
		n.Name, n.NameAt = p.name(p.at), p.cur().start
		p.advance()
	default:
		p.fail()
	}
}

func (p *parser) index(n *Node) {
	n.Kind, n.B = NodeIndex, p.inside(p.expression)
	p.expect(']')
}

func (p *parser) call(n *Node) {
	n.Kind = NodeCall
	p.inside(func() *Node { n.List = p.list(')', p.spread); return nil })
}

// spread reads an expression that may have three points in front of it.
func (p *parser) spread() *Node {
	n := p.begin(NodeSpread)
	if !p.accept(opSpread) {
		return p.assignment()
	}
	n.A = p.assignment()
	return p.end(n)
}

// primary reads an operand.
func (p *parser) primary() *Node {
	n := p.begin(NodeLiteral)
	t := p.cur()
	switch t.kind {
	case tokenIdent:
		return p.wordOperand(n)
	case tokenPrivate: // #name in object
		n.Op = "private"
	case tokenString:
		n.Op, n.Name = "string", p.stringValue(p.at)
	case tokenNumber:
		n.Op = "number"
		if p.src[t.end-1] == 'n' {
			n.Op = "bigint"
		}
	case tokenRegexp:
		n.Op = "regexp"
	case tokenTemplate, tokenTemplateHead:
		return p.template()
	case tokenPunct:
		return p.signOperand(n, t)
	default:
		p.fail()
	}
	p.advance()
	return p.end(n)
}

func (p *parser) signOperand(n *Node, t *token) *Node {
	switch t.op {
	case '(':
		first := p.at
		p.advance()
		inner := p.inside(p.expression)
		p.expect(')')
		inner.Wrapped = true
		if t.doc == 0 {
			return inner
		}
		n.Kind, n.A, n.Type = NodeCast, inner, p.comment(first, first).Type
	case '[':
		p.advance()
		n.Kind = NodeArray
		p.inside(func() *Node { n.List = p.list(']', p.element); return nil })
	case '{':
		p.advance()
		n.Kind = NodeObject
		p.inside(func() *Node { n.List = p.list('}', p.property); return nil })
	case '@':
		decorators := p.decoratorNodes()
		n = p.classNode()
		n.Decorators = decorators
	default:
		p.fail()
	}
	return p.end(n)
}

func (p *parser) element() *Node {
	if p.is(',') {
		return nil
	}
	return p.spread()
}

func (p *parser) template() *Node {
	n := p.begin(NodeTemplate)
	if p.cur().kind == tokenTemplateHead {
		for p.cur().kind != tokenTemplateTail {
			if k := p.cur().kind; k != tokenTemplateHead && k != tokenTemplateMiddle {
				p.fail()
			}
			p.advance()
			n.List = append(n.List, p.inside(p.expression))
		}
	}
	p.advance()
	return p.end(n)
}

func (p *parser) wordOperand(n *Node) *Node {
	switch word := p.text(p.at); word {
	case "function":
		return p.functionNode(false)
	case "async":
		if p.word(p.at+1, "function") && p.sameLine(p.at+1) {
			return p.functionNode(false)
		}
		n.Kind, n.Name = NodeName, word
	case "class":
		return p.classNode()
	case "new":
		return p.newNode(n)
	case "import":
		n.Kind = NodeMeta
		if p.op(p.at+1) == '.' {
			p.at += 2
		}
	case "this":
		n.Kind = NodeThis
	case "super":
		n.Kind = NodeSuper
	case "null":
		n.Op = "null"
	case "true", "false":
		n.Op = "boolean"
	case "if", "for", "while", "do", "return", "throw", "switch", "case", "default", "try", "catch", "finally", "else", "var", "const",
		"export", "extends", "in", "instanceof", "break", "continue", "enum":
		p.fail()
	default:
		n.Kind, n.Name = NodeName, p.name(p.at)
	}
	p.advance()
	return p.end(n)
}

func (p *parser) newNode(n *Node) *Node {
	p.advance()
	if p.accept('.') {
		n.Kind = NodeMeta
		p.advance()
		return p.end(n)
	}
	n.Kind = NodeNew
	callee := p.deeper(p.primary)
	for p.is('.') || p.is('[') {
		next := &Node{Kind: NodeMember, At: callee.At, A: callee}
		if p.accept('[') {
			p.index(next)
		} else {
			p.advance()
			p.member(next)
		}
		callee = p.end(next)
	}
	n.A = callee
	if p.is('<') && !p.script {
		if end, ok := p.skipAngles(p.at, false); ok {
			p.at = end
		}
	}
	if p.accept('(') {
		n.NameAt = p.tok(p.at - 1).start
		p.inside(func() *Node { n.List = p.list(')', p.spread); return nil })
	}
	return p.end(n)
}

// property reads one of an object literal.
func (p *parser) property() *Node {
	if p.is(opSpread) {
		return p.spread()
	}
	n, first := p.begin(NodeProperty), p.at
	var m Member
	for p.isIdent(p.at) && (p.word(p.at, "get") || p.word(p.at, "set") || p.word(p.at, "async")) && p.isBeforeName(p.at+1) {
		switch p.text(p.at) {
		case "async":
			m.Async = true
		default:
			n.Op = p.text(p.at)
		}
		p.advance()
	}
	m.Generator = p.accept('*')
	if name := p.at; p.isIdent(name) && !m.Generator && (p.op(name+1) == ',' || p.op(name+1) == '}' || p.op(name+1) == '=') {
		n.Name, n.Short, n.NameAt = p.name(name), true, p.cur().start
		n.A = p.primary()
		if p.accept('=') { // { name = 1 } = …
			n.A = &Node{Kind: NodeAssign, Op: "=", At: n.At, A: n.A, B: p.assignment()}
			p.end(n.A)
		}
		return p.end(n)
	}
	p.keyOf(n)
	if p.accept(':') {
		p.docAt, p.doc = p.at, p.described(first)
		n.A = p.assignment()
		return p.end(n)
	}
	f := &Node{Kind: NodeFunction, At: n.At, NameAt: n.NameAt, Op: "method", Fn: &Function{Name: n.Name, Async: m.Async, Generator: m.Generator}}
	p.functionTail(f, p.described(first))
	if f.A == nil {
		p.fail()
	}
	n.A = p.end(f)
	return p.end(n)
}
