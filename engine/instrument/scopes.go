package instrument

import (
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// scope is a scope of the bundle.
type scope struct {
	outer    *scope
	number   int32 // in the table; none if it has no accessor: that of the next one outside is used
	depth    int   // how many scopes around it have an accessor, and it
	this     bool
	declared map[unistring.String]bool
	bindings []binding
}

// none stands for what has no number.
const none = -1

// binding is a name of the source, and what it is in the bundle.
type binding struct {
	Name
	is ast.Expression
}

// declare adds what a binding declares.
func (p *pass) declare(s *scope, target ast.Node, constant bool) {
	switch t := target.(type) {
	case *ast.Identifier:
		if t == nil || s.declared[t.Name] {
			return
		}
		if s.declared == nil {
			s.declared = map[unistring.String]bool{}
		}
		s.declared[t.Name] = true
		if name := p.sources.declared(t); name != "" && !isPrivate(name) {
			s.bindings = append(s.bindings, binding{Name{Name: name, Constant: constant, Place: none}, t})
		}
	case *ast.Binding:
		p.declare(s, t.Target, constant)
	case *ast.AssignExpression:
		p.declare(s, t.Left, constant)
	case *ast.ArrayPattern:
		for _, element := range t.Elements {
			p.declare(s, element, constant)
		}
		p.declare(s, t.Rest, constant)
	case *ast.ObjectPattern:
		for _, property := range t.Properties {
			switch property := property.(type) {
			case *ast.PropertyShort:
				p.declare(s, &property.Name, constant)
			case *ast.PropertyKeyed:
				p.declare(s, property.Value, constant)
			}
		}
		p.declare(s, t.Rest, constant)
	}
}

// declareVars adds the variables of a function that are declared with var, wherever in it.
func (p *pass) declareVars(s *scope, list []*ast.VariableDeclaration) {
	for _, declaration := range list {
		for _, b := range declaration.List {
			p.declare(s, b.Target, false)
		}
	}
}

// declareLexical adds what a list of statements declares for itself.
func (p *pass) declareLexical(s *scope, list []ast.Statement) {
	for _, statement := range list {
		switch d := statement.(type) {
		case *ast.LexicalDeclaration:
			p.declareList(s, d)
		case *ast.FunctionDeclaration:
			p.declare(s, d.Function.Name, false)
		case *ast.ClassDeclaration:
			p.declare(s, d.Class.Name, false)
		}
	}
}

func (p *pass) declareList(s *scope, d *ast.LexicalDeclaration) {
	for _, b := range d.List {
		p.declare(s, b.Target, d.Token == token.CONST)
	}
}

// deepest is how many scopes within each other have an accessor: goja compiles no more than 256 that have variables for functions.
const deepest = 100

// open begins a scope whose names are known. It gets an accessor if it has any, or must have one.
func (p *pass) open(s *scope, kind ScopeKind, must bool) {
	s.outer, s.number = p.scope, none
	s.depth = depthOf(p.scope)
	if (len(s.bindings) > 0 || s.this || must) && s.depth < deepest {
		s.depth++
		s.number = p.number(kind, p.accessible(), s)
	}
	p.scope = s
}

func depthOf(s *scope) int {
	if s == nil {
		return 0
	}
	return s.depth
}

func (p *pass) close() { p.scope = p.scope.outer }

// number adds a scope to the table.
func (p *pass) number(kind ScopeKind, parent int32, s *scope) int32 {
	made := Scope{Parent: parent, Function: p.function, Kind: kind, This: s.this}
	for _, b := range s.bindings {
		made.Names = append(made.Names, b.Name)
	}
	p.table.Scopes = append(p.table.Scopes, made)
	return int32(len(p.table.Scopes) - 1)
}

// accessible returns the innermost scope that has an accessor, by its number.
func (p *pass) accessible() int32 {
	for s := p.scope; s != nil; s = s.outer {
		if s.number != none {
			return s.number
		}
	}
	return p.moduleScope()
}

// accessorAt returns the name of a scope's accessor; no expression if there is none.
func accessorAt(number int32) []ast.Expression {
	if number == none {
		return nil
	}
	return []ast.Expression{newName(accessorName(number))}
}

func accessorName(number int32) string { return scopeName + strconv.Itoa(int(number)) }

// accessor returns the function of a scope's names.
func (p *pass) accessor(number int32, s *scope) ast.Expression {
	cases := &ast.SwitchStatement{Switch: added, Discriminant: newName(accessorParameters[0]), Default: -1, RightBrace: added}
	for _, outer := range accessorAt(p.table.Scopes[number].Parent) {
		cases.Body = append(cases.Body, newCase(askOuter, outer))
	}
	if s.this {
		cases.Body = append(cases.Body, newCase(askThis, &ast.ThisExpression{Idx: added}))
	}
	for i, b := range s.bindings {
		is := b.is
		if id, plain := is.(*ast.Identifier); plain {
			is = newName(id.Name.String())
		}
		if !b.Constant {
			is = newAccess(is)
		}
		cases.Body = append(cases.Body, newCase(firstName+i, is))
	}
	return newArrow(accessorParameters[:], newBlock(cases))
}
