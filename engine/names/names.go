package names

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// Set has names that are declared.
type Set map[unistring.String]bool

// Declare adds the names of a target: a name, or a pattern with names in it.
func (s Set) Declare(target ast.Node) {
	switch t := target.(type) {
	case *ast.Identifier:
		s[t.Name] = true
	case *ast.AssignExpression:
		s.Declare(t.Left)
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			s.Declare(e)
		}
		s.Declare(t.Rest)
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				s[p.Name.Name] = true
			case *ast.PropertyKeyed:
				s.Declare(p.Value)
			}
		}
		s.Declare(t.Rest)
	}
}

// Bind adds the names of bindings.
func (s Set) Bind(list []*ast.Binding) {
	for _, b := range list {
		s.Declare(b.Target)
	}
}

// Parameters adds the names of the parameters of a function, which may have none.
func (s Set) Parameters(list *ast.ParameterList) {
	if list != nil {
		s.Bind(list.List)
		s.Declare(list.Rest)
	}
}

// Lexical adds the names that statements declare in their scope. Functions are of it in blocks; at the top of a function they are variables.
func (s Set) Lexical(list []ast.Statement, block bool) {
	for _, statement := range list {
		switch d := statement.(type) {
		case *ast.LexicalDeclaration:
			s.Bind(d.List)
		case *ast.ClassDeclaration:
			s.Declare(d.Class.Name)
		}
		if f := Function(statement); f != nil && block {
			s.Declare(f.Name)
		}
	}
}

// Loop adds the names that a loop declares for its rounds; none for other nodes.
func (s Set) Loop(node any) {
	var into ast.ForInto
	switch n := node.(type) {
	case *ast.ForStatement:
		if list, is := n.Initializer.(*ast.ForLoopInitializerLexicalDecl); is {
			s.Bind(list.LexicalDeclaration.List)
		}
		return
	case *ast.ForInStatement:
		into = n.Into
	case *ast.ForOfStatement:
		into = n.Into
	}
	if d, is := into.(*ast.ForDeclaration); is {
		s.Declare(d.Target)
	}
}

// Function returns the function that a statement declares, with or without labels; nil if it declares none.
func Function(s ast.Statement) *ast.FunctionLiteral {
	switch s := s.(type) {
	case *ast.FunctionDeclaration:
		return s.Function
	case *ast.LabelledStatement:
		return Function(s.Statement)
	}
	return nil
}

// Strict reports whether statements begin with "use strict".
func Strict(list []ast.Statement) bool {
	for _, s := range list {
		statement, _ := s.(*ast.ExpressionStatement)
		if statement == nil {
			return false
		}
		text, _ := statement.Expression.(*ast.StringLiteral)
		if text == nil {
			return false
		}
		if text.Literal == `"use strict"` || text.Literal == `'use strict'` {
			return true
		}
	}
	return false
}
