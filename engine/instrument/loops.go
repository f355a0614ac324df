package instrument

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// loop goes through a loop. What its head declares is new each time.
func (p *pass) loop(s ast.Statement) {
	switch s := s.(type) {
	case *ast.WhileStatement:
		s.Test = p.condition(s.Test)
		s.Body = p.body(s.Body)
	case *ast.DoWhileStatement:
		s.Body = p.body(s.Body)
		s.Test = p.condition(s.Test)
	case *ast.ForInStatement:
		p.expression(&s.Source)
		s.Body = p.each(s.Into, s.Body)
	case *ast.ForOfStatement:
		p.expression(&s.Source)
		s.Body = p.each(s.Into, s.Body)
	case *ast.ForStatement:
		p.count(s)
	case *ast.WithStatement:
		p.expression(&s.Object)
		s.Body = p.body(s.Body)
	}
}

// condition returns the condition of a loop with a probe: it is where the loop comes back to.
func (p *pass) condition(test ast.Expression) ast.Expression {
	if _, constant := test.(*ast.BooleanLiteral); constant {
		return test
	}
	at, exact := p.sources.find(test.Idx0())
	place := int32(none)
	if exact {
		place = p.add(at, false)
	}
	p.expression(&test)
	if place == none {
		return test
	}
	return newSequence(p.probe(place), test, "")
}

// each goes through the body of a loop over something.
func (p *pass) each(into ast.ForInto, body ast.Statement) ast.Statement {
	inner := &scope{}
	switch into := into.(type) {
	case *ast.ForDeclaration:
		p.declare(inner, into.Target, into.IsConst)
		p.pattern(into.Target)
	case *ast.ForIntoVar:
		p.bindingsIn([]*ast.Binding{into.Binding}, into.Binding.Idx0())
	case *ast.ForIntoExpression:
		p.expression(&into.Expression)
	}
	block, is := body.(*ast.BlockStatement)
	if !is {
		block = newBlock(body)
	}
	if len(inner.bindings) > 0 && len(block.List) > 0 && p.shadowed(inner, block.List) {
		p.open(inner, Block, false) // which is in front of the block
		inner.number = none
		p.block(block, &scope{})
		p.close()
		return block
	}
	p.block(block, inner)
	return block
}

// shadowed reports whether a block declares a name of the scope around it again.
func (p *pass) shadowed(s *scope, list []ast.Statement) bool {
	own := &scope{}
	p.declareLexical(own, list)
	for name := range own.declared {
		if s.declared[name] {
			return true
		}
	}
	return false
}

// count goes through a for with a counter. Its accessor is a variable beside the counter, which the condition sets each time.
func (p *pass) count(s *ast.ForStatement) {
	head := &scope{}
	lexical, _ := s.Initializer.(*ast.ForLoopInitializerLexicalDecl)
	if lexical != nil {
		p.declareList(head, &lexical.LexicalDeclaration)
	}
	switch i := s.Initializer.(type) {
	case *ast.ForLoopInitializerExpression:
		p.expression(&i.Expression)
	case *ast.ForLoopInitializerVarDeclList:
		p.bindingsIn(i.List, i.Var)
	}
	p.open(head, Block, false)
	if lexical != nil {
		number := head.number
		head.number = none // it is not set yet
		p.bindingsIn(lexical.LexicalDeclaration.List, lexical.LexicalDeclaration.Idx)
		head.number = number
	}
	if head.number != none && lexical.LexicalDeclaration.Token == token.CONST {
		head.number = none // such as for (const list = f(); ; )
	}

	if head.number != none {
		lexical.LexicalDeclaration.List = append(lexical.LexicalDeclaration.List, &ast.Binding{Target: newName(accessorName(head.number))})
	}
	if s.Test != nil {
		s.Test = p.condition(s.Test)
	}
	p.expression(&s.Update)
	s.Body = p.body(s.Body)
	if head.number != none {
		if s.Test == nil {
			s.Test = &ast.BooleanLiteral{Idx: added, Literal: "true", Value: true}
		}
		set := newAssign(newName(accessorName(head.number)), p.accessor(head.number, head))
		s.Test = newSequence(set, s.Test, "")
	}
	p.close()
}
