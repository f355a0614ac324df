package instrument

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"
)

// list puts probes into a list of statements.
func (p *pass) list(statements []ast.Statement) []ast.Statement {
	out := make([]ast.Statement, 0, 2*len(statements)+1)
	for _, s := range statements {
		out = p.statementIn(out, s)
	}
	return out
}

// statementIn appends a statement to a list, behind its probe.
func (p *pass) statementIn(list []ast.Statement, s ast.Statement) []ast.Statement {
	if place := p.placeOf(s); place != none {
		p.place = place
		list = append(list, &ast.ExpressionStatement{Expression: p.probe(place)})
	}
	return append(list, p.statement(s))
}

// start returns where a statement begins. The parser does not say it of an if.
func (p *pass) start(s ast.Statement) file.Idx {
	switch s := s.(type) {
	case *ast.IfStatement:
		at := s.Test.Idx0()
		if before := strings.LastIndex(string(p.sources.Code[max(0, offset(at)-32):max(0, offset(at))]), "if"); before >= 0 {
			return file.Idx(max(0, offset(at)-32) + before + 1)
		}
		return at
	case *ast.LabelledStatement:
		return p.start(s.Statement)
	}
	return s.Idx0()
}

// statement goes through a statement, and returns what takes its place.
func (p *pass) statement(s ast.Statement) ast.Statement {
	switch s := s.(type) {
	case *ast.BlockStatement:
		p.block(s, &scope{})
	case *ast.ExpressionStatement:
		p.expression(&s.Expression)
	case *ast.VariableStatement:
		p.bindingsIn(s.List, s.Var)
	case *ast.LexicalDeclaration:
		p.bindingsIn(s.List, s.Idx)
	case *ast.FunctionDeclaration:
		p.ownIn(s.Function.Name, "function")
		p.declaration(s.Function)
	case *ast.ClassDeclaration:
		p.ownIn(s.Class.Name, "class")
		p.classLiteral(s.Class, true)
	case *ast.IfStatement:
		p.expression(&s.Test)
		s.Consequent = p.body(s.Consequent)
		if s.Alternate != nil {
			s.Alternate = p.body(s.Alternate)
		}
	case *ast.ReturnStatement:
		p.expression(&s.Argument)
	case *ast.ThrowStatement:
		p.expression(&s.Argument)
		s.Argument = newCall(throwName, s.Argument)
	case *ast.LabelledStatement:
		s.Statement = p.statement(s.Statement)
	case *ast.TryStatement:
		p.try(s)
	case *ast.SwitchStatement:
		return p.choose(s)
	default:
		p.loop(s)
	}
	return s
}

// body returns a statement that depends on another one, as a block.
func (p *pass) body(s ast.Statement) ast.Statement {
	if block, is := s.(*ast.BlockStatement); is {
		p.block(block, &scope{})
		return block
	}
	return newBlock(p.statementIn(nil, s)...)
}

// block goes through a block whose scope may have names already.
func (p *pass) block(b *ast.BlockStatement, s *scope) {
	p.declareLexical(s, b.List)
	p.open(s, Block, false)
	b.List = p.withAccessor(s, p.list(b.List))
	p.close()
}

// withAccessor puts the accessor of a scope in front of its statements.
func (p *pass) withAccessor(s *scope, list []ast.Statement) []ast.Statement {
	if s.number == none {
		return list
	}
	return append([]ast.Statement{newConst(accessorName(s.number), p.accessor(s.number, s))}, list...)
}

func (p *pass) try(s *ast.TryStatement) {
	p.block(s.Body, &scope{})
	if c := s.Catch; c != nil {
		if c.Parameter == nil {
			c.Parameter = newName(caughtName)
		}
		caught := &scope{}
		p.declare(caught, c.Parameter, false)
		p.pattern(c.Parameter)
		p.block(c.Body, caught)
		if id, plain := c.Parameter.(*ast.Identifier); plain {
			tell := newCall(catchName, &ast.Identifier{Name: id.Name, Idx: id.Idx})
			c.Body.List = append([]ast.Statement{&ast.ExpressionStatement{Expression: tell}}, c.Body.List...)
		}
	}
	if s.Finally != nil {
		p.block(s.Finally, &scope{})
	}
}

// choose goes through a switch. The cases are one scope, in front of which nothing can stand: each of them sets the accessor.
func (p *pass) choose(s *ast.SwitchStatement) ast.Statement {
	p.expression(&s.Discriminant)
	inner := &scope{}
	for _, c := range s.Body {
		p.declareLexical(inner, c.Consequent)
	}
	p.open(inner, Block, false)
	for _, c := range s.Body {
		p.expression(&c.Test)
		c.Consequent = p.list(c.Consequent)
		if inner.number != none && len(c.Consequent) > 0 {

			set := newAssign(newName(accessorName(inner.number)), p.accessor(inner.number, inner))
			c.Consequent = append([]ast.Statement{&ast.ExpressionStatement{Expression: set}}, c.Consequent...)
		}
	}
	p.close()
	if inner.number == none {
		return s
	}

	return newBlock(newLet(accessorName(inner.number)), s)
}

// bindingsIn goes through the patterns and the values of variables.
func (p *pass) bindingsIn(list []*ast.Binding, statement file.Idx) {
	keyword := ""
	if at, exact := p.sources.find(statement); exact && p.inModule() {
		keyword = word(strings.TrimSpace(strings.TrimPrefix(p.sources.text(at), "export")))
	}
	for _, b := range list {
		p.ownIn(b.Target, keyword)
		p.pattern(b.Target)
		if b.Initializer != nil {
			p.named(b.Target, &b.Initializer)
		}
	}
}

// ownIn remembers the variables of a pattern that are those of a module, and that the source declares with a keyword.
func (p *pass) ownIn(target ast.Node, keyword string) {
	if !p.inModule() {
		return
	}
	constant, place := keyword == "const" || keyword == "using", p.place
	if keyword == "var" || keyword == "function" {
		place = none
	}
	found := &scope{}
	p.declare(found, target, constant)
	for _, b := range found.bindings {
		id := b.is.(*ast.Identifier)
		if p.isTop(id.Name) {
			p.own(id, constant, place)
		}
	}
}

// inModule reports whether what is looked at is code of the top level of a file.
func (p *pass) inModule() bool { return p.function != none && p.table.Functions[p.function].Module }

// isTop reports whether a name is that of a variable of the top level, where it is used.
func (p *pass) isTop(name unistring.String) bool {
	for s := p.scope; s != nil; s = s.outer {
		if s.declared[name] {
			return false
		}
	}
	return p.top.declared[name]
}
