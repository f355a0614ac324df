package bodies

import (
	"path"

	"github.com/fwrun/fwrun/engine/source"
)

// facts are what other files ask of a file beside its declarations. They depend on its text alone, and do not change.
type facts struct {
	unread bool // it was not understood

	exports map[string]bool // what it exports itself
	listed  map[string]bool // what it exports by lists
	open    bool            // what it exports is not known
	globals []string        // names that it sets for all files
	added   []string        // members that it assigns to other objects than this
	opened  []string        // classes that it adds members to
	bases   []string        // names that classes extend
	made    []string        // names that new makes objects of
	classes map[int]*shape  // by the offset of their names
	changes bool            // it assigns to members of some object whose names are not known

	inherits map[int][]string // the members that classes with a base give their objects
	argued   map[string]bool  // functions that use arguments
}

// shape is what the bodies of a class do to its objects.
type shape struct {
	open     bool            // members may be added that nobody sees
	assigned map[string]bool // this.name = …
	given    map[string]string
	made     map[string]string // the classes of the objects that the constructor assigns to fields
	again    map[string]bool   // this.name = … more than once
	listless map[string]bool   // methods that use arguments
}

// surveyor collects facts.
type surveyor struct {
	*facts
	class *shape // the class around, nil if this is something else
	this  bool   // this is an object of the class, or the class itself
	in    string // the method around
	fn    string // the function around that has arguments of its own
	text  string
}

func factsOf(file string, tree *source.Tree) *facts {
	f := &facts{
		unread: tree == nil, exports: map[string]bool{}, listed: map[string]bool{}, classes: map[int]*shape{},
		argued: map[string]bool{}, inherits: map[int][]string{},
	}
	if tree == nil {
		f.open = true
		return f
	}
	s := &surveyor{facts: f, text: tree.Text}
	for _, n := range tree.Body {
		s.top(n)
		s.visit(n)
	}
	f.open = f.open || !tree.Module || path.Ext(file) == ".cjs"
	if !tree.Module {
		f.globals = append(f.globals, assignedNames(tree.Body)...)
	}
	return f
}

// top notes what a statement exports.
func (s *surveyor) top(n *source.Node) {
	if n.Kind != source.NodeExport {
		return
	}
	switch {
	case n.Op == "list":
		for _, name := range n.List {
			s.listed[name.Name] = true
		}
	case n.Op == "default":
		s.exports["default"] = true
	case n.A != nil:
		for _, name := range declaredBy(n.A) {
			s.exports[name.Name] = true
		}
	}
}

// declaredBy returns the names that a statement declares in the block in which it stands.
func declaredBy(n *source.Node) (names []*source.Node) {
	switch n.Kind {
	case source.NodeVariables:
		for _, v := range n.List {
			names = append(names, targets(v.A)...)
		}
	case source.NodeFunction, source.NodeClass:
		if n.Name != "" && n.Op != "method" {
			names = append(names, n)
		}
	case source.NodeDeclaration:
		if n.Name != "" {
			names = append(names, n)
		}
		names = append(names, n.List...)
	case source.NodeExport:
		if n.A != nil && (n.Op == "" || n.A.Kind == source.NodeFunction && n.A.Op != "" || n.A.Kind == source.NodeClass) {
			return declaredBy(n.A)
		}
	}
	return names
}

// targets returns the names in a pattern.
func targets(n *source.Node) (names []*source.Node) {
	switch n.Kind {
	case source.NodeName:
		return []*source.Node{n}
	case source.NodeArray, source.NodeObject:
		for _, part := range n.List {
			if part != nil {
				names = append(names, targets(part)...)
			}
		}
	case source.NodeProperty, source.NodeSpread, source.NodeAssign:
		return targets(n.A)
	}
	return names
}

// assignedNames returns the plain names that are assigned to anywhere: outside of modules that makes globals.
func assignedNames(list []*source.Node) (names []string) {
	var visit func(*source.Node)
	visit = func(n *source.Node) {
		if n.Kind == source.NodeAssign || n.Kind == source.NodeForIn || n.Kind == source.NodeForOf {
			for _, target := range targets(n.A) {
				names = append(names, target.Name)
			}
		}
		n.Each(visit)
	}
	for _, n := range list {
		visit(n)
	}
	return names
}

func (s *surveyor) visit(n *source.Node) {
	switch n.Kind {
	case source.NodeClass:
		s.visitClass(n, int(n.NameAt))
		return
	case source.NodeVariable:
		if n.B != nil && n.B.Kind == source.NodeClass {
			s.visitClass(n.B, int(n.A.At))
			return
		}
		if n.B != nil && n.B.Kind == source.NodeFunction && !n.B.Fn.Arrow {
			inner := surveyor{facts: s.facts, fn: n.A.Name, text: s.text}
			n.B.Each(inner.visit)
			return
		}
	case source.NodeFunction:
		if !n.Fn.Arrow {
			inner := surveyor{facts: s.facts, fn: n.Name, text: s.text}
			n.Each(inner.visit)
			return
		}
	case source.NodeDeclaration:
		s.declaration(n)
	case source.NodeAssign, source.NodeUpdate:
		s.assigned(n.A, n.B)
	case source.NodeUnary:
		if n.Op == "delete" {
			s.assigned(n.A, nil)
		}
	case source.NodeForIn, source.NodeForOf:
		s.assigned(n.A, nil)
	case source.NodeCall, source.NodeNew:
		s.call(n)
	case source.NodeMember:
		s.prototype(n)
	case source.NodeName:
		if n.Name == "arguments" && s.class != nil {
			s.class.listless[s.in] = true
		} else if n.Name == "arguments" {
			s.argued[s.fn] = true
		}
	case source.NodeReturn:
		if n.A != nil && s.class != nil && s.in == "constructor" {
			s.class.open = true
		}
	}
	n.Each(s.visit)
}

func (s *surveyor) declaration(n *source.Node) {
	switch n.Op {
	case "namespace", "module", "global":
		s.opened = append(s.opened, n.Name)
		s.open = true
	case "declare":
		for _, name := range n.List {
			s.globals, s.opened = append(s.globals, name.Name), append(s.opened, name.Name)
		}
	}
}

func (s *surveyor) visitClass(n *source.Node, at int) {
	class := &shape{
		open: n.Op == "index", assigned: map[string]bool{}, given: map[string]string{}, listless: map[string]bool{},
		made: map[string]string{}, again: map[string]bool{},
	}
	s.classes[at] = class
	if n.A != nil {
		s.bases = append(s.bases, bare(n.A).Name)
		s.visit(n.A)
	}
	for _, d := range n.Decorators {
		s.visit(d)
	}
	for _, m := range n.List {
		inner := surveyor{facts: s.facts, class: class, this: true, in: m.Name, text: s.text}
		if m.B != nil {
			s.visit(m.B)
			class.open = class.open || m.Kind != source.NodeBlock && m.B.Kind != source.NodeLiteral && !isSymbol(m.B)
		}
		for _, d := range m.Decorators {
			s.visit(d)
		}
		switch {
		case m.Kind == source.NodeMethod && m.A != nil:
			if m.Name == "constructor" && !m.Static {
				class.makes(m.A, s.text)
			}
			m.A.Each(inner.visit)
		case m.A != nil:
			inner.visit(m.A)
		case m.Kind == source.NodeBlock:
			m.Each(inner.visit)
		}
	}
	if n.A != nil {
		s.inherits[at] = class.written(n)
	}
}

// isSymbol reports whether an expression is Symbol.iterator or the like, which is no name.
func isSymbol(n *source.Node) bool {
	return n.Kind == source.NodeMember && n.A.Kind == source.NodeName && n.A.Name == "Symbol"
}

// bare returns an expression without what compilers are told about it.
func bare(n *source.Node) *source.Node {
	for n != nil && n.Kind == source.NodeCast {
		n = n.A
	}
	return n
}
