package source

// classNode reads a class from its keyword on.
func (p *parser) classNode() *Node {
	n := p.begin(NodeClass)
	n.NameAt = p.cur().start
	if p.advance(); p.isClassName(p.at) {
		n.Name, n.NameAt = p.name(p.at), p.cur().start
		p.advance()
	}
	n.Fn = &Function{}
	n.Fn.TypeParams, n.Fn.Bounds = p.boundParams()
	for {
		switch {
		case p.acceptWord("extends"):
			n.A = p.baseNode()
		case p.acceptWord("implements"):
			p.typeList()
		default:
			p.expect('{')
			p.inside(func() *Node { p.classMembers(n); return nil })
			return p.end(n)
		}
	}
}

// baseNode reads what a class extends.
func (p *parser) baseNode() *Node {
	n := p.trailers(p.primary(), false)
	if p.is('<') {
		end, ok := p.skipAngles(p.at, false)
		if !ok {
			p.fail()
		}
		p.at = end
	}
	return n
}

func (p *parser) classMembers(class *Node) {
	for !p.accept('}') {
		if p.cur().kind == tokenEOF {
			p.fail()
		}
		if !p.accept(';') {
			if m := p.memberNode(class); m != nil {
				class.List = append(class.List, m)
			}
		}
	}
}

// memberNode reads a member of a class; nil for what does not exist at run time.
func (p *parser) memberNode(class *Node) *Node {
	n, first := p.begin(NodeField), p.at
	n.Decorators = p.decoratorNodes()
	var m Member
	for p.isIdent(p.at) && p.isModifier(&m) {
		p.advance()
		n.Decorators = append(n.Decorators, p.decoratorNodes()...)
	}
	n.Static = m.Static
	switch {
	case p.is('{'):
		return p.block()
	case p.isIndexSignature():
		p.skipIndexSignature()
		class.Op = "index"
		return nil
	}
	generator := p.accept('*')
	p.keyOf(n)
	p.memberMarks(&m)
	doc := p.described(first)
	if !p.is('(') && !p.is('<') {
		return p.fieldNode(n, doc)
	}
	n.Kind, n.Op = NodeMethod, map[MemberKind]string{Getter: "get", Setter: "set"}[m.Kind]
	f := &Node{Kind: NodeFunction, At: n.At, NameAt: n.NameAt, Op: "method", Fn: &Function{Name: n.Name, Async: m.Async, Generator: generator}}
	p.functionTail(f, doc)
	if f.A == nil {
		p.semicolon()
		n.A, n.Op = nil, "signature"
		return p.end(n)
	}
	n.A = p.end(f)
	return p.end(n)
}

func (p *parser) fieldNode(n *Node, doc comment) *Node {
	if n.Type = p.annotation(); n.Type == nil {
		n.Type = doc.Type
	}
	if p.accept('=') {
		p.docAt, p.doc = p.at, doc
		n.A = p.assignment()
	}
	p.semicolon()
	return p.end(n)
}
