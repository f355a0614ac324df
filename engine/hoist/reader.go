package hoist

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/names"
)

// reader looks for functions in blocks. It follows the fields of nodes by reflection.
type reader struct {
	text      string
	scope     *scope
	function  *function
	functions int
	edits     []change
}

// scope has the names that a block declares: those that are not variables of the function around.
type scope struct {
	names names.Set
	outer *scope
}

// function is what has the variables.
type function struct {
	at, number int
	strict     bool
	parameters names.Set
	names      []unistring.String // that are hoisted to it
	top        *scope
}

func newReader(text string) *reader {
	top := &scope{names: names.Set{}}
	return &reader{text: text, scope: top, function: &function{top: top}}
}

func (r *reader) program(tree *ast.Program) {
	r.function.strict = names.Strict(tree.Body)
	r.scope.names.Lexical(tree.Body, false)
	r.value(reflect.ValueOf(tree.Body))
	r.hoisted(r.function)
}

// within reads something in a scope of its own.
func (r *reader) within(declared names.Set, read func()) {
	r.scope = &scope{declared, r.scope}
	read()
	r.scope = r.scope.outer
}

// called reads a function.
func (r *reader) called(parameters *ast.ParameterList, body ast.Node) {
	outer := r.function
	r.functions++
	f := &function{number: r.functions, strict: outer.strict, parameters: names.Set{}}
	f.parameters.Parameters(parameters)
	r.function = f
	r.within(names.Set{}, func() {
		f.top = r.scope
		r.value(reflect.ValueOf(parameters))
		block, is := body.(*ast.BlockStatement)
		if !is {
			r.value(reflect.ValueOf(body))
			return
		}
		f.at = int(block.LeftBrace)
		f.strict = f.strict || names.Strict(block.List)
		f.top.names.Lexical(block.List, false)
		r.value(reflect.ValueOf(block.List))
		r.hoisted(f)
	})
	r.function = outer
}

// node reads a node that has a scope or functions; it reports false for other ones.
func (r *reader) node(node any) bool {
	scope := names.Set{}
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		r.called(n.ParameterList, n.Body)
	case *ast.ArrowFunctionLiteral:
		r.called(n.ParameterList, n.Body)
	case *ast.ClassLiteral:
		was := *r.function
		r.function.strict = true
		r.value(reflect.ValueOf(n).Elem())
		r.function.strict = was.strict
	case *ast.ClassStaticBlock: // strict
		r.value(reflect.ValueOf(n.Block.List))
	case *ast.LabelledStatement:
		if f := names.Function(n); f != nil {
			r.unlabel(n.Idx0(), f.Idx0())
			n.Statement = &ast.FunctionDeclaration{Function: f}
		}
		r.value(reflect.ValueOf(n.Statement))
	case *ast.BlockStatement:
		scope.Lexical(n.List, true)
		r.within(scope, func() { r.list(n.List) })
	case *ast.SwitchStatement:
		r.value(reflect.ValueOf(n.Discriminant))
		for _, c := range n.Body {
			scope.Lexical(c.Consequent, true)
		}
		r.within(scope, func() {
			for _, c := range n.Body {
				r.value(reflect.ValueOf(c.Test))
				r.list(c.Consequent)
			}
		})
	case *ast.IfStatement:
		r.value(reflect.ValueOf(n.Test))
		r.branch(n.Consequent)
		r.branch(n.Alternate)
	case *ast.CatchStatement:
		if _, plain := n.Parameter.(*ast.Identifier); !plain {
			scope.Declare(n.Parameter)
		}
		r.within(scope, func() { r.value(reflect.ValueOf(n).Elem()) })
	case *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement:
		scope.Loop(n)
		r.within(scope, func() { r.value(reflect.ValueOf(n).Elem()) })
	default:
		return false
	}
	return true
}

// list reads the statements of a block.
func (r *reader) list(statements []ast.Statement) {
	for _, s := range statements {
		if f := names.Function(s); f != nil && !f.Async && !f.Generator {
			r.candidate(f.Name.Name, s.Idx0(), s.Idx1(), false)
		}
		r.value(reflect.ValueOf(s))
	}
}

// branch reads what is behind a condition, which may be the declaration of a function without a block.
func (r *reader) branch(s ast.Statement) {
	if d, is := s.(*ast.FunctionDeclaration); is {
		r.candidate(d.Function.Name.Name, s.Idx0(), s.Idx1(), true)
	}
	if s != nil {
		r.value(reflect.ValueOf(s))
	}
}

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		r.value(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && !r.node(v.Interface()) {
			r.value(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Name != "DeclarationList" && field.Name != "File" {
				r.value(v.Field(i))
			}
		}
	}
}
