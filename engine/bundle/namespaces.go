package bundle

import (
	"bytes"
	"slices"

	"github.com/dop251/goja/ast"
)

// The names that the bundler gives to its helper for namespaces, and to namespaces, whose ending is followed by a number if there are several.
const (
	exportHelper   = "__export"
	registerHelper = "__register"
	namespaceEnd   = "_exports"
)

// namespace is a variable with what a file exports, as the bundler writes it:
//
//	var users_exports = {};
//	__export(users_exports, {
//	  Users: () => Users
//	});
//	…
//	__register("users.ts", users_exports);
type namespace struct {
	made    ast.Statement // the first of these
	filled  ast.Statement
	exports *ast.ObjectLiteral
	given   *ast.Expression // the argument
}

// registerExports makes a program register what files export, and not their namespaces, where nothing else uses these: a namespace has a
// function for each export, which is asked once, when all modules have run.
//
//	__register("users.ts", { Users: Users });
//
// It is no different for those who are given the exports, unless they look at them later, when a variable may have another value.
func registerExports(tree *ast.Program, code []byte) {
	_, body := mainOf(tree)
	if body == nil {
		return
	}
	found := namespaces(body.List)
	uses := countUses(code)
	dropped := map[ast.Statement]bool{}
	for name, n := range found {
		if n.filled == nil || n.given == nil || uses[name] != 3 {
			continue
		}
		if values := valuesOf(n.exports); values != nil {
			*n.given = values
			dropped[n.made], dropped[n.filled] = true, true
		}
	}
	body.List = slices.DeleteFunc(body.List, func(s ast.Statement) bool { return dropped[s] })
}

// namespaces finds the namespaces of a bundle by their names.
func namespaces(list []ast.Statement) map[string]*namespace {
	found := map[string]*namespace{}
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.VariableStatement:
			if name := emptyObject(s); name != "" {
				found[name] = &namespace{made: s}
			}
		case *ast.ExpressionStatement:
			call, _ := s.Expression.(*ast.CallExpression)
			if call == nil || len(call.ArgumentList) != 2 {
				continue
			}
			switch nameOf(call.Callee) {
			case exportHelper:
				exports, _ := call.ArgumentList[1].(*ast.ObjectLiteral)
				if n := found[nameOf(call.ArgumentList[0])]; n != nil && exports != nil {
					n.filled, n.exports = s, exports
				}
			case registerHelper:
				if n := found[nameOf(call.ArgumentList[1])]; n != nil {
					n.given = &call.ArgumentList[1]
				}
			}
		}
	}
	return found
}

// emptyObject returns the name of the variable that a statement declares, if it begins as an empty object.
func emptyObject(s *ast.VariableStatement) string {
	if len(s.List) != 1 {
		return ""
	}
	object, _ := s.List[0].Initializer.(*ast.ObjectLiteral)
	target, _ := s.List[0].Target.(*ast.Identifier)
	if object == nil || target == nil || len(object.Value) > 0 {
		return ""
	}
	return target.Name.String()
}

func nameOf(e ast.Expression) string {
	if identifier, is := e.(*ast.Identifier); is {
		return identifier.Name.String()
	}
	return ""
}

// valuesOf returns an object with what the functions of another one return; nil if it has anything else.
func valuesOf(getters *ast.ObjectLiteral) *ast.ObjectLiteral {
	values := &ast.ObjectLiteral{LeftBrace: getters.LeftBrace, RightBrace: getters.RightBrace, Value: make([]ast.Property, 0, len(getters.Value))}
	for _, property := range getters.Value {
		keyed, _ := property.(*ast.PropertyKeyed)
		if keyed == nil || keyed.Kind != ast.PropertyKindValue {
			return nil
		}
		getter, _ := keyed.Value.(*ast.ArrowFunctionLiteral)
		if getter == nil {
			return nil
		}
		body, _ := getter.Body.(*ast.ExpressionBody)
		if body == nil {
			return nil
		}
		value := *keyed
		value.Value = body.Expression
		values.Value = append(values.Value, &value)
	}
	return values
}

// countUses counts the places in a text that may name a namespace.
func countUses(code []byte) map[string]int {
	uses := map[string]int{}
	for at := 0; ; {
		next := bytes.Index(code[at:], []byte(namespaceEnd))
		if next < 0 {
			return uses
		}
		from, to := at+next, at+next+len(namespaceEnd)
		for from > 0 && isNamePart(code[from-1]) {
			from--
		}
		for to < len(code) && isNamePart(code[to]) {
			to++
		}
		uses[string(code[from:to])]++
		at = to
	}
}

// isNamePart reports whether a byte may be a part of a name. In a text of UTF-8 that is any byte of a character beyond ASCII.
func isNamePart(b byte) bool {
	return b == '_' || b == '$' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80 || b == '\\'
}
