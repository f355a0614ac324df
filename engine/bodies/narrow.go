package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// narrow notes the paths whose type a node narrows, and the members that it asks for.
func (q *inquiry) narrow(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeBinary:
		switch n.Op {
		case "instanceof":
			q.narrows(s, n.A)
		case "in":
			q.narrows(s, n.B)
		case "&&", "||", "??":
			q.condition(s, n.A)
			q.condition(s, n.B)
		case "===", "==", "!==", "!=":
			q.comparesConstructor(s, n)
		}
	case source.NodeIf, source.NodeWhile, source.NodeDo, source.NodeConditional:
		q.condition(s, n.A)
	case source.NodeFor:
		if n.B != nil {
			q.condition(s, n.B)
		}
	case source.NodeUnary:
		if n.Op == "!" || n.Op == "typeof" {
			q.condition(s, n.A)
		}
	case source.NodeReturn, source.NodeStatement:
		if n.A != nil && n.A.Kind == source.NodeCall && strings.Contains(strings.ToLower(pathOf(n.A.A)), "assert") {
			q.condition(s, n.A)
		}
	}
}

// comparesConstructor notes that x.constructor === Y narrows x, and x === y both.
func (q *inquiry) comparesConstructor(s *scope, n *source.Node) {
	for _, side := range []*source.Node{n.A, n.B} {
		if side.Kind == source.NodeMember && side.Name == "constructor" {
			q.narrows(s, side.A)
		}
	}
	if n.A.Kind == source.NodeName && n.B.Kind == source.NodeName {
		for _, side := range []*source.Node{n.A, n.B} {
			if b := s.find(side.Name); b != nil {
				b.equated = true
			}
		}
	}
}

// condition notes what a condition asks for: members, and what functions are asked about.
func (q *inquiry) condition(s *scope, n *source.Node) {
	switch n = bare(n); n.Kind {
	case source.NodeMember:
		q.tested[n.Name] = true
	case source.NodeCall:
		for _, argument := range n.List {
			q.narrows(s, argument)
		}
	}
}

func (q *inquiry) narrows(s *scope, n *source.Node) {
	n = bare(n)
	if n.Kind == source.NodeName {
		if b := s.find(n.Name); b != nil {
			b.narrowed = true
		}
		return
	}
	if path := pathOf(n); path != "" {
		q.narrowed[path] = true
	}
}

// pathOf returns names with points between them, or "" for another expression.
func pathOf(n *source.Node) string {
	switch n.Kind {
	case source.NodeName:
		return n.Name
	case source.NodeThis:
		return "this"
	case source.NodeMember:
		if object := pathOf(n.A); object != "" {
			return object + "." + n.Name
		}
	}
	return ""
}
