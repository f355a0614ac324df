package bundle

import (
	"maps"
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/names"
)

// forOthers are the names that packages assign so that other packages have them: they stay global.
var forOthers = []unistring.String{"regeneratorRuntime"}

// leaks returns the names that sloppy files assign and that nothing declares. Elsewhere they would become global variables; here they are
// variables of the package, which begin with the value of the global variable of that name.
func leaks(tree *ast.Program) (found []Leak) {
	_, body := mainOf(tree)
	if body == nil {
		return nil
	}
	byFolder := map[string]map[string]bool{}
	s := &searcher{plans: plans{}}
	for _, f := range factories(body.List) {
		if f.strict() {
			continue
		}
		s.found = names.Set{}
		s.value(reflect.ValueOf(f.slot))
		for name := range s.found {
			folder := packageFolder(f.file)
			if byFolder[folder] == nil {
				byFolder[folder] = map[string]bool{}
			}
			byFolder[folder][name.String()] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		found = append(found, Leak{folder, slices.Sorted(maps.Keys(byFolder[folder]))})
	}
	return found
}

// searcher looks for assignments to names that no scope declares. It follows the fields of nodes by reflection.
type searcher struct {
	scopes []names.Set
	found  names.Set
	plans
}

func (s *searcher) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			s.value(v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			s.node(v)
		}
	case reflect.Slice:
		for i := range v.Len() {
			s.value(v.Index(i))
		}
	case reflect.Struct:
		for _, field := range s.plan(v.Type()) {
			s.value(v.Field(field))
		}
	}
}

// node looks into a node, with a scope for what it declares.
func (s *searcher) node(v reflect.Value) {
	switch n := v.Interface().(type) {
	case *ast.Identifier, *ast.StringLiteral, *ast.NumberLiteral, *ast.RegExpLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.ThisExpression:
		return
	case *ast.AssignExpression:
		if n.Operator == token.ASSIGN {
			s.assigned(n.Left)
		}
	case *ast.ForIntoExpression:
		s.assigned(n.Expression)
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassStaticBlock, *ast.ClassLiteral, *ast.BlockStatement, *ast.SwitchStatement,
		*ast.CatchStatement, *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement:
		scope := names.Set{}
		if declaredBy(scope, n); len(scope) > 0 {
			s.scopes = append(s.scopes, scope)
			s.value(v.Elem())
			s.scopes = s.scopes[:len(s.scopes)-1]
			return
		}
	}
	s.value(v.Elem())
}

// declaredBy adds the names that a node declares within itself to a scope.
func declaredBy(scope names.Set, node any) {
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		scope["arguments"] = true
		if n.Name != nil {
			scope[n.Name.Name] = true
		}
		scope.Parameters(n.ParameterList)
		variables(scope, n.DeclarationList)
	case *ast.ArrowFunctionLiteral:
		scope.Parameters(n.ParameterList)
		variables(scope, n.DeclarationList)
	case *ast.ClassStaticBlock:
		variables(scope, n.DeclarationList)
	case *ast.ClassLiteral:
		if n.Name != nil {
			scope[n.Name.Name] = true
		}
	case *ast.BlockStatement:
		scope.Lexical(n.List, true)
	case *ast.SwitchStatement:
		for _, c := range n.Body {
			scope.Lexical(c.Consequent, true)
		}
	case *ast.CatchStatement:
		scope.Declare(n.Parameter)
	default:
		scope.Loop(n)
	}
}

// assigned remembers the names in the target of an assignment that no scope has.
func (s *searcher) assigned(target ast.Expression) {
	switch t := target.(type) {
	case *ast.DotExpression, *ast.BracketExpression, *ast.PrivateDotExpression:
		return
	case *ast.Identifier:
		if s.declared(t.Name) {
			return
		}
	}
	declared := names.Set{}
	declared.Declare(target)
	for name := range declared {
		if !s.declared(name) && !isFixed(name) {
			s.found[name] = true
		}
	}
}

// declared reports whether a scope has a name.
func (s *searcher) declared(name unistring.String) bool {
	for i := len(s.scopes) - 1; i >= 0; i-- {
		if s.scopes[i][name] {
			return true
		}
	}
	return false
}

// isFixed reports whether a name means the same for everybody.
func isFixed(name unistring.String) bool {
	switch name {
	case "globalThis", "undefined", "NaN", "Infinity", "eval":
		return true
	}
	return slices.Contains(forOthers, name) || isShared(&ast.Binding{Target: &ast.Identifier{Name: name}})
}

func variables(scope names.Set, list []*ast.VariableDeclaration) {
	for _, d := range list {
		scope.Bind(d.List)
	}
}

// plans are the fields of structs that can lead to a node.
type plans map[reflect.Type][]int

// plan lists the fields that can lead to a node. What declaration lists have is in the bodies, too.
func (p plans) plan(t reflect.Type) []int {
	if fields, ok := p[t]; ok {
		return fields
	}
	fields := []int{}
	for i := range t.NumField() {
		switch field := t.Field(i); field.Type.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Struct:
			if field.IsExported() && field.Name != "DeclarationList" {
				fields = append(fields, i)
			}
		}
	}
	p[t] = fields
	return fields
}
