package source

// Tree is the whole of a file, bodies included.
type Tree struct {
	Body   []*Node
	Module bool   // it imports or exports something
	Text   string // what was read

	lines *lines
}

// At returns the place of an offset.
func (t *Tree) At(offset int32) Pos { return t.lines.at(int(offset)) }

// NodeKind is what a [Node] stands for.
type NodeKind uint8

// The kinds of nodes. What is behind the dash are their parts.
const (
	NodeName        NodeKind = iota // Name
	NodeThis                        // this
	NodeSuper                       // super
	NodeLiteral                     // Op is its kind: string, number, bigint, regexp, boolean, null
	NodeTemplate                    // List are the substitutions
	NodeTagged                      // A is the tag, B the template
	NodeArray                       // List; a hole is nil
	NodeObject                      // List of NodeProperty and NodeSpread
	NodeProperty                    // Name, or B that is computed; A is the value; Op is get or set; Short
	NodeSpread                      // A; in patterns the rest
	NodeFunction                    // Fn, List of NodeParam, A is the body
	NodeParam                       // A is the pattern, B the default, Type
	NodeClass                       // Name, A is the base, Fn has its type parameters, List of NodeField, NodeMethod and NodeBlock
	NodeField                       // Name or B; A is the value
	NodeMethod                      // Name or B; A is the function; nil without a body
	NodeMember                      // A, Name at NameAt; Chain
	NodeIndex                       // A, B; Chain
	NodeCall                        // A, List; Chain; the type arguments are those of Type
	NodeNew                         // A, List
	NodeUnary                       // Op, A
	NodeUpdate                      // A
	NodeBinary                      // A, Op, B
	NodeConditional                 // A, B, C
	NodeAssign                      // A, Op, B; a default in a pattern
	NodeSequence                    // List
	NodeAwait                       // A
	NodeYield                       // A
	NodeCast                        // A, Type: as, satisfies, <T>, a comment; not as const
	NodeMeta                        // import, import.meta, new.target

	NodeBlock       // List
	NodeVariables   // Op is const, let, var or using; List of NodeVariable
	NodeVariable    // A is the pattern, B the value, Type; the type of Fn is that of a comment in TypeScript, where it counts for nobody else
	NodeStatement   // A is an expression
	NodeReturn      // A
	NodeThrow       // A
	NodeIf          // A, B, C
	NodeFor         // A, B, C, List has the body
	NodeForIn       // A, B, List has the body
	NodeForOf       // A, B, List has the body; Async
	NodeWhile       // A, B
	NodeDo          // A is the condition, B the body
	NodeSwitch      // A, List of NodeCase
	NodeCase        // A; List
	NodeTry         // A, B is a NodeCatch, C
	NodeCatch       // A is the pattern, B the block
	NodeLabelled    // A
	NodeJump        // break, continue, debugger
	NodeDeclaration // Name of what is not read further: an enum, a namespace, declare; Op is its keyword
	NodeImport      // List is empty; NameAt is behind its brace, 0 if it has none; Name is the specifier
	NodeExport      // A is the statement or the value; Op is default, or list
)

// Node is a part of a tree. Which of its fields are set depends on its kind.
type Node struct {
	Kind    NodeKind
	Op      string
	Name    string
	At, End int32 // its first byte, and the one after its last
	NameAt  int32
	A, B, C *Node
	List    []*Node
	Type    *Type
	Fn      *Function

	Decorators []*Node
	Chain      bool // ?.
	Static     bool
	Async      bool // for await
	Short      bool // { name }
	Wrapped    bool // it is in parentheses
	Present    bool // it is not null, says a !
	deep       int32
}

// Each calls a function with each part of the node.
func (n *Node) Each(visit func(*Node)) {
	for _, part := range [...]*Node{n.A, n.B, n.C} {
		if part != nil {
			visit(part)
		}
	}
	for _, part := range n.List {
		if part != nil {
			visit(part)
		}
	}
	for _, part := range n.Decorators {
		visit(part)
	}
}

// deepest is how many nodes a tree has on top of one another.
const deepest = 3000

// unreadable ends the reading of a tree.
type unreadable struct{}

// parser reads trees. It gives up, by a panic with unreadable, at the first thing that it does not understand: rules are silent then.
type parser struct {
	*reader
	script    bool // JavaScript
	noIn      bool // in the head of a for
	generator bool
	level     int32
	slab      []Node
	docAt     int // the token of the function that doc describes
	doc       comment
}

// maxTree is the largest text of which there is a tree; what is larger nobody has written, and its tree would take a hundred times as much memory.
const maxTree = 1 << 20

// ParseTree reads a file with its bodies. It returns nil for a text that it does not understand wholly, or that is too large or nested too
// deep.
func ParseTree(path string, text []byte) (tree *Tree) {
	if len(text) > maxTree {
		return nil
	}
	src := string(text)
	l := lex(src, 0, len(src), false, make([]token, 0, len(src)/4+16))
	p := &parser{docAt: -1, script: isScript(path), reader: &reader{
		src: src, lines: newLines(src), tokens: l.tokens, docs: l.docs, budget: 8*len(l.tokens) + 1000, file: &File{Path: path},
	}}
	tree = &Tree{Text: src, lines: p.lines}
	defer func() {
		if failed := recover(); failed != nil {
			if _, is := failed.(unreadable); !is {
				panic(failed)
			}
			tree = nil
		}
	}()
	for p.cur().kind != tokenEOF {
		n := p.statementNode()
		tree.Module = tree.Module || n.Kind == NodeImport || n.Kind == NodeExport
		tree.Body = append(tree.Body, n)
	}
	return tree
}

func (p *parser) fail() { panic(unreadable{}) }

// begin returns a node that begins at the current token.
func (p *parser) begin(kind NodeKind) *Node { return p.node(kind, p.cur().start) }

// node returns a node that begins at an offset.
func (p *parser) node(kind NodeKind, at int32) *Node {
	if len(p.slab) == 0 {
		p.slab = make([]Node, 64)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind, n.At = kind, at
	return n
}

// end completes a node with the token before the current one.
func (p *parser) end(n *Node) *Node {
	if p.at > 0 {
		n.End = p.tok(p.at - 1).end
	}
	n.Each(func(part *Node) { n.deep = max(n.deep, part.deep+1) })
	if n.deep > deepest {
		p.fail()
	}
	return n
}

// deeper counts a level of nesting while what is read is read.
func (p *parser) deeper(read func() *Node) *Node {
	if p.level++; p.level > deepest/4 {
		p.fail()
	}
	n := read()
	p.level--
	return n
}

func (p *parser) expect(op byte) {
	if !p.accept(op) {
		p.fail()
	}
}

func (p *parser) expectWord(word string) {
	if !p.acceptWord(word) {
		p.fail()
	}
}

// semicolon ends a statement.
func (p *parser) semicolon() {
	if !p.accept(';') && !p.is('}') && !p.cur().newline && p.cur().kind != tokenEOF {
		p.fail()
	}
}

// list reads what stands between commas up to a closing sign, which it passes.
func (p *parser) list(closing byte, read func() *Node) (list []*Node) {
	for !p.accept(closing) {
		list = append(list, read())
		if !p.is(closing) {
			p.expect(',')
		}
	}
	return list
}

// described returns the comment in front of a token of a script.
func (p *parser) described(first int) comment {
	if !p.script {
		return comment{}
	}
	return p.commented(first)
}

// commented returns the comment in front of a token.
func (p *parser) commented(first int) comment {
	if p.tok(first).doc == 0 {
		return comment{}
	}
	return p.comment(first, first)
}
