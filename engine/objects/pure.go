package objects

import (
	"reflect"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// The functions of ours that an expression is rewritten to call. No text can name them.
const (
	helperMembers = "%members" // the private members of an object
	helperRead    = "%read"    // a property, if that changes nothing
	helperMaybe   = "%maybe"   // likewise, of what may be undefined
	helperPlain   = "%plain"   // a value that no script converts
)

// helper returns such a function; nil for all other names.
func (x *Objects) helper(name string) func(goja.FunctionCall) goja.Value {
	switch name {
	case helperMembers:
		return func(call goja.FunctionCall) goja.Value {
			return x.rt.NewDynamicObject(members{x, call.Argument(0).ToObject(x.rt)})
		}
	case helperRead:
		return func(call goja.FunctionCall) goja.Value { return x.read(call.Argument(0), call.Argument(1)) }
	case helperMaybe:
		return func(call goja.FunctionCall) goja.Value {
			if o := call.Argument(0); goja.IsUndefined(o) || goja.IsNull(o) {
				return goja.Undefined()
			}
			return x.read(call.Argument(0), call.Argument(1))
		}
	case helperPlain:
		return func(call goja.FunctionCall) goja.Value {
			if _, isObject := call.Argument(0).(*goja.Object); isObject {
				x.refuse()
			}
			return call.Argument(0)
		}
	}
	return nil
}

// refuse throws the error of an expression that could change something.
func (x *Objects) refuse() {
	v, err := x.native.error(nil, x.rt.ToValue(errPure.class), x.rt.ToValue(errPure.message))
	if err != nil {
		panic(err)
	}
	panic(v)
}

// read reads a property without calling a getter of a script, or a trap of a proxy.
func (x *Objects) read(of, key goja.Value) goja.Value {
	if goja.IsUndefined(of) || goja.IsNull(of) {
		panic(x.rt.NewTypeError("Cannot read properties of %s (reading '%s')", of, key))
	}
	if _, isObject := key.(*goja.Object); isObject {
		x.refuse()
	}
	o := of.ToObject(x.rt)
	if name := key.String(); strings.HasPrefix(name, veil) {
		m := members{x, o}
		if m.find("#"+name[len(veil):]).kind != privateField {
			x.refuse()
		}
		return m.Get("#" + name[len(veil):])
	}
	for p := o; p != nil; p = p.Prototype() {
		if isProxy(p) {
			x.refuse()
		}
		d, found := x.own(p, key)
		if !found {
			continue
		}
		if !d.isAccessor() {
			return d.value
		}
		getter, _ := d.get.(*goja.Object)
		if getter == nil || !x.native.getters[getter] {
			x.refuse()
		}
		get, _ := goja.AssertFunction(getter)
		return ask(get, of)
	}
	return goja.Undefined()
}

// purify rewrites the body of an expression to ask before each read, and reports whether it can change nothing else.
func purify(body *ast.ArrowFunctionLiteral) bool {
	list := body.Body.(*ast.BlockStatement).List
	if body.Async || len(list) != 2 || len(body.DeclarationList) > 0 { // the first is "use strict"
		return false
	}
	value, ok := list[1].(*ast.ReturnStatement)
	if !ok {
		return false
	}
	p := purifier{ok: true}
	value.Argument = p.expression(value.Argument)
	return p.ok
}

type purifier struct {
	ok    bool
	maybe bool // in an optional chain
}

// call calls a function of ours.
func call(name string, args ...ast.Expression) ast.Expression {
	at := args[0].Idx0()
	return &ast.CallExpression{
		Callee: &ast.Identifier{Name: unistring.String(name), Idx: at}, LeftParenthesis: at, ArgumentList: args, RightParenthesis: at,
	}
}

func (p *purifier) read(of, key ast.Expression) ast.Expression {
	name := helperRead
	if p.maybe {
		name = helperMaybe
	}
	return call(name, p.expression(of), key)
}

func (p *purifier) plain(e ast.Expression) ast.Expression { return call(helperPlain, p.expression(e)) }

// refused is what is not pure.
func (p *purifier) refused(e ast.Expression) ast.Expression {
	p.ok = false
	return e
}

// expression returns what an expression becomes.
func (p *purifier) expression(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case nil:
		return nil
	case *ast.Identifier, *ast.ThisExpression, *ast.NullLiteral, *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral, *ast.RegExpLiteral:
		return e
	case *ast.DotExpression:
		return p.read(e.Left, &ast.StringLiteral{Idx: e.Identifier.Idx, Value: e.Identifier.Name})
	case *ast.BracketExpression:
		return p.read(e.Left, p.expression(e.Member))
	case *ast.OptionalChain:
		inside := purifier{ok: true, maybe: true}
		value := inside.expression(e.Expression)
		p.ok = p.ok && inside.ok
		return value
	case *ast.Optional:
		return p.expression(e.Expression)
	case *ast.ConditionalExpression:
		e.Test, e.Consequent, e.Alternate = p.expression(e.Test), p.expression(e.Consequent), p.expression(e.Alternate)
		return e
	case *ast.SequenceExpression:
		return p.all(e, e.Sequence)
	case *ast.ArrayLiteral:
		return p.all(e, e.Value)
	case *ast.TemplateLiteral:
		if e.Tag != nil {
			return p.refused(e)
		}
		for i := range e.Expressions {
			e.Expressions[i] = p.plain(e.Expressions[i])
		}
		return e
	case *ast.ObjectLiteral:
		return p.object(e)
	case *ast.UnaryExpression:
		return p.unary(e)
	case *ast.BinaryExpression:
		return p.binary(e)
	}
	return p.refused(e)
}

func (p *purifier) all(e ast.Expression, list []ast.Expression) ast.Expression {
	for i := range list {
		list[i] = p.expression(list[i])
	}
	return e
}

func (p *purifier) object(e *ast.ObjectLiteral) ast.Expression {
	for _, property := range e.Value {
		switch property := property.(type) {
		case *ast.PropertyShort:
		case *ast.PropertyKeyed:
			if property.Kind != ast.PropertyKindValue {
				return p.refused(e)
			}
			if property.Computed {
				property.Key = p.plain(property.Key)
			}
			property.Value = p.expression(property.Value)
		default:
			return p.refused(e)
		}
	}
	return e
}

func (p *purifier) unary(e *ast.UnaryExpression) ast.Expression {
	switch e.Operator {
	case token.NOT, token.VOID:
		e.Operand = p.expression(e.Operand)
	case token.TYPEOF: // of a name that is unknown, too
		e.Operand = p.expression(e.Operand)
	case token.PLUS, token.MINUS, token.BITWISE_NOT:
		e.Operand = p.plain(e.Operand)
	default:
		return p.refused(e)
	}
	return e
}

func (p *purifier) binary(e *ast.BinaryExpression) ast.Expression {
	switch e.Operator {
	case token.STRICT_EQUAL, token.STRICT_NOT_EQUAL, token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		e.Left, e.Right = p.expression(e.Left), p.expression(e.Right)
	case token.IN, token.INSTANCEOF:
		return p.refused(e)
	default:
		e.Left, e.Right = p.plain(e.Left), p.plain(e.Right)
	}
	return e
}

var expressionType = reflect.TypeFor[ast.Expression]()

// unveil replaces reads of private members in a tree: o.#x, which is parsed by another name, becomes a property of what has them.
func unveil(node any) { unveilIn(reflect.ValueOf(node)) }

func unveilIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		unveilIn(v.Elem())
		if dot, ok := v.Interface().(*ast.DotExpression); ok && v.Type() == expressionType && v.CanSet() {
			if name := dot.Identifier.Name.String(); strings.HasPrefix(name, veil) {
				key := &ast.StringLiteral{Idx: dot.Identifier.Idx, Value: unistring.NewFromString("#" + name[len(veil):])}
				v.Set(reflect.ValueOf(&ast.BracketExpression{Left: call(helperMembers, dot.Left), Member: key}))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			unveilIn(v.Index(i))
		}
	case reflect.Struct:
		if strings.HasSuffix(v.Type().PkgPath(), "goja/ast") {
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					unveilIn(v.Field(i))
				}
			}
		}
	}
}
