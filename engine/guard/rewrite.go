package guard

import (
	"math/big"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/pattern"
)

// Rewrite makes the operators <<, >> and ** safe for BigInt: the operator itself allocates without limit in
// `1n << 100000000000n`. It changes only programs that can make BigInts, and in them only operations whose
// right operand may be a large one, which become
//
//	typeof b === "number" ? a << b : %shl(a, b)   // a and b are names or literals
//	%shl(a, b)                                     // otherwise
//
// with the helper that [Install] defines. Positions are those of the operator's left side. It reports whether
// it changed anything; run it before goja.CompileAST.
//
// Compound assignment reads `o[k]` after the right side was evaluated, not before, unless o is a name or
// this. Private members of anything else, and of super, are not changed.
//
// Regular expression literals that goja would misunderstand become calls of a helper, too, and #name in object gets
// the operator that it has. Calls of eval become indirect ones, but for those that are given.
func Rewrite(program *ast.Program, direct ...*ast.CallExpression) bool {
	r := rewriter{mentionsBigInt(program), hinted(program, mayHaveAsyncGenerator), direct, false}
	if !r.bigInts && !r.generators && !hinted(program, mayHaveForeignRegexp) && !hinted(program, mayHavePrivateIn) && !hinted(program, mayHaveEval) {
		return false
	}
	w := &walker{visit: r.visit}
	if r.generators {
		w.bind, w.block = func(b *ast.Binding) { nameGenerator(b.Target, b.Initializer) }, r.markDeclared
	}
	w.walk(program)
	return r.changed
}

// rewriter is what a program may have, which calls of eval stay, and whether something was changed.
type rewriter struct {
	bigInts, generators bool
	direct              []*ast.CallExpression
	changed             bool
}

func (r *rewriter) visit(slot *ast.Expression) {
	var replacement ast.Expression
	switch e := (*slot).(type) {
	case *ast.RegExpLiteral:
		replacement = translatedLiteral(e)
	case *ast.FunctionLiteral:
		if r.generators {
			replacement = markedGenerator(e)
		}
	default:
		if assign, ok := e.(*ast.AssignExpression); ok && r.generators {
			nameGenerator(assign.Left, assign.Right)
		}
		switch {
		case isPrivateIn(e), r.isDirectEval(e):
			r.changed = true
		case r.bigInts:
			replacement = rewritten(e)
		}
	}
	if replacement != nil {
		*slot = replacement
		r.changed = true
	}
}

// isPrivateIn reports whether an expression is #name in object, and gives it this operator: goja's parser takes the token behind
// the object for it, so that #name in a && b was no expression.
func isPrivateIn(e ast.Expression) bool {
	in, ok := e.(*ast.BinaryExpression)
	if !ok {
		return false
	}
	if _, ok = in.Left.(*ast.PrivateIdentifier); ok {
		in.Operator = token.IN
	}
	return ok
}

// isDirectEval reports whether an expression is a call of eval in strict code, and makes it the indirect one that it is here anyway: goja
// compiles all that is around a direct one for it, with mistakes in constructors that end a run.
func (r *rewriter) isDirectEval(e ast.Expression) bool {
	call, ok := e.(*ast.CallExpression)
	if !ok || slices.Contains(r.direct, call) {
		return false
	}
	callee, ok := call.Callee.(*ast.Identifier)
	if !ok || callee.Name != "eval" {
		return false
	}
	zero := &ast.NumberLiteral{Idx: callee.Idx, Literal: "0", Value: int64(0)}
	call.Callee = &ast.SequenceExpression{Sequence: []ast.Expression{zero, callee}}
	return true
}

// translatedLiteral returns an expression that makes the regular expression at run time; nil if the literal
// can stay.
func translatedLiteral(literal *ast.RegExpLiteral) ast.Expression {
	if !pattern.Needed(literal.Pattern, literal.Flags) {
		return nil
	}
	text := func(s string) ast.Expression {
		return &ast.StringLiteral{Idx: literal.Idx, Literal: literal.Literal, Value: unistring.NewFromString(s)}
	}
	return helperCall(helperPattern, literal.Idx, text(literal.Pattern), text(literal.Flags))
}

func mentionsBigInt(program *ast.Program) bool {
	if !hinted(program, mayHaveBigInt) {
		return false
	}
	found := false
	walk(program, func(slot *ast.Expression) {
		switch e := (*slot).(type) {
		case *ast.NumberLiteral:
			_, isBig := e.Value.(*big.Int)
			found = found || isBig
		case *ast.Identifier:
			found = found || isBigIntName(e.Name)
		case *ast.DotExpression: // globalThis.BigInt
			found = found || isBigIntName(e.Identifier.Name)
		}
	})
	return found
}

func isBigIntName(name unistring.String) bool {
	return name == "BigInt" || name == "BigInt64Array" || name == "BigUint64Array"
}

var helpers = map[token.Token]string{
	token.SHIFT_LEFT:  helperShiftLeft,
	token.SHIFT_RIGHT: helperShiftRight,
	token.EXPONENT:    helperPower,
}

// rewritten returns the replacement of an expression, or nil.
func rewritten(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		if helper, ok := helpers[e.Operator]; ok && mayGrow(e.Operator, e.Left, e.Right) {
			return guarded(helper, e.Operator, e.Left, e.Right)
		}
	case *ast.AssignExpression:
		if helper, ok := helpers[e.Operator]; ok && mayGrow(e.Operator, nil, e.Right) {
			return guardedAssign(helper, e)
		}
	}
	return nil
}

// mayGrow reports whether an operation could make a huge BigInt from a small one. A number on either side
// means that the other is a number, too, or that the operation throws a TypeError.
func mayGrow(operator token.Token, left, right ast.Expression) bool {
	if literal, ok := left.(*ast.NumberLiteral); ok {
		if _, isBig := literal.Value.(*big.Int); !isBig {
			return false
		}
	}
	literal, ok := right.(*ast.NumberLiteral)
	if !ok {
		return true
	}
	by, isBig := literal.Value.(*big.Int)
	if !isBig {
		return false
	}
	if operator == token.EXPONENT {
		return by.BitLen() > 2 // up to the cube, it does not grow faster than by multiplication
	}
	return by.BitLen() > 16
}

func guarded(helper string, operator token.Token, left, right ast.Expression) ast.Expression {
	at := left.Idx0()
	call := helperCall(helper, at, left, right)
	if !isSimple(left) || !isName(right) {
		return call
	}
	return &ast.ConditionalExpression{
		Test: &ast.BinaryExpression{
			Operator:   token.STRICT_EQUAL,
			Left:       &ast.UnaryExpression{Operator: token.TYPEOF, Idx: at, Operand: right},
			Right:      &ast.StringLiteral{Idx: at, Literal: `"number"`, Value: "number"},
			Comparison: true,
		},
		Consequent: &ast.BinaryExpression{Operator: operator, Left: left, Right: right},
		Alternate:  call,
	}
}

func helperCall(helper string, at file.Idx, arguments ...ast.Expression) ast.Expression {
	return &ast.CallExpression{
		Callee:           &ast.Identifier{Name: unistring.String(helper), Idx: at},
		LeftParenthesis:  at,
		ArgumentList:     arguments,
		RightParenthesis: at,
	}
}

// guardedAssign turns `a <<= b` into `a = helper(a, b)`, with a evaluated once.
func guardedAssign(helper string, e *ast.AssignExpression) ast.Expression {
	at := e.Left.Idx0()
	switch left := e.Left.(type) {
	case *ast.DotExpression:
		if _, super := left.Left.(*ast.SuperExpression); super {
			return nil
		}
		if !isSimple(left.Left) {
			key := &ast.StringLiteral{Idx: left.Identifier.Idx, Literal: "", Value: left.Identifier.Name}
			return helperCall(helperMember+helper, at, left.Left, key, e.Right)
		}
	case *ast.BracketExpression:
		if _, super := left.Left.(*ast.SuperExpression); super {
			return nil
		}
		if !isSimple(left.Left) || !isSimple(left.Member) {
			return helperCall(helperMember+helper, at, left.Left, left.Member, e.Right)
		}
	case *ast.PrivateDotExpression:
		if !isSimple(left.Left) {
			return nil
		}
	case *ast.Identifier:
	default:
		return nil
	}
	return &ast.AssignExpression{
		Operator: token.ASSIGN,
		Left:     e.Left,
		Right:    guarded(helper, e.Operator, e.Left, e.Right),
	}
}

// isSimple reports whether an expression may be evaluated twice.
func isSimple(e ast.Expression) bool {
	switch e.(type) {
	case *ast.ThisExpression, *ast.NumberLiteral, *ast.StringLiteral:
		return true
	}
	return isName(e)
}

func isName(e ast.Expression) bool {
	_, ok := e.(*ast.Identifier)
	return ok
}
