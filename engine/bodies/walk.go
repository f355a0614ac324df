package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// inquiry is the judging of one file: it hands each node to the rules for what it is.
type inquiry struct {
	rule
	unknown     nameRule
	imports     importRule
	lacking     memberRule
	awaits      awaitRule
	arguments   argumentRule
	comparisons compareRule
	returns     returnRule
	paths       pathRule

	decorated bool // the class has decorators
}

func newInquiry(l *lookup, tree *source.Tree) *inquiry {
	r := rule{
		world: l.world, file: l.file, tree: tree, script: isScript(l.file.Path),
		members: &members{l}, names: resolve(l, tree), report: &report{file: l.file, tree: tree},
	}
	r.values = &values{file: l.file, members: r.members, names: r.names, kept: map[*source.Node]*value{}}
	q := &inquiry{
		rule: r, unknown: nameRule{r}, imports: importRule{r}, lacking: memberRule{r}, awaits: awaitRule{rule: r, misused: map[*binding][]misuse{}},
		comparisons: compareRule{r}, returns: returnRule{r}, paths: pathRule{r},
	}
	q.arguments = argumentRule{r, &q.awaits}
	return q
}

// judge applies all rules to the file.
func (q *inquiry) judge() {
	q.unknown.judge()
	q.imports.judge()
	for _, n := range q.tree.Body {
		q.walk(n, nil, nil)
	}
	q.awaits.judgeConstants()
	q.paths.judge()
}

// walk applies the rules to a node and its parts. Fn is the function around it.
func (q *inquiry) walk(n, parent, fn *source.Node) {
	q.awaits.within = fn
	q.apply(n, parent)
	inner := fn
	switch n.Kind {
	case source.NodeFunction:
		inner = n
	case source.NodeField:
		inner = n
	case source.NodeBlock:
		if parent != nil && parent.Kind == source.NodeClass {
			inner = n
		}
	case source.NodeClass:
		q.decorated = len(n.Decorators) > 0
	case source.NodeDeclaration, source.NodeImport:
		return
	}
	n.Each(func(part *source.Node) {
		around := inner
		if slices.Contains(n.Decorators, part) {
			around = fn
		}
		q.walk(part, n, around)
	})
}

// apply applies the rules to one node.
func (q *inquiry) apply(n, parent *source.Node) {
	switch n.Kind {
	case source.NodeMember:
		q.lacking.judge(n, parent)
		q.awaits.judgeMember(n)
	case source.NodeIndex:
		q.awaits.judgeMember(n)
	case source.NodeCall, source.NodeNew:
		q.arguments.judge(n)
	case source.NodeTemplate:
		if parent != nil && parent.Kind == source.NodeTagged && parent.B == n {
			return
		}
		for _, part := range n.List {
			q.awaits.judge(part, "the text would be [object Promise]")
		}
	case source.NodeBinary:
		q.judgeBinary(n)
	case source.NodeUnary:
		switch n.Op {
		case "!":
			q.awaits.judge(n.A, "a promise is always true")
		case "-", "+", "~":
			q.awaits.judge(n.A, "a promise is no number")
		}
	case source.NodeIf, source.NodeWhile, source.NodeDo, source.NodeConditional:
		q.awaits.judge(n.A, "a promise is always true")
	case source.NodeFor:
		q.awaits.judge(n.B, "a promise is always true")
	case source.NodeSpread:
		q.awaits.judge(n.A, "a promise has nothing to spread")
	case source.NodeForOf:
		if !n.Async {
			q.awaits.judge(n.B, "a promise is no list")
		}
	case source.NodeSwitch:
		q.comparisons.judgeSwitch(n)
	case source.NodeFunction:
		q.judgeFunction(n, parent)
	}
}

func (q *inquiry) judgeBinary(n *source.Node) {
	switch n.Op {
	case "+", "-", "*", "/", "%", "**":
		q.awaits.judge(n.A, "a promise is no number and no text")
		q.awaits.judge(n.B, "a promise is no number and no text")
	case "<", ">", "<=", ">=":
		q.awaits.judge(n.A, "a promise is not greater or less than anything")
		q.awaits.judge(n.B, "a promise is not greater or less than anything")
	case "&&", "||":
		q.awaits.judge(n.A, "a promise is always true")
	case "===", "!==":
		q.comparisons.judge(n)
	}
}

// judgeFunction judges the results of a function; of a method by its name.
func (q *inquiry) judgeFunction(n, parent *source.Node) {
	name, at, decorated := n.Name, n.NameAt, false
	switch {
	case parent == nil:
	case parent.Kind == source.NodeMethod:
		if parent.Op == "set" || parent.Op == "" && parent.Name == "constructor" {
			return
		}
		name, decorated = parent.Name, len(parent.Decorators) > 0 || q.decorated
		if c := q.names.self[parent]; c != nil && q.members.heirHas(c, name, longestChain) {
			return // an heir says what it returns
		}
	case parent.Kind == source.NodeVariable && parent.A.Kind == source.NodeName:
		name, at = parent.A.Name, parent.A.At
	case parent.Kind == source.NodeProperty && (parent.Op == "set" || parent.Name == "set"):
		return
	case parent.Kind == source.NodeProperty && !parent.Short, parent.Kind == source.NodeField:
		name, at = parent.Name, parent.NameAt
	case name == "":
		at = n.At
	}
	q.returns.judge(n, name, at, decorated)
}

func sortNodes(list []*source.Node) {
	slices.SortFunc(list, func(a, b *source.Node) int { return int(a.At) - int(b.At) })
}
