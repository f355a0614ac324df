package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// walk applies the rules to a node and its parts. Fn is the function around it.
func (q *inquiry) walk(n, parent, fn *source.Node) {
	q.within = fn
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
		q.judgeMember(n, parent)
		q.judgePromiseMember(n)
	case source.NodeIndex:
		q.judgePromiseMember(n)
	case source.NodeCall, source.NodeNew:
		q.judgeCall(n)
	case source.NodeTemplate:
		if parent != nil && parent.Kind == source.NodeTagged && parent.B == n {
			return
		}
		for _, part := range n.List {
			q.judgePromise(part, "the text would be [object Promise]")
		}
	case source.NodeBinary:
		q.judgeBinary(n)
	case source.NodeUnary:
		switch n.Op {
		case "!":
			q.judgePromise(n.A, "a promise is always true")
		case "-", "+", "~":
			q.judgePromise(n.A, "a promise is no number")
		}
	case source.NodeIf, source.NodeWhile, source.NodeDo, source.NodeConditional:
		q.judgePromise(n.A, "a promise is always true")
	case source.NodeFor:
		q.judgePromise(n.B, "a promise is always true")
	case source.NodeSpread:
		q.judgePromise(n.A, "a promise has nothing to spread")
	case source.NodeForOf:
		if !n.Async {
			q.judgePromise(n.B, "a promise is no list")
		}
	case source.NodeSwitch:
		q.judgeSwitch(n)
	case source.NodeFunction:
		q.judgeFunction(n, parent)
	}
}

func (q *inquiry) judgeBinary(n *source.Node) {
	switch n.Op {
	case "+", "-", "*", "/", "%", "**":
		q.judgePromise(n.A, "a promise is no number and no text")
		q.judgePromise(n.B, "a promise is no number and no text")
	case "<", ">", "<=", ">=":
		q.judgePromise(n.A, "a promise is not greater or less than anything")
		q.judgePromise(n.B, "a promise is not greater or less than anything")
	case "&&", "||":
		q.judgePromise(n.A, "a promise is always true")
	case "===", "!==":
		q.judgeComparison(n)
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
		if c := q.self[parent]; c != nil && q.heirHas(c, name, longestChain) {
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
	q.judgeReturn(n, name, at, decorated)
}

func sortNodes(list []*source.Node) {
	slices.SortFunc(list, func(a, b *source.Node) int { return int(a.At) - int(b.At) })
}
