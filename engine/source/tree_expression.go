package source

// expression reads expressions with commas between them.
func (p *parser) expression() *Node {
	first := p.assignment()
	if !p.is(',') {
		return first
	}
	n := &Node{Kind: NodeSequence, At: first.At, List: []*Node{first}}
	for p.accept(',') {
		n.List = append(n.List, p.assignment())
	}
	return p.end(n)
}

func (p *parser) assignment() *Node { return p.deeper(p.assignmentInner) }

func (p *parser) assignmentInner() *Node {
	if p.generator && p.word(p.at, "yield") {
		return p.yieldNode()
	}
	if p.beginsArrow() {
		return p.arrowNode()
	}
	left := p.conditional()
	op, size := p.assigns()
	if size == 0 {
		return left
	}
	p.at += size
	n := p.node(NodeAssign, left.At)
	n.Op, n.A = op, left
	n.B = p.assignment()
	return p.end(n)
}

func (p *parser) yieldNode() *Node {
	n := p.begin(NodeYield)
	p.advance()
	p.accept('*')
	if t := p.cur(); !t.newline && t.kind != tokenEOF && !isOneOf(t.op, ')', ']', '}', ',', ';', ':') &&
		t.kind != tokenTemplateMiddle && t.kind != tokenTemplateTail {
		n.A = p.assignment()
	}
	return p.end(n)
}

// beginsArrow reports whether an arrow function begins here.
func (p *parser) beginsArrow() bool {
	i := p.at
	if p.word(i, "async") && p.sameLine(i+1) && (p.isIdent(i+1) || p.op(i+1) == '(' || p.op(i+1) == '<') && !p.word(i+1, "function") {
		i++
	}
	if p.op(i) == '<' && !p.script {
		end, ok := p.skipAngles(i, true)
		if !ok || p.op(end) != '(' {
			return false
		}
		i = end
	}
	if p.op(i) != '(' {
		return p.isIdent(i) && p.op(i+1) == opArrow
	}
	after := p.after(i)
	if p.op(after) != ':' || p.script {
		return p.op(after) == opArrow
	}
	return p.arrowAfterType(after)
}

// arrowAfterType reports whether a type and an arrow follow, and not the other half of a conditional.
func (p *parser) arrowAfterType(colon int) bool {
	at, unread := p.at, p.unread
	p.at = colon + 1
	p.returnType()
	is := p.is(opArrow)
	p.spend(p.at - colon)
	if p.budget < 0 {
		p.fail()
	}
	p.at, p.unread = at, unread
	return is
}

// assigns returns the operator of an assignment and the number of its tokens; 0 if there is none.
func (p *parser) assigns() (op string, size int) {
	switch t := p.cur(); t.op {
	case '=':
		return "=", 1
	case opBinary:
		switch text := p.text(p.at); text {
		case "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "**=", "&&=", "||=", "??=":
			return text, 1
		}
	case '>', '<':
		if text, n := p.angles(); n > 0 && text[len(text)-1] == '=' && len(text) > 2 {
			return text, n
		}
	}
	return "", 0
}

// angles joins the operator that begins with < or >, of which tokens have one sign each.
func (p *parser) angles() (text string, size int) {
	i := p.at
	for i < p.at+4 && (i == p.at || p.tok(i).start == p.tok(i-1).end) {
		t := p.tok(i)
		if t.op != p.op(p.at) {
			if t.op == '=' || t.op == opBinary && p.text(i) == "<=" {
				i++
			}
			break
		}
		i++
	}
	return p.raw(p.at, i), i - p.at
}

func (p *parser) conditional() *Node {
	test := p.binary(0)
	if !p.is('?') {
		return test
	}
	n := &Node{Kind: NodeConditional, At: test.At, A: test}
	p.advance()
	n.B = p.inside(p.assignment)
	p.expect(':')
	n.C = p.assignment()
	return p.end(n)
}

// operator returns the binary operator here, how strongly it binds, and the number of its tokens.
func (p *parser) operator() (op string, strength, size int) {
	t := p.cur()
	switch t.kind {
	case tokenIdent:
		switch op = p.text(p.at); {
		case op == "instanceof", op == "in" && !p.noIn, (op == "as" || op == "satisfies") && !p.script && !t.newline:
			return op, 9, 1
		}
		return "", 0, 0
	case tokenPunct:
	default:
		return "", 0, 0
	}
	switch t.op {
	case '<', '>':
		op, size = p.angles()
	default:
		op, size = p.text(p.at), 1
	}
	return op, strengths[op], size
}

// strengths are those of the binary operators; others are none.
var strengths = map[string]int{
	"??": 3, "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8, "!=": 8, "===": 8, "!==": 8,
	"<": 9, ">": 9, "<=": 9, ">=": 9, "<<": 10, ">>": 10, ">>>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "%": 12, "**": 13,
}

func (p *parser) binary(least int) *Node {
	left := p.unary()
	for {
		op, strength, size := p.operator()
		if strength == 0 || strength <= least {
			return left
		}
		p.at += size
		n := p.node(NodeBinary, left.At)
		n.Op, n.A = op, left
		switch op {
		case "as", "satisfies":
			if n.Kind = NodeCast; p.acceptWord("const") {
				left.End = p.tok(p.at - 1).end
				continue
			}
			n.Type = p.typ()
		case "**":
			n.B = p.deeper(func() *Node { return p.binary(strength - 1) })
		default:
			n.B = p.binary(strength)
		}
		left = p.end(n)
	}
}

func (p *parser) unary() *Node {
	n := p.begin(NodeUnary)
	t := p.cur()
	switch {
	case isOneOf(t.op, '!', '~', '+', '-'), t.kind == tokenIdent && isUnaryWord(p.text(p.at)):
		n.Op = p.text(p.at)
		if n.Op == "await" {
			n.Kind = NodeAwait
		}
		p.advance()
	case t.op == opIncrement:
		n.Kind = NodeUpdate
		p.advance()
	case t.op == '<' && !p.script:
		end, ok := p.skipAngles(p.at, false)
		if !ok {
			p.fail()
		}
		n.Kind, p.at = NodeCast, end
	default:
		return p.postfix()
	}
	n.A = p.deeper(p.unary)
	return p.end(n)
}

func isUnaryWord(word string) bool {
	return word == "typeof" || word == "void" || word == "delete" || word == "await"
}

func (p *parser) postfix() *Node {
	operand := p.trailers(p.primary(), false)
	if !p.is(opIncrement) || p.cur().newline {
		return operand
	}
	p.advance()
	return p.end(&Node{Kind: NodeUpdate, At: operand.At, A: operand})
}
