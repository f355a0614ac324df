package console

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// bodyOf returns the function that was put around the input.
func bodyOf(tree *ast.Program) *ast.ArrowFunctionLiteral {
	around := tree.Body[0].(*ast.ExpressionStatement).Expression.(*ast.FunctionLiteral)
	with := around.Body.List[0].(*ast.WithStatement).Body.(*ast.BlockStatement)
	return with.List[1].(*ast.ReturnStatement).Argument.(*ast.ArrowFunctionLiteral)
}

// valueOf returns the value that is assigned to valueName; nil for another statement.
func valueOf(s ast.Statement) ast.Expression {
	statement, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	call, ok := statement.Expression.(*ast.CallExpression)
	if !ok || len(call.ArgumentList) != 1 {
		return nil
	}
	if name, ok := call.Callee.(*ast.Identifier); !ok || name.Name != valueName {
		return nil
	}
	return call.ArgumentList[0]
}

// isValue reports whether the input is a single value that declares nothing: a function or class with a name
// is a declaration if possible.
func isValue(f *ast.ArrowFunctionLiteral) bool {
	list := f.Body.(*ast.BlockStatement).List
	switch v := valueOf(list[len(list)-1]).(type) {
	case nil: // brackets of the text close those around it
		return false
	case *ast.FunctionLiteral:
		return v.Name == nil
	case *ast.ClassLiteral:
		return v.Name == nil
	}
	return true
}

// rewrite turns the declarations at the top level of the input into assignments, and the expression at its
// end into a return. An assignment is represented as a var without a declaration, because it has the patterns
// of declarations: the scope has the name.
//
// A name that is not in the text is a helper of the compiler, and stays local.
func (p *Program) rewrite(f *ast.ArrowFunctionLiteral, text string) {
	body := f.Body.(*ast.BlockStatement)
	typed := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(text, name) })
	}
	f.DeclarationList = slices.DeleteFunc(f.DeclarationList, func(d *ast.VariableDeclaration) bool {
		names := bound(d.List)
		ours := typed(names)
		if ours {
			p.declare(names, false)
		}
		return ours
	})
	var functions, others []ast.Statement
	for _, statement := range body.List {
		if value := valueOf(statement); value != nil {
			statement = &ast.ExpressionStatement{Expression: value}
		}
		replaced, names := assignment(statement)
		switch {
		case replaced == nil || !typed(names):
			others = append(others, statement)
		case isFunction(statement): // functions are defined from the start
			p.declare(names, false)
			functions = append(functions, replaced)
		default:
			p.declare(names, isConst(statement))
			others = append(others, replaced)
		}
		p.implied(statement)
	}
	p.returnLast(others)
	body.List = slices.Concat(others[:1], functions, others[1:]) // the first is "use strict"
}

func (p *Program) declare(names []string, isConst bool) {
	for _, name := range names {
		p.Names = append(p.Names, Name{Name: name, Const: isConst})
	}
}

// implied declares the names that a statement assigns: x = y = 1.
func (p *Program) implied(s ast.Statement) {
	statement, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return
	}
	for next := statement.Expression; ; {
		assign, ok := next.(*ast.AssignExpression)
		if !ok || assign.Operator != token.ASSIGN {
			return
		}
		if name, ok := assign.Left.(*ast.Identifier); ok {
			p.Names = append(p.Names, Name{Name: name.Name.String(), Implied: true})
		}
		next = assign.Right
	}
}

// returnLast returns the value of the last statement as the value of the input.
func (p *Program) returnLast(list []ast.Statement) {
	for i := len(list) - 1; i > 0; i-- { // the first is "use strict"
		switch s := list[i].(type) {
		case *ast.EmptyStatement:
			continue
		case *ast.ExpressionStatement:
			p.IsValue = true
			list[i] = &ast.ReturnStatement{Return: s.Idx0(), Argument: s.Expression}
		}
		return
	}
}

// assignment returns the assignment that replaces a declaration, and the names it declares; nil for any other
// statement.
func assignment(s ast.Statement) (replaced ast.Statement, names []string) {
	switch s := s.(type) {
	case *ast.LexicalDeclaration:
		for _, b := range s.List {
			if b.Initializer == nil { // let x; assigns undefined, even the second time
				b.Initializer = undefined(b.Target)
			}
		}
		return &ast.VariableStatement{Var: s.Idx, List: s.List}, bound(s.List)
	case *ast.ClassDeclaration:
		return given(s.Class.Name, s.Class)
	case *ast.FunctionDeclaration:
		return given(s.Function.Name, s.Function)
	}
	return nil, nil
}

func given(name *ast.Identifier, value ast.Expression) (ast.Statement, []string) {
	list := []*ast.Binding{{Target: name, Initializer: value}}
	return &ast.VariableStatement{Var: value.Idx0(), List: list}, bound(list)
}

func undefined(at ast.Node) ast.Expression {
	zero := &ast.NumberLiteral{Idx: at.Idx0(), Literal: "0", Value: int64(0)}
	return &ast.UnaryExpression{Operator: token.VOID, Idx: at.Idx0(), Operand: zero}
}

func isConst(s ast.Statement) bool {
	declaration, ok := s.(*ast.LexicalDeclaration)
	return ok && declaration.Token == token.CONST
}

func isFunction(s ast.Statement) bool {
	_, ok := s.(*ast.FunctionDeclaration)
	return ok
}

// bound lists the names that bindings bind, including those in patterns.
func bound(list []*ast.Binding) (names []string) {
	for _, b := range list {
		names = appendBound(names, b)
	}
	return names
}

func appendBound(names []string, target ast.Expression) []string {
	switch t := target.(type) {
	case *ast.Binding:
		return appendBound(names, t.Target)
	case *ast.Identifier:
		return append(names, t.Name.String())
	case *ast.AssignExpression: // with a default
		return appendBound(names, t.Left)
	case *ast.PropertyShort:
		return append(names, t.Name.Name.String())
	case *ast.PropertyKeyed:
		return appendBound(names, t.Value)
	case *ast.ArrayPattern:
		for _, element := range t.Elements {
			names = appendBound(names, element)
		}
		return appendBound(names, t.Rest)
	case *ast.ObjectPattern:
		for _, property := range t.Properties {
			names = appendBound(names, property)
		}
		return appendBound(names, t.Rest)
	}
	return names
}
