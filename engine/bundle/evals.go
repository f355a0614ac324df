package bundle

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/names"
)

// directEvals returns the calls of eval by its name in the sloppy code of packages, which see the variables around them. In strict code, as
// classes are, they are made indirect ones.
func directEvals(tree *ast.Program) []*ast.CallExpression {
	_, body := mainOf(tree)
	if body == nil {
		return nil
	}
	e := &evalSearcher{plans: plans{}}
	source := tree.File.Source()
	for _, f := range factories(body.List) {
		from, to := int(f.body.LeftBrace)-1, int(f.body.RightBrace)-1
		if !f.strict() && from >= 0 && from < to && to <= len(source) && mayCallEval(source[from:to]) {
			e.body = f.body
			e.value(reflect.ValueOf(f.body))
		}
	}
	return e.found
}

// mayCallEval reports whether a text may have a call of eval: many have evaluate.
func mayCallEval(text string) bool {
	for {
		_, behind, found := strings.Cut(text, "eval")
		if !found {
			return false
		}
		rest := strings.TrimLeft(behind, " \t\r\n")
		if strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "/") { // or a comment before that
			return true
		}
		text = behind
	}
}

// evalSearcher looks for direct calls of eval. It follows the fields of nodes by reflection.
type evalSearcher struct {
	plans
	around []string            // names of the scopes between here and the function around, which no variable may have
	body   *ast.BlockStatement // of that function: what it declares by function is a variable
	found  []*ast.CallExpression
}

func (e *evalSearcher) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		e.value(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && !isStrict(v.Interface()) {
			e.node(v)
		}
	case reflect.Slice:
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Struct:
		for _, field := range e.plan(v.Type()) {
			e.value(v.Field(field))
		}
	}
}

func (e *evalSearcher) node(v reflect.Value) {
	around, scope := e.around, names.Set{}
	switch n := v.Interface().(type) {
	case *ast.CallExpression:
		if nameOf(n.Callee) == "eval" {
			e.found = append(e.found, n)
			e.name(n)
		}
	case *ast.FunctionLiteral:
		e.around, e.body = nil, n.Body
	case *ast.ArrowFunctionLiteral:
		e.around = nil
		e.body, _ = n.Body.(*ast.BlockStatement)
	case *ast.BlockStatement:
		scope.Lexical(n.List, n != e.body)
	default:
		declaredBy(scope, n)
	}
	for name := range scope {
		e.around = append(slices.Clip(e.around), name.String())
	}
	e.value(v.Elem())
	e.around = around
}

// name adds the names around to a call.
func (e *evalSearcher) name(call *ast.CallExpression) {
	if len(e.around) > 0 && len(call.ArgumentList) > 0 {
		text := guard.AroundEval + strings.Join(e.around, " ")
		literal := &ast.StringLiteral{Idx: call.RightParenthesis, Literal: jsString(text), Value: unistring.NewFromString(text)}
		call.ArgumentList = append(call.ArgumentList, literal)
	}
}

// isStrict reports whether a node makes what is within it strict code.
func isStrict(node any) bool {
	switch n := node.(type) {
	case *ast.ClassLiteral:
		return true
	case *ast.FunctionLiteral:
		return names.Strict(n.Body.List)
	case *ast.ArrowFunctionLiteral:
		body, is := n.Body.(*ast.BlockStatement)
		return is && names.Strict(body.List)
	}
	return false
}
