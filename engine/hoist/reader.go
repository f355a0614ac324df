package hoist

import (
	"reflect"

	"github.com/dop251/goja/ast"
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
	names map[string]bool
	outer *scope
}

// function is what has the variables.
type function struct {
	at, number int
	strict     bool
	parameters map[string]bool
	names      []string // that are hoisted to it
	top        *scope
}

func newReader(text string) *reader {
	top := &scope{names: map[string]bool{}}
	return &reader{text: text, scope: top, function: &function{top: top}}
}

func (r *reader) program(tree *ast.Program) {
	r.function.strict = isStrict(tree.Body)
	lexical(r.scope.names, tree.Body, false)
	r.value(reflect.ValueOf(tree.Body))
	r.hoisted(r.function)
}

// within reads something in a scope of its own.
func (r *reader) within(names map[string]bool, read func()) {
	r.scope = &scope{names, r.scope}
	read()
	r.scope = r.scope.outer
}

// called reads a function.
func (r *reader) called(parameters *ast.ParameterList, body ast.Node) {
	outer := r.function
	r.functions++
	f := &function{number: r.functions, strict: outer.strict, parameters: map[string]bool{}}
	for _, b := range parameters.List {
		declares(f.parameters, b.Target)
	}
	declares(f.parameters, parameters.Rest)
	r.function = f
	r.within(map[string]bool{}, func() {
		f.top = r.scope
		r.value(reflect.ValueOf(parameters))
		block, is := body.(*ast.BlockStatement)
		if !is {
			r.value(reflect.ValueOf(body))
			return
		}
		f.at = int(block.LeftBrace)
		f.strict = f.strict || isStrict(block.List)
		lexical(f.top.names, block.List, false)
		r.value(reflect.ValueOf(block.List))
		r.hoisted(f)
	})
	r.function = outer
}

// node reads a node that has a scope or functions; it reports false for other ones.
func (r *reader) node(node any) bool {
	names := map[string]bool{}
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
		if f := declared(n); f != nil {
			r.unlabel(n.Idx0(), f.Idx0())
			n.Statement = &ast.FunctionDeclaration{Function: f}
		}
		r.value(reflect.ValueOf(n.Statement))
	case *ast.BlockStatement:
		lexical(names, n.List, true)
		r.within(names, func() { r.list(n.List) })
	case *ast.SwitchStatement:
		r.value(reflect.ValueOf(n.Discriminant))
		for _, c := range n.Body {
			lexical(names, c.Consequent, true)
		}
		r.within(names, func() {
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
			declares(names, n.Parameter)
		}
		r.within(names, func() { r.value(reflect.ValueOf(n).Elem()) })
	case *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement:
		loop(names, n)
		r.within(names, func() { r.value(reflect.ValueOf(n).Elem()) })
	default:
		return false
	}
	return true
}

// list reads the statements of a block.
func (r *reader) list(statements []ast.Statement) {
	for _, s := range statements {
		if f := declared(s); f != nil && !f.Async && !f.Generator {
			r.candidate(f.Name.Name.String(), s.Idx0(), s.Idx1(), false)
		}
		r.value(reflect.ValueOf(s))
	}
}

// branch reads what is behind a condition, which may be the declaration of a function without a block.
func (r *reader) branch(s ast.Statement) {
	if d, is := s.(*ast.FunctionDeclaration); is {
		r.candidate(d.Function.Name.Name.String(), s.Idx0(), s.Idx1(), true)
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

// declared returns the function that a statement declares, with or without labels.
func declared(s ast.Statement) *ast.FunctionLiteral {
	switch s := s.(type) {
	case *ast.FunctionDeclaration:
		return s.Function
	case *ast.LabelledStatement:
		return declared(s.Statement)
	}
	return nil
}

// lexical adds the names that statements declare in their scope: functions are of it in blocks only.
func lexical(names map[string]bool, list []ast.Statement, block bool) {
	for _, statement := range list {
		switch d := statement.(type) {
		case *ast.LexicalDeclaration:
			bindings(names, d.List)
		case *ast.ClassDeclaration:
			declares(names, d.Class.Name)
		}
		if f := declared(statement); f != nil && block {
			declares(names, f.Name)
		}
	}
}

func loop(names map[string]bool, node any) {
	var into ast.ForInto
	switch n := node.(type) {
	case *ast.ForStatement:
		if list, is := n.Initializer.(*ast.ForLoopInitializerLexicalDecl); is {
			bindings(names, list.LexicalDeclaration.List)
		}
		return
	case *ast.ForInStatement:
		into = n.Into
	case *ast.ForOfStatement:
		into = n.Into
	}
	if d, is := into.(*ast.ForDeclaration); is {
		declares(names, d.Target)
	}
}

func bindings(names map[string]bool, list []*ast.Binding) {
	for _, b := range list {
		declares(names, b.Target)
	}
}

// declares adds the names of a target: a name, or a pattern with names in it.
func declares(names map[string]bool, target ast.Node) {
	switch t := target.(type) {
	case *ast.Identifier:
		names[t.Name.String()] = true
	case *ast.AssignExpression:
		declares(names, t.Left)
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			declares(names, e)
		}
		declares(names, t.Rest)
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				names[p.Name.Name.String()] = true
			case *ast.PropertyKeyed:
				declares(names, p.Value)
			}
		}
		declares(names, t.Rest)
	}
}

// isStrict reports whether statements begin with "use strict".
func isStrict(list []ast.Statement) bool {
	for _, s := range list {
		statement, _ := s.(*ast.ExpressionStatement)
		if statement == nil {
			return false
		}
		text, _ := statement.Expression.(*ast.StringLiteral)
		if text == nil {
			return false
		}
		if text.Literal == `"use strict"` || text.Literal == `'use strict'` {
			return true
		}
	}
	return false
}
