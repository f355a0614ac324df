package instrument

import (
	"bytes"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// The names of what is added to programs. No script can have them.
const (
	reachName  = "%p"
	resumeName = "%r"
	throwName  = "%x"
	catchName  = "%c"

	scopeName  = "%s" // with the number of the scope
	caughtName = "%e"
)

// The parameters of accessors.
var accessorParameters = [...]string{"%n", "%w", "%v"}

// The places of all nodes that are added. [Erase] makes the compiled program forget them: for who is interrupted, a probe is a part of
// what follows it, and all else is where it would be without probes.
const (
	added   file.Idx = 1
	reached file.Idx = 2 // of the calls in front of statements
)

// Erase makes a program that was compiled forget the places of probes.
func Erase(program *goja.Program) {
	hide(program, inside.Added{
		Call: func(offset int) bool { return offset == int(reached)-1 }, Arguments: 2,
		Other: func(offset int) bool { return offset == int(added)-1 },
	})
}

// EraseCounters makes a program that was compiled of a text forget the places of counters.
func EraseCounters(program *goja.Program, code []byte) {
	call := []byte(CounterName + "(")
	hide(program, inside.Added{
		Call: func(offset int) bool {
			return offset >= len(CounterName) && bytes.HasPrefix(code[offset-len(CounterName):], call)
		},
		Arguments: 1,
		Other:     func(offset int) bool { return bytes.HasPrefix(code[offset:], call) },
	})
}

func hide(program *goja.Program, what inside.Added) {
	if !inside.Offsets.On() {
		return
	}
	walk := inside.Walk{Enter: func(p *goja.Program) { inside.Hide(p, what) }}
	walk.Program(program)
}

func newName(name string) *ast.Identifier {
	return &ast.Identifier{Name: unistring.NewFromString(name), Idx: added}
}

func newNumber(n int) ast.Expression {
	return &ast.NumberLiteral{Idx: added, Literal: strconv.Itoa(n), Value: int64(n)}
}

func newCall(function string, arguments ...ast.Expression) ast.Expression {
	return &ast.CallExpression{
		Callee: newName(function), LeftParenthesis: added, ArgumentList: arguments, RightParenthesis: added,
	}
}

// newProbe returns the call for a place. Its scope may be nil.
func newProbe(place int32, scope []ast.Expression) ast.Expression {
	arguments := append([]ast.Expression{newNumber(int(place))}, scope...)
	if len(scope) == 0 {
		arguments = append(arguments, newNumber(0))
	}
	return &ast.CallExpression{Callee: newName(reachName), LeftParenthesis: reached, ArgumentList: arguments, RightParenthesis: added}
}

func newReturn(value ast.Expression) ast.Statement {
	return &ast.ReturnStatement{Return: added, Argument: value}
}

func newConst(name string, value ast.Expression) ast.Statement {
	return &ast.LexicalDeclaration{Idx: added, Token: token.CONST, List: []*ast.Binding{{Target: newName(name), Initializer: value}}}
}

// variable declares a variable without a value.
func newLet(name string) ast.Statement {
	return &ast.LexicalDeclaration{Idx: added, Token: token.LET, List: []*ast.Binding{{Target: newName(name)}}}
}

func newAssign(to, value ast.Expression) ast.Expression {
	return &ast.AssignExpression{Operator: token.ASSIGN, Left: to, Right: value}
}

func newBlock(list ...ast.Statement) *ast.BlockStatement {
	return &ast.BlockStatement{LeftBrace: added, List: list, RightBrace: added}
}

func newArrow(parameters []string, body *ast.BlockStatement) ast.Expression {
	list := &ast.ParameterList{Opening: added, Closing: added}
	for _, name := range parameters {
		list.List = append(list.List, &ast.Binding{Target: newName(name)})
	}
	return &ast.ArrowFunctionLiteral{Start: added, ParameterList: list, Body: body}
}

// after returns an expression that evaluates something before. A function without a name that is the value of something keeps the name that
// it gets from that: as the value of a property of an object.
func newSequence(before, value ast.Expression, name string) ast.Expression {
	if isNameless(value) && name != "" && name != "__proto__" {
		value = &ast.BracketExpression{
			Left:   &ast.ObjectLiteral{LeftBrace: added, RightBrace: added, Value: []ast.Property{newProperty(name, value)}},
			Member: newText(name), LeftBracket: added, RightBracket: added,
		}
	}
	return &ast.SequenceExpression{Sequence: []ast.Expression{before, value}}
}

func newText(text string) ast.Expression {
	return &ast.StringLiteral{Idx: added, Literal: strconv.Quote(text), Value: unistring.NewFromString(text)}
}

func newProperty(name string, value ast.Expression) ast.Property {
	return &ast.PropertyKeyed{Key: newText(name), Kind: ast.PropertyKindValue, Value: value}
}

// isNameless reports whether a value is a function or a class that is named after what it is assigned to.
func isNameless(value ast.Expression) bool {
	switch v := value.(type) {
	case *ast.ArrowFunctionLiteral:
		return true
	case *ast.FunctionLiteral:
		return v.Name == nil
	case *ast.ClassLiteral:
		return v.Name == nil
	}
	return false
}

// choice is a case of an accessor.
func newCase(number int, value ast.Expression) *ast.CaseStatement {
	return &ast.CaseStatement{Case: added, Test: newNumber(number), Consequent: []ast.Statement{newReturn(value)}}
}

// access returns what reads an expression, or writes it.
func newAccess(to ast.Expression) ast.Expression {
	return &ast.ConditionalExpression{Test: newName(accessorParameters[1]), Consequent: newAssign(to, newName(accessorParameters[2])), Alternate: to}
}
