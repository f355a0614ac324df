package bodies

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// binding is what a name means.
type binding struct {
	name     string
	kind     bindingKind
	node     *source.Node // the NodeVariable, NodeFunction or NodeClass that declares it
	param    *source.Param
	fn       *source.Node // the function around; nil at the top
	top      bool
	changed  bool // it is assigned to again, or declared twice
	narrowed bool
	equated  bool // it is compared with another name, and may be what that is
	uses     int
	types    map[string]*value // the type parameters around it, of which nothing is known
}

type bindingKind uint8

const (
	boundOther bindingKind = iota
	boundImport
	boundVariable
	boundParam
	boundFunction
	boundClass
)

// scope is a block, or a function.
type scope struct {
	outer *scope
	names map[string]*binding
	fn    *source.Node
	this  *value
	super *value
	types map[string]*value
}

func (s *scope) within() *scope {
	return &scope{outer: s, fn: s.fn, this: s.this, super: s.super, types: s.types}
}

func (s *scope) declare(b *binding) {
	if s.names == nil {
		s.names = map[string]*binding{}
	}
	b.fn, b.top, b.types = s.fn, s.outer == nil, s.types
	if before := s.names[b.name]; before != nil {
		if before.kind != boundFunction || b.kind != boundFunction {
			before.changed = true
		}
		before.changed = before.changed || !before.top
		return
	}
	s.names[b.name] = b
}

func (s *scope) find(name string) *binding {
	for ; s != nil; s = s.outer {
		if b := s.names[name]; b != nil {
			return b
		}
	}
	return nil
}

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
