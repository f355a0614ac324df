package instrument

import (
	"path"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// CounterName is the function that counts, in the texts that [Count] returns: it is called with the number of a counter.
const CounterName = "__counted"

// Count puts counters into the text of a script, from a number on. What is returned has a source map of its own, so that all places in it
// stay what they are. A text that the reader of sources does not understand stays as it is, and nothing is counted in it.
func Count(file string, text []byte, first int) (counted CountedFile, changed []byte, counters int) {
	counted.Path = file
	tree := source.ParseTree(file, text)
	if tree == nil {
		counted.Unread = true
		return counted, text, 0
	}
	tokens := source.Tokens(tree.Text)
	c := &counter{tree: tree, file: &counted, comments: readComments(tree, tokens), next: first}
	if c.comments.file {
		counted.Ignored = true
		return counted, text, 0
	}
	c.list(tree.Body)
	return counted, []byte(edited(path.Base(file), tree.Text, tokens, c.edits)), c.next - first
}

// counter goes through the tree of a file.
type counter struct {
	tree     *source.Tree
	file     *CountedFile
	comments *comments
	edits    []edit
	next     int
	class    string // around
	name     string // of what a function is the value of
}

func (c *counter) open(at int32, text string) { c.edits = append(c.edits, edit{at: at, text: text}) }

func (c *counter) close(at int32, text string) {
	c.edits = append(c.edits, edit{at: at, closes: true, text: text})
}

// number returns a new counter, and the call that counts with it.
func (c *counter) number() (number int, call string) {
	number = c.next
	c.next++
	return number, CounterName + "(" + strconv.Itoa(number) + ")"
}

func (c *counter) rangeOf(from, to int32) Range {
	begin, end := c.tree.At(from), c.tree.At(to)
	return Range{int32(begin.Line), int32(begin.Col - 1), int32(end.Line), int32(end.Col - 1)}
}

// place returns the range of a node, and whether it is counted.
func (c *counter) place(n *source.Node) (at Range, counts bool) {
	at = c.rangeOf(c.start(n), n.End)
	return at, !c.comments.onLine(at.Line)
}

// start returns where a node begins: the tree leaves the parentheses around its first part out.
func (c *counter) start(n *source.Node) int32 {
	var first *source.Node
	switch n.Kind {
	case source.NodeMember, source.NodeIndex, source.NodeCall, source.NodeTagged, source.NodeBinary, source.NodeConditional, source.NodeAssign:
		first = n.A
	case source.NodeSequence:
		first = n.List[0]
	case source.NodeUpdate, source.NodeCast:
		if n.A != nil && n.A.At == n.At {
			first = n.A
		}
	}
	if first == nil {
		return n.At
	}
	at := c.start(first)
	if first.Wrapped {
		at, _ = c.outside(at, first.End)
	}
	return at
}

// outside returns the range of what is in parentheses with these.
func (c *counter) outside(from, to int32) (begin, end int32) {
	tokens, text := c.comments.tokens, c.tree.Text
	before, after := c.comments.token(from)-1, c.comments.token(to)
	for before >= 0 && after < len(tokens) && text[tokens[before].Start] == '(' && text[tokens[after].Start] == ')' {
		from, to = tokens[before].Start, tokens[after].End
		before, after = before-1, after+1
	}
	return from, to
}

// skips reports whether a comment keeps what begins at an offset from being counted.
func (c *counter) skips(at int32) bool { return c.comments.hint(at) == "next" }

// statementOf adds a statement, and returns the call for it; empty if it is not counted.
func (c *counter) statementOf(n *source.Node) string {
	at, counts := c.place(n)
	if !counts {
		return ""
	}
	number, call := c.number()
	c.file.Statements = append(c.file.Statements, CountedStatement{at, number})
	return call
}

// branch adds a branch. Its paths are added to it.
func (c *counter) branch(kind string, n *source.Node) (add func(at Range) string) {
	at, _ := c.place(n)
	return c.branchAt(kind, at)
}

func (c *counter) branchAt(kind string, at Range) (add func(at Range) string) {
	if c.comments.onLine(at.Line) {
		return func(Range) string { return "" }
	}
	index := len(c.file.Branches)
	c.file.Branches = append(c.file.Branches, CountedBranch{Kind: kind, At: at})
	return func(at Range) string {
		number, call := c.number()
		b := &c.file.Branches[index]
		b.Paths = append(b.Paths, CountedStatement{at, number})
		return call
	}
}

// value goes through an expression, in front of which something is counted. A function that is named after what it is assigned to keeps its
// name as the value of a property.
func (c *counter) value(n *source.Node, call, name string) {
	at := c.start(n)
	nameless := isUnnamed(n) && name != "" && name != "__proto__"
	switch {
	case call == "":
	case nameless:
		c.open(at, "("+call+",{"+strconv.QuoteToASCII(name)+":")
	default:
		c.open(at, "("+call+",")
	}
	c.name = name
	c.expression(n)
	c.name = ""
	switch {
	case call == "":
	case nameless:
		c.close(n.End, "}["+strconv.QuoteToASCII(name)+"])")
	default:
		c.close(n.End, ")")
	}
}

// isUnnamed reports whether a value is a function or a class that is named after what it is assigned to.
func isUnnamed(n *source.Node) bool {
	return (n.Kind == source.NodeFunction || n.Kind == source.NodeClass) && n.Name == ""
}

func isDirective(n *source.Node) bool {
	return n.Kind == source.NodeStatement && n.A.Kind == source.NodeLiteral && n.A.Op == "string" && !n.A.Wrapped
}

// list goes through the statements of a list.
func (c *counter) list(statements []*source.Node) {
	prologue := true
	for _, s := range statements {
		if prologue = prologue && isDirective(s); !prologue {
			c.statement(s, s.At)
		}
	}
}

func semicolon(call string) string {
	if call == "" {
		return ""
	}
	return call + ";"
}

// body goes through a statement that depends on another one, with what is counted when it is reached.
func (c *counter) body(n *source.Node, call string) {
	if n.Kind == source.NodeBlock && strings.HasPrefix(c.tree.Text[n.At:], "{") {
		c.open(n.At+1, semicolon(call))
		if !c.skips(n.At) {
			c.list(n.List)
		}
		return
	}
	c.open(n.At, "{"+semicolon(call))
	c.statement(n, n.At)
	c.close(n.End, "}")
}
