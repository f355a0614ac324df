package instrument

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
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
		if before := strings.LastIndex(string(p.Code[max(0, offset(at)-32):max(0, offset(at))]), "if"); before >= 0 {
			return file.Idx(max(0, offset(at)-32) + before + 1)
		}
		return at
	case *ast.LabelledStatement:
		return p.start(s.Statement)
	}
	return s.Idx0()
}

// placeOf returns the place of a statement; none if it has none, or is not in the source.
func (p *pass) placeOf(s ast.Statement) int32 {
	var keyword string
	debugger := false
	switch s := s.(type) {
	case *ast.ExpressionStatement:
		if _, directive := s.Expression.(*ast.StringLiteral); directive {
			return none
		}
	case *ast.VariableStatement:
		if !p.declaresValue(s.List) {
			return none
		}
	case *ast.LexicalDeclaration:
		if !p.declaresValue(s.List) {
			return none
		}
	case *ast.ClassDeclaration:
	case *ast.DebuggerStatement:
		keyword, debugger = "debugger", true
	case *ast.IfStatement:
		keyword = "if"
	case *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement:
		keyword = "for"
	case *ast.ReturnStatement:
		keyword = "return"
	case *ast.ThrowStatement:
		keyword = "throw"
	case *ast.SwitchStatement:
		keyword = "switch"
	case *ast.BranchStatement:
		keyword = s.Token.String()
	case *ast.LabelledStatement:
		return p.placeOf(s.Statement)
	default: // the condition of a loop has a probe of its own
		return none
	}
	at, exact := p.find(p.start(s))
	if !exact || !p.isWritten(s, word(p.text(at)), keyword) {
		return none
	}
	return p.add(at, debugger)
}

// isWritten reports whether a statement is in the source, and was not added by the bundler, where that has a word.
func (p *pass) isWritten(s ast.Statement, word, keyword string) bool {
	if keyword != "" {
		return word == keyword
	}
	statement, is := s.(*ast.ExpressionStatement)
	if !is {
		return true
	}
	switch word {
	case "break", "case", "catch", "continue", "debugger", "default", "do", "else", "finally", "for", "if", "return", "switch", "throw", "try",
		"while", "with":
		return false
	}
	expression := statement.Expression
	if assign, is := expression.(*ast.AssignExpression); is && isHelper(assign.Right) {
		return false
	}
	if field := fieldOf(expression); field != "" {
		return field == strings.TrimPrefix(word, "#")
	}
	if strings.HasPrefix(word, "#") {
		return false
	}
	_, this := leftmost(expression).(*ast.ThisExpression)
	return !isHelper(expression) && !isInit(expression, word) && (!this || word == "this") // else a parameter property
}

// fieldOf returns the name of a field that the bundler makes a call of, in a constructor or behind its class; empty if there is none.
func fieldOf(e ast.Expression) string {
	call, _ := e.(*ast.CallExpression)
	if call == nil || len(call.ArgumentList) < 2 {
		return ""
	}
	callee, _ := call.Callee.(*ast.Identifier)
	if callee == nil {
		return ""
	}
	switch key := call.ArgumentList[1].(type) {
	case *ast.StringLiteral:
		if strings.HasPrefix(callee.Name.String(), "__publicField") {
			return key.Value.String()
		}
	case *ast.Identifier:
		if strings.HasPrefix(callee.Name.String(), "__privateAdd") {
			return strings.Trim(key.Name.String(), "_0123456789")
		}
	}
	return ""
}

// isHelper reports whether an expression is a call of one of the functions that the bundler adds.
func isHelper(e ast.Expression) bool {
	call, _ := e.(*ast.CallExpression)
	if call == nil {
		return false
	}
	callee, _ := call.Callee.(*ast.Identifier)
	return callee != nil && strings.HasPrefix(callee.Name.String(), "__") && helpers[strings.TrimRight(callee.Name.String(), "0123456789")]
}

// isInit reports whether an expression runs the top level of another file, which nobody has written.
func isInit(e ast.Expression, word string) bool {
	call, _ := e.(*ast.CallExpression)
	if call == nil {
		return false
	}
	callee, _ := call.Callee.(*ast.Identifier)
	return callee != nil && strings.HasPrefix(callee.Name.String(), "init_") && callee.Name.String() != word
}

var helpers = wordSet("__decorateClass __decorateParam __decorateElement __runInitializers __decoratorStart __decoratorMetadata " +
	"__callDispose __keep __register __export __reExport __toCommonJS __name")

func leftmost(e ast.Expression) ast.Expression {
	for {
		switch l := e.(type) {
		case *ast.CallExpression:
			e = l.Callee
		case *ast.DotExpression:
			e = l.Left
		case *ast.BracketExpression:
			e = l.Left
		case *ast.PrivateDotExpression:
			e = l.Left
		case *ast.AssignExpression:
			e = l.Left
		case *ast.BinaryExpression:
			e = l.Left
		default:
			return e
		}
	}
}

// declaresValue reports whether a variable of the source gets a value.
func (p *pass) declaresValue(list []*ast.Binding) bool {
	for _, b := range list {
		if b.Initializer == nil {
			continue
		}
		id, plain := b.Target.(*ast.Identifier)
		if !plain || p.declared(id) != "" {
			return true
		}
	}
	return false
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
		p.ownIn(s.Function.Name, false)
		p.declaration(s.Function)
	case *ast.ClassDeclaration:
		p.ownIn(s.Class.Name, false)
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
	at, exact := p.find(test.Idx0())
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

// bindingsIn goes through the patterns and the values of variables.
func (p *pass) bindingsIn(list []*ast.Binding, statement file.Idx) {
	constant := false
	if at, exact := p.find(statement); exact {
		text := strings.TrimSpace(strings.TrimPrefix(p.text(at), "export"))
		constant = word(text) == "const" || word(text) == "using"
	}
	for _, b := range list {
		p.ownIn(b.Target, constant)
		p.pattern(b.Target)
		if b.Initializer != nil {
			p.named(b.Target, &b.Initializer)
		}
	}
}

// ownIn remembers the variables of a pattern that are those of a module.
func (p *pass) ownIn(target ast.Node, constant bool) {
	found := &scope{}
	p.declare(found, target, constant)
	for _, b := range found.bindings {
		id := b.is.(*ast.Identifier)
		if p.isTop(id.Name) {
			p.own(id, constant)
		}
	}
}

// isTop reports whether a name is that of a variable of the top level, where it is used.
func (p *pass) isTop(name unistring.String) bool {
	for s := p.scope; s != nil; s = s.outer {
		if s.declared[name] {
			return false
		}
	}
	return p.top.declared[name]
}
