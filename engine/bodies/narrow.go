package bodies

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// narrow notes the paths whose type a node narrows, and the members that it asks for.
func (r *resolver) narrow(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeBinary:
		switch n.Op {
		case "instanceof":
			r.narrows(s, n.A)
		case "in":
			r.narrows(s, n.B)
		case "&&", "||", "??":
			r.condition(s, n.A)
			r.condition(s, n.B)
		case "===", "==", "!==", "!=":
			r.comparesConstructor(s, n)
		}
	case source.NodeIf, source.NodeWhile, source.NodeDo, source.NodeConditional:
		r.condition(s, n.A)
	case source.NodeFor:
		if n.B != nil {
			r.condition(s, n.B)
		}
	case source.NodeUnary:
		if n.Op == "!" || n.Op == "typeof" {
			r.condition(s, n.A)
		}
	case source.NodeReturn, source.NodeStatement:
		if n.A != nil && n.A.Kind == source.NodeCall && strings.Contains(strings.ToLower(pathOf(n.A.A)), "assert") {
			r.condition(s, n.A)
		}
	}
}

// comparesConstructor notes that x.constructor === Y narrows x, and x === y both.
func (r *resolver) comparesConstructor(s *scope, n *source.Node) {
	for _, side := range []*source.Node{n.A, n.B} {
		if side.Kind == source.NodeMember && side.Name == "constructor" {
			r.narrows(s, side.A)
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
func (r *resolver) condition(s *scope, n *source.Node) {
	switch n = bare(n); n.Kind {
	case source.NodeMember:
		r.tested[n.Name] = true
	case source.NodeCall:
		for _, argument := range n.List {
			r.narrows(s, argument)
		}
	}
}

func (r *resolver) narrows(s *scope, n *source.Node) {
	n = bare(n)
	if n.Kind == source.NodeName {
		if b := s.find(n.Name); b != nil {
			b.narrowed = true
		}
		return
	}
	if path := pathOf(n); path != "" {
		r.narrowed[path] = true
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
