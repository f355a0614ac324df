package bodies

import (
	"slices"

	"github.com/fwrun/fwrun/engine/source"
)

// resolver finds out what the names in a file mean.
type resolver struct {
	*names
	lookup *lookup
}

// resolve returns what the names in a file mean.
func resolve(l *lookup, tree *source.Tree) *names {
	found := &names{
		tree: tree, bound: map[*source.Node]*binding{}, scopes: map[*source.Node]*scope{}, self: map[*source.Node]*value{},
		asked: map[string]bool{}, tested: map[string]bool{}, narrowed: map[string]bool{},
	}
	(&resolver{found, l}).resolveNames()
	return found
}

// resolveNames finds out what each name means.
func (r *resolver) resolveNames() {
	top := &scope{}
	for _, i := range r.lookup.file.Imports {
		if i.Local != "" {
			top.declare(&binding{name: i.Local, kind: boundImport})
		}
	}
	r.declareAll(top, r.tree.Body)
	for _, n := range r.tree.Body {
		r.hoist(top, n)
	}
	for _, n := range r.tree.Body {
		r.visit(top, n)
	}
}

// declareAll declares what a list of statements declares in its block.
func (r *resolver) declareAll(s *scope, list []*source.Node) {
	for _, n := range list {
		r.declareOne(s, n)
	}
}

func (r *resolver) declareOne(s *scope, n *source.Node) {
	if n.Kind == source.NodeExport && n.A != nil {
		if len(declaredBy(n)) > 0 {
			r.declareOne(s, n.A)
		}
		return
	}
	switch n.Kind {
	case source.NodeVariables:
		if n.Op != "var" {
			r.declareVariables(s, n)
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

func (r *resolver) declareVariables(s *scope, n *source.Node) {
	for _, v := range n.List {
		for _, name := range targets(v.A) {
			b := &binding{name: name.Name, kind: boundVariable, node: v, constant: n.Op == "const"}
			if v.A != name {
				b.kind = boundOther
			}
			s.declare(b)
		}
	}
}

// hoist declares the variables of var, and functions in blocks, in the function around them.
func (r *resolver) hoist(s *scope, n *source.Node) {
	switch {
	case n.Kind == source.NodeVariables && n.Op == "var":
		r.declareVariables(s, n)
	case n.Kind == source.NodeFunction && n.Op == "declared" && s.names[n.Name] == nil:
		s.declare(&binding{name: n.Name, node: n})
	}
	if n.Kind >= source.NodeBlock {
		n.Each(func(part *source.Node) { r.hoist(s, part) })
	}
}

// visit resolves the names in a node.
func (r *resolver) visit(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeName:
		r.use(s, n)
		return
	case source.NodeThis:
		r.self[n] = s.this
		return
	case source.NodeSuper:
		r.self[n] = s.super
		return
	case source.NodeFunction:
		r.visitFunction(s, n)
		return
	case source.NodeClass:
		r.visitClass(s, n, n.NameAt)
		return
	case source.NodeVariable:
		r.visitVariable(s, n)
		return
	case source.NodeDeclaration, source.NodeImport:
		return
	case source.NodeExport:
		if n.Op == "list" {
			return
		}
	case source.NodeBlock, source.NodeSwitch, source.NodeCatch, source.NodeFor, source.NodeForIn, source.NodeForOf:
		s = r.open(s, n)
	case source.NodeTry:
		r.visitTry(s, n)
		return
	case source.NodeBinary, source.NodeIf:
		if r.isNever(n) {
			return
		}
	case source.NodeAssign, source.NodeUpdate:
		r.reassigned(s, n.A)
	case source.NodeUnary:
		if n.Op == "typeof" && n.A.Kind == source.NodeName {
			r.asked[n.A.Name] = true
		}
	}
	r.narrow(s, n)
	n.Each(func(part *source.Node) { r.visit(s, part) })
}

// visitTry visits a try. What its block asks for may be missing, if that is caught.
func (r *resolver) visitTry(s *scope, n *source.Node) {
	before := len(r.free)
	r.visit(s, n.A)
	if n.B != nil {
		asked := slices.DeleteFunc(slices.Clone(r.free[before:]), func(name *source.Node) bool { return isOneOf(name.Name, surroundings) })
		r.free = append(r.free[:before], asked...)
		r.visit(s, n.B)
	}
	if n.C != nil {
		r.visit(s, n.C)
	}
}

// isNever reports whether a node is `0 && …`, which compilers write for others to read, or an if of false.
func (r *resolver) isNever(n *source.Node) bool {
	if n.A.Kind != source.NodeLiteral || n.Kind == source.NodeBinary && n.Op != "&&" || n.C != nil {
		return false
	}
	text := cut(r.tree, n.A.At, n.A.End)
	return text == "0" || text == "false"
}

// open begins the scope of a statement.
func (r *resolver) open(s *scope, n *source.Node) *scope {
	s = s.within()
	switch n.Kind {
	case source.NodeBlock:
		r.declareAll(s, n.List)
	case source.NodeSwitch:
		for _, c := range n.List {
			r.declareAll(s, c.List)
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
			r.reassigned(s, n.A)
			return s
		}
		r.declareOne(s, n.A)
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

func (r *resolver) use(s *scope, n *source.Node) {
	b := s.find(n.Name)
	if b == nil {
		r.free = append(r.free, n)
		r.scopes[n] = s
		return
	}
	b.uses++
	r.bound[n] = b
}

func (r *resolver) reassigned(s *scope, target *source.Node) {
	for _, name := range targets(target) {
		if b := s.find(name.Name); b != nil {
			b.changed = true
		}
	}
}
