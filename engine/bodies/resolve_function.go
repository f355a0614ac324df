package bodies

import (
	"github.com/fwrun/fwrun/engine/source"
)

func (q *inquiry) visitVariable(s *scope, n *source.Node) {
	if n.A.Kind != source.NodeName {
		q.visitPattern(s, n.A)
	}
	switch {
	case n.B == nil:
	case n.B.Kind == source.NodeClass:
		q.visitClass(s, n.B, n.A.At)
	default:
		q.visit(s, n.B)
	}
}

// visitPattern resolves the names in the defaults and computed keys of a pattern.
func (q *inquiry) visitPattern(s *scope, n *source.Node) {
	switch n.Kind {
	case source.NodeArray, source.NodeObject:
		for _, part := range n.List {
			if part != nil {
				q.visitPattern(s, part)
			}
		}
	case source.NodeProperty:
		if n.B != nil {
			q.visit(s, n.B)
		}
		q.visitPattern(s, n.A)
	case source.NodeSpread:
		q.visitPattern(s, n.A)
	case source.NodeAssign:
		q.visitPattern(s, n.A)
		q.visit(s, n.B)
	}
}

func (q *inquiry) visitFunction(s *scope, n *source.Node) {
	inner := s.within()
	inner.fn = n
	if !n.Fn.Arrow {
		inner.this, inner.super = nil, nil
	}
	q.functionScope(inner, n)
}

// functionScope resolves the names in a function, whose scope has its this.
func (q *inquiry) functionScope(s *scope, n *source.Node) {
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
		q.visitPattern(s, p.A)
		if p.B != nil {
			q.visit(s, p.B)
		}
		for _, d := range p.Decorators {
			q.visit(s.outer, d)
		}
	}
	if n.A == nil {
		return
	}
	if n.A.Kind != source.NodeBlock {
		q.visit(s, n.A)
		return
	}
	body := s.within()
	q.declareAll(body, n.A.List)
	for _, statement := range n.A.List {
		q.hoist(body, statement)
	}
	for _, statement := range n.A.List {
		q.visit(body, statement)
	}
}

func (q *inquiry) visitClass(s *scope, n *source.Node, at int32) {
	for _, d := range n.Decorators {
		q.visit(s, d)
	}
	s = s.within()
	if n.Name != "" && s.find(n.Name) == nil {
		s.declare(&binding{name: n.Name, kind: boundClass, node: n})
	}
	if n.A != nil {
		q.visit(s, n.A)
	}
	for _, name := range n.Fn.TypeParams {
		s.types = with(s.types, name)
	}
	self, class := q.classAt(at)
	for _, m := range n.List {
		inner := s.within()
		if class != nil {
			inner.this = &value{kind: instance, file: q.file, class: class}
			if m.Static || m.Kind == source.NodeBlock {
				inner.this = self
			}
			inner.super = q.baseOf(inner.this)
		} else {
			inner.this, inner.super = nil, nil
		}
		q.self[m] = inner.this
		q.visitMember(s, inner, m)
	}
}

func (q *inquiry) visitMember(outer, inner *scope, m *source.Node) {
	for _, d := range m.Decorators {
		q.visit(outer, d)
	}
	if m.Kind == source.NodeBlock {
		q.visit(inner, m)
		return
	}
	if m.B != nil {
		q.visit(outer, m.B)
	}
	switch {
	case m.A == nil:
	case m.Kind == source.NodeMethod:
		inner.fn = m.A
		q.functionScope(inner, m.A)
	default:
		inner.fn = m
		q.visit(inner, m.A)
	}
}

// classAt returns the declared class whose name is at an offset.
func (q *inquiry) classAt(at int32) (*value, *source.Class) {
	for _, c := range q.file.Classes {
		if c.Pos.Offset == int(at) {
			return &value{kind: static, file: q.file, class: c}, c
		}
	}
	return nil, nil
}
