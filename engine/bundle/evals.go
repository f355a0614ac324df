package bundle

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
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
		if !f.strict() && from >= 0 && from < to && to <= len(source) && strings.Contains(source[from:to], "eval") {
			e.value(reflect.ValueOf(f.body))
		}
	}
	return e.found
}

// evalSearcher looks for direct calls of eval. It follows the fields of nodes by reflection.
type evalSearcher struct {
	plans
	found []*ast.CallExpression
}

func (e *evalSearcher) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		e.value(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && !isStrict(v.Interface()) {
			if call, is := v.Interface().(*ast.CallExpression); is && nameOf(call.Callee) == "eval" {
				e.found = append(e.found, call)
			}
			e.value(v.Elem())
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

// isStrict reports whether a node makes what is within it strict code.
func isStrict(node any) bool {
	switch n := node.(type) {
	case *ast.ClassLiteral:
		return true
	case *ast.FunctionLiteral:
		return prologue(n.Body.List)
	case *ast.ArrowFunctionLiteral:
		body, is := n.Body.(*ast.BlockStatement)
		return is && prologue(body.List)
	}
	return false
}
