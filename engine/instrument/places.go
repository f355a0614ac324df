package instrument

import (
	"strings"

	"github.com/dop251/goja/ast"
)

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
	at, exact := p.sources.find(p.start(s))
	if !exact || !p.isWritten(s, word(p.sources.text(at)), keyword) {
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
		if !plain || p.sources.declared(id) != "" {
			return true
		}
	}
	return false
}
