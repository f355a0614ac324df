package instrument

import (
	"strings"

	"github.com/dop251/goja/ast"
)

// named goes through the value of something that may name it.
func (p *pass) named(target ast.Node, value *ast.Expression) {
	switch t := target.(type) {
	case *ast.Identifier:
		p.hint = p.sourceName(t)
		if isPrivate(p.hint) && p.class == "" {
			p.hint = p.latest + "." + p.hint // the bundler has taken the method out of its class
		}
	case *ast.DotExpression:
		p.hint = t.Identifier.Name.String()
	case *ast.StringLiteral:
		p.hint = t.Value.String()
	case *ast.PrivateIdentifier:
		p.hint = "#" + t.Name.String()
	}
	p.expression(value)
	p.hint = ""
}

// expression goes through an expression, and may put another one into its place. What is not listed has nothing within it.
func (p *pass) expression(slot *ast.Expression) {
	hint := p.hint
	p.hint = ""
	switch e := (*slot).(type) {
	case *ast.Identifier:
		p.mention(e, nil)
	case *ast.FunctionLiteral:
		p.functionLiteral(e, e.Function, hint)
	case *ast.ArrowFunctionLiteral:
		p.arrowLiteral(e, hint)
	case *ast.ClassLiteral:
		p.hint = hint
		p.classLiteral(e, false)
	case *ast.AwaitExpression:
		p.expression(&e.Argument)
		*slot = p.resumed(e)
	case *ast.YieldExpression:
		p.expression(&e.Argument)
		*slot = p.resumed(e)
	case *ast.AssignExpression:
		p.expression(&e.Left)
		p.named(e.Left, &e.Right)
	case *ast.DotExpression:
		if id, plain := e.Left.(*ast.Identifier); plain {
			p.mention(id, e)
		}
		p.inside(&e.Left)
	case *ast.CallExpression:
		if !p.wrapper(e) {
			p.expression(&e.Callee)
			p.all(e.ArgumentList)
		}
	case *ast.ObjectLiteral:
		p.properties(e.Value)
	case *ast.ObjectPattern, *ast.ArrayPattern:
		p.pattern(e)
	default:
		p.parts(e)
	}
}

// inside goes through what a member is read of, if it is not a name, which was looked at with the member.
func (p *pass) inside(left *ast.Expression) {
	if _, plain := (*left).(*ast.Identifier); !plain {
		p.expression(left)
	}
}

// parts goes through the parts of an expression.
func (p *pass) parts(e ast.Expression) {
	switch e := e.(type) {
	case *ast.ArrayLiteral:
		p.all(e.Value)
	case *ast.BinaryExpression:
		p.expression(&e.Left)
		p.expression(&e.Right)
	case *ast.BracketExpression:
		p.expression(&e.Left)
		p.expression(&e.Member)
	case *ast.ConditionalExpression:
		p.expression(&e.Test)
		p.expression(&e.Consequent)
		p.expression(&e.Alternate)
	case *ast.PrivateDotExpression:
		p.expression(&e.Left)
	case *ast.OptionalChain:
		p.expression(&e.Expression)
	case *ast.Optional:
		p.expression(&e.Expression)
	case *ast.NewExpression:
		p.expression(&e.Callee)
		p.all(e.ArgumentList)
	case *ast.SpreadElement:
		p.expression(&e.Expression)
	case *ast.SequenceExpression:
		p.all(e.Sequence)
	case *ast.TemplateLiteral:
		p.expression(&e.Tag)
		p.all(e.Expressions)
	case *ast.UnaryExpression:
		p.expression(&e.Operand)
	}
}

func (p *pass) all(list []ast.Expression) {
	for i := range list {
		p.expression(&list[i])
	}
}

func (p *pass) properties(list []ast.Property) {
	for _, property := range list {
		switch property := property.(type) {
		case *ast.PropertyKeyed:
			if property.Computed {
				p.expression(&property.Key)
			}
			if f, method := property.Value.(*ast.FunctionLiteral); method && property.Kind != ast.PropertyKindValue {
				p.functionLiteral(f, property.Key.Idx0(), keyName(property.Key))
				continue
			}
			p.named(property.Key, &property.Value)
		case *ast.PropertyShort:
			p.mention(&property.Name, nil)
			p.expression(&property.Initializer)
		case *ast.SpreadElement:
			p.expression(&property.Expression)
		}
	}
}

// pattern goes through the defaults and the computed keys of a pattern.
func (p *pass) pattern(target ast.Node) {
	switch t := target.(type) {
	case *ast.Binding: // a parameter, which a function that is its default is not named after, in goja
		p.pattern(t.Target)
		p.fallback(nil, &t.Initializer)
	case *ast.AssignExpression:
		p.pattern(t.Left)
		p.fallback(t.Left, &t.Right)
	case *ast.ArrayPattern:
		for _, element := range t.Elements {
			p.pattern(element)
		}
		p.pattern(t.Rest)
	case *ast.ObjectPattern:
		for _, property := range t.Properties {
			switch property := property.(type) {
			case *ast.PropertyShort:
				p.fallback(&property.Name, &property.Initializer)
			case *ast.PropertyKeyed:
				if property.Computed {
					p.expression(&property.Key)
				}
				p.pattern(property.Value)
			}
		}
		p.pattern(t.Rest)
	case *ast.DotExpression, *ast.BracketExpression, *ast.PrivateDotExpression:
		expression := t.(ast.Expression)
		p.expression(&expression)
	}
}

// resumed returns an await or a yield behind which the call is known to go on.
func (p *pass) resumed(e ast.Expression) ast.Expression {
	if p.place == none {
		return e
	}

	p.table.Places[p.place].Awaits = true
	return newCall(resumeName, append([]ast.Expression{e, newNumber(int(p.place))}, accessorAt(p.accessible())...)...)
}

// wrapper goes through a call of a helper that has the top level of a file, or an async generator, as its function.
func (p *pass) wrapper(call *ast.CallExpression) bool {
	callee, _ := call.Callee.(*ast.Identifier)
	if callee == nil {
		return false
	}
	name := strings.TrimRight(callee.Name.String(), "0123456789")
	if name != "__commonJS" && name != "__esm" || len(call.ArgumentList) == 0 {
		return false
	}
	object, _ := call.ArgumentList[0].(*ast.ObjectLiteral)
	if object == nil || len(object.Value) != 1 {
		return false
	}
	property, _ := object.Value[0].(*ast.PropertyKeyed)
	if property == nil {
		return false
	}
	f, _ := property.Value.(*ast.FunctionLiteral)
	if f != nil {
		c := &called{params: f.ParameterList, body: f.Body, vars: f.DeclarationList, at: f.Function, top: true, suspends: f.Async}
		if name == "__commonJS" {
			c.kind = Module // its variables are in the function, else in the bundle
		}
		p.run(c)
	}
	return f != nil
}
