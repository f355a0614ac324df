package bodies

import "github.com/fwrun/fwrun/engine/source"

func (r *resolver) visitVariable(s *scope, n *source.Node) {
	if n.A.Kind != source.NodeName {
		r.visitPattern(s, n.A)
	}
	switch {
	case n.B == nil:
	case n.B.Kind == source.NodeClass:
		r.visitClass(s, n.B, n.A.At)
	default:
		r.visit(s, n.B)
	}
}

// visitPattern resolves the names in the defaults and computed keys of a pattern.
func (r *resolver) visitPattern(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeArray, source.NodeObject:
		for _, part := range n.List {
			if part != nil {
				r.visitPattern(s, part)
			}
		}
	case source.NodeProperty:
		if n.B != nil {
			r.visit(s, n.B)
		}
		r.visitPattern(s, n.A)
	case source.NodeSpread:
		r.visitPattern(s, n.A)
	case source.NodeAssign:
		r.visitPattern(s, n.A)
		r.visit(s, n.B)
	}
}

func (r *resolver) visitFunction(s *scope, n *source.Node) {
	inner := s.within()
	inner.fn = n
	if !n.Fn.Arrow {
		inner.this, inner.super = nil, nil
	}
	r.functionScope(inner, n)
}

// functionScope resolves the names in a function, whose scope has its this.
func (r *resolver) functionScope(s *scope, n *source.Node) {
	for _, name := range n.Fn.TypeParams {
		s.types = with(s.types, name)
	}
	if n.Name != "" && n.Op == "" {
		s.outer = &scope{outer: s.outer, names: map[string]*binding{n.Name: {name: n.Name, node: n}}, fn: s.fn}
	}
	for i, p := range n.List {
		for _, name := range targets(p.A) {
			b := &binding{name: name.Name, node: n}
			if p.A == name {
				b.kind, b.param = boundParam, n.Fn.Params[i]
			}
			s.declare(b)
		}
	}
	for _, p := range n.List {
		r.visitPattern(s, p.A)
		if p.B != nil {
			r.visit(s, p.B)
		}
		for _, d := range p.Decorators {
			r.visit(s.outer, d)
		}
	}
	if n.A == nil {
		return
	}
	if n.A.Kind != source.NodeBlock {
		r.visit(s, n.A)
		return
	}
	body := s.within()
	r.declareAll(body, n.A.List)
	for _, statement := range n.A.List {
		r.hoist(body, statement)
	}
	for _, statement := range n.A.List {
		r.visit(body, statement)
	}
}

func (r *resolver) visitClass(s *scope, n *source.Node, at int32) {
	for _, d := range n.Decorators {
		r.visit(s, d)
	}
	s = s.within()
	if n.Name != "" && s.find(n.Name) == nil {
		s.declare(&binding{name: n.Name, kind: boundClass, node: n})
	}
	if n.A != nil {
		r.visit(s, n.A)
	}
	for _, name := range n.Fn.TypeParams {
		s.types = with(s.types, name)
	}
	self, class := classAt(r.lookup.file, at)
	for _, m := range n.List {
		inner := s.within()
		if class != nil {
			inner.this = &value{kind: instance, file: r.lookup.file, class: class}
			if m.Static || m.Kind == source.NodeBlock {
				inner.this = self
			}
			inner.super = r.lookup.baseOf(inner.this)
		} else {
			inner.this, inner.super = nil, nil
		}
		r.self[m] = inner.this
		r.visitMember(s, inner, m)
	}
}

func (r *resolver) visitMember(outer, inner *scope, m *source.Node) {
	for _, d := range m.Decorators {
		r.visit(outer, d)
	}
	if m.Kind == source.NodeBlock {
		r.visit(inner, m)
		return
	}
	if m.B != nil {
		r.visit(outer, m.B)
	}
	switch {
	case m.A == nil:
	case m.Kind == source.NodeMethod:
		inner.fn = m.A
		r.functionScope(inner, m.A)
	default:
		inner.fn = m
		r.visit(inner, m.A)
	}
}
