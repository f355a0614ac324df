package bodies

import "github.com/fwrun/fwrun/engine/source"

// names are what the names in a file mean.
type names struct {
	tree     *source.Tree
	bound    map[*source.Node]*binding // what names mean
	free     []*source.Node            // names that mean nothing
	scopes   map[*source.Node]*scope   // where these stand
	self     map[*source.Node]*value   // what this and super are
	asked    map[string]bool           // names whose typeof is asked for
	tested   map[string]bool           // members that some condition asks for
	narrowed map[string]bool           // paths whose type is narrowed somewhere
}

// binding is what a name means.
type binding struct {
	name     string
	kind     bindingKind
	node     *source.Node // the NodeVariable, NodeFunction or NodeClass that declares it
	param    *source.Param
	fn       *source.Node // the function around; nil at the top
	top      bool
	constant bool // of const
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
