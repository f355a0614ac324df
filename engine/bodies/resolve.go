package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// resolveNames finds out what each name means.
func (q *inquiry) resolveNames() {
	top := &scope{}
	for _, i := range q.file.Imports {
		if i.Local != "" {
			top.declare(&binding{name: i.Local, kind: boundImport})
		}
	}
	q.declareAll(top, q.tree.Body)
	for _, n := range q.tree.Body {
		q.hoist(top, n)
	}
	for _, n := range q.tree.Body {
		q.visit(top, n)
	}
}

// declareAll declares what a list of statements declares in its block.
func (q *inquiry) declareAll(s *scope, list []*source.Node) {
	for _, n := range list {
		q.declareOne(s, n)
	}
}

func (q *inquiry) declareOne(s *scope, n *source.Node) {
	if n.Kind == source.NodeExport && n.A != nil {
		if len(declaredBy(n)) > 0 {
			q.declareOne(s, n.A)
		}
		return
	}
	switch n.Kind {
	case source.NodeVariables:
		if n.Op != "var" {
			q.declareVariables(s, n)
		}
	case source.NodeFunction:
		if n.Name != "" {
			s.declare(&binding{name: n.Name, kind: boundFunction, node: n})
		}
	case source.NodeClass:
		if n.Name != "" {
			s.declare(&binding{name: n.Name, kind: boundClass, node: n})
		}
	case source.NodeDeclaration:
		for _, name := range declaredBy(n) {
			s.declare(&binding{name: name.Name, node: n})
		}
	}
}

func (q *inquiry) declareVariables(s *scope, n *source.Node) {
	for _, v := range n.List {
		for _, name := range targets(v.A) {
			b := &binding{name: name.Name, kind: boundVariable, node: v}
			if v.A != name {
				b.kind = boundOther
			}
			s.declare(b)
		}
	}
}

// hoist declares the variables of var, and functions in blocks, in the function around them.
func (q *inquiry) hoist(s *scope, n *source.Node) {
	switch {
	case n.Kind == source.NodeVariables && n.Op == "var":
		q.declareVariables(s, n)
	case n.Kind == source.NodeFunction && n.Op == "declared" && s.names[n.Name] == nil:
		s.declare(&binding{name: n.Name, node: n})
	}
	if n.Kind >= source.NodeBlock {
		n.Each(func(part *source.Node) { q.hoist(s, part) })
	}
}

// visit resolves the names in a node.
func (q *inquiry) visit(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeName:
		q.use(s, n)
		return
	case source.NodeThis:
		q.self[n] = s.this
		return
	case source.NodeSuper:
		q.self[n] = s.super
		return
	case source.NodeFunction:
		q.visitFunction(s, n)
		return
	case source.NodeClass:
		q.visitClass(s, n, n.NameAt)
		return
	case source.NodeVariable:
		q.visitVariable(s, n)
		return
	case source.NodeDeclaration, source.NodeImport:
		return
	case source.NodeExport:
		if n.Op == "list" {
			return
		}
	case source.NodeBlock, source.NodeSwitch, source.NodeCatch, source.NodeFor, source.NodeForIn, source.NodeForOf:
		s = q.open(s, n)
	case source.NodeTry:
		q.visitTry(s, n)
		return
	case source.NodeBinary, source.NodeIf:
		if q.isNever(n) {
			return
		}
	case source.NodeAssign, source.NodeUpdate:
		q.reassigned(s, n.A)
	case source.NodeUnary:
		if n.Op == "typeof" && n.A.Kind == source.NodeName {
			q.asked[n.A.Name] = true
		}
	}
	q.narrow(s, n)
	n.Each(func(part *source.Node) { q.visit(s, part) })
}

// visitTry visits a try. What its block asks for may be missing, if that is caught.
func (q *inquiry) visitTry(s *scope, n *source.Node) {
	before := len(q.free)
	q.visit(s, n.A)
	if n.B != nil {
		asked := slices.DeleteFunc(slices.Clone(q.free[before:]), func(name *source.Node) bool { return isOneOf(name.Name, surroundings) })
		q.free = append(q.free[:before], asked...)
		q.visit(s, n.B)
	}
	if n.C != nil {
		q.visit(s, n.C)
	}
}

// isNever reports whether a node is `0 && …`, which compilers write for others to read, or an if of false.
func (q *inquiry) isNever(n *source.Node) bool {
	if n.A.Kind != source.NodeLiteral || n.Kind == source.NodeBinary && n.Op != "&&" || n.C != nil {
		return false
	}
	text := q.text(n.A.At, n.A.End)
	return text == "0" || text == "false"
}

// open begins the scope of a statement.
func (q *inquiry) open(s *scope, n *source.Node) *scope {
	s = s.within()
	switch n.Kind {
	case source.NodeBlock:
		q.declareAll(s, n.List)
	case source.NodeSwitch:
		for _, c := range n.List {
			q.declareAll(s, c.List)
		}
	case source.NodeCatch:
		if n.A != nil {
			for _, name := range targets(n.A) {
				s.declare(&binding{name: name.Name})
			}
		}
	default:
		if n.A == nil {
			return s
		}
		if n.A.Kind != source.NodeVariables {
			q.reassigned(s, n.A)
			return s
		}
		q.declareOne(s, n.A)
		if n.Kind != source.NodeFor { // the values are those of a list
			for _, name := range targets(n.A.List[0].A) {
				if b := s.find(name.Name); b != nil {
					b.changed = b.node.Type == nil
				}
			}
		}
	}
	return s
}

func (q *inquiry) use(s *scope, n *source.Node) {
	b := s.find(n.Name)
	if b == nil {
		q.free = append(q.free, n)
		q.scopes[n] = s
		return
	}
	b.uses++
	q.bound[n] = b
}

func (q *inquiry) reassigned(s *scope, target *source.Node) {
	for _, name := range targets(target) {
		if b := s.find(name.Name); b != nil {
			b.changed = true
		}
	}
}
