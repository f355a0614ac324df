package bundle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/names"
)

// The name of the bundler's helper that runs a CommonJS file, and of the directive.
const (
	commonHelper = "__commonJS"
	useStrict    = `"use strict"`
)

// addedAt is the place of nodes that no file has: the begin of the bundle.
const addedAt file.Idx = 1

// factory is the function that a CommonJS file of a package has become:
//
//	var require_left = __commonJS({
//	  "node_modules/left/index.js"(exports, module) { … }
//	});
type factory struct {
	file string
	body *ast.BlockStatement
	slot *ast.Expression // the argument of the helper
	name string          // the variable of one that is [verbatim]
}

// strict reports whether the file begins with the directive.
func (f factory) strict() bool { return names.Strict(f.body.List) }

// factories finds the CommonJS files of packages. What else is called like the helper has another form.
func factories(list []ast.Statement) (found []factory) {
	for _, statement := range list {
		s, _ := statement.(*ast.VariableStatement)
		if s == nil {
			continue
		}
		for _, b := range s.List {
			if f := verbatimOf(b); f != nil {
				found = append(found, *f)
			}
			call, _ := b.Initializer.(*ast.CallExpression)
			if call == nil || nameOf(call.Callee) != commonHelper || len(call.ArgumentList) != 1 {
				continue
			}
			object, _ := call.ArgumentList[0].(*ast.ObjectLiteral)
			if object == nil || len(object.Value) != 1 {
				continue
			}
			keyed, _ := object.Value[0].(*ast.PropertyKeyed)
			if keyed == nil {
				continue
			}
			name, _ := keyed.Key.(*ast.StringLiteral)
			function, _ := keyed.Value.(*ast.FunctionLiteral)
			if name != nil && function != nil && isPackage(name.Value.String()) {
				found = append(found, factory{file: name.Value.String(), body: function.Body, slot: &call.ArgumentList[0]})
			}
		}
	}
	return found
}

// loosen makes the CommonJS files of packages sloppy code, unless they begin with "use strict", and leaves all else strict: these files
// leave the function of the bundle, whose statements become those of a strict function within it.
//
//	(__fwrun, …) => {
//	  var require_left, %0;                             // what both sides name
//	  (() => { var leaked = globalThis.leaked; %0 = { "node_modules/left/index.js"(exports, module) { … } }; })();
//	  return (async () => { "use strict"; … require_left = __commonJS(%0); … })();
//	}
//
// The variables in the function of a package are those that its files assign and do not declare: see [leaks]. It returns false, and
// changes nothing, if there is no such file.
func loosen(tree *ast.Program, leaked []Leak) bool {
	main, body := bundleIn(tree)
	if body == nil {
		return false
	}
	found := factories(body.List)
	if !slices.ContainsFunc(found, func(f factory) bool { return !f.strict() }) {
		return false
	}
	outside := &ast.BlockStatement{LeftBrace: addedAt, RightBrace: addedAt}
	scopes := map[string]*ast.BlockStatement{}
	for _, leak := range leaked {
		scopes[leak.Folder] = scopeOf(leak.Names, outside)
	}
	var shared []*ast.Binding
	for i, f := range found {
		of := scopes[packageFolder(f.file)]
		if f.strict() && of == nil {
			continue
		}
		value, name := *f.slot, f.name
		if *f.slot = nil; name == "" {
			name = "%" + itoa(i)
			*f.slot = identifier(name)
			shared = append(shared, binding(name))
		}
		of = cmp.Or(of, outside)
		of.List = append(of.List, statementOf(assignment(name, value)))
	}
	shared = append(shared, share(main, body)...)
	inner := arrow(body, main.DeclarationList)
	inner.Async, main.Async = main.Async, false
	body.List = slices.Insert(body.List, 0, statementOf(&ast.StringLiteral{Idx: addedAt, Literal: useStrict, Value: "use strict"}))
	outside.List = append(outside.List, &ast.ReturnStatement{Return: addedAt, Argument: call(inner)})
	main.Body, main.DeclarationList = outside, []*ast.VariableDeclaration{{Var: addedAt, List: shared}}
	return true
}

// bundleIn returns the function that a bundle consists of, with or without the function that gives it its probes.
func bundleIn(tree *ast.Program) (*ast.ArrowFunctionLiteral, *ast.BlockStatement) {
	main, body := mainOf(tree)
	if body == nil || len(body.List) != 1 {
		return main, body
	}
	if given, is := body.List[0].(*ast.ReturnStatement); is {
		if probed, is := given.Argument.(*ast.ArrowFunctionLiteral); is {
			body, _ = probed.Body.(*ast.BlockStatement)
			return probed, body
		}
	}
	return main, body
}

// scopeOf puts a function with the variables of a package into a block, and returns its body.
func scopeOf(names []string, block *ast.BlockStatement) *ast.BlockStatement {
	body := &ast.BlockStatement{LeftBrace: addedAt, RightBrace: addedAt}
	declared := &ast.VariableDeclaration{Var: addedAt}
	for _, name := range names {
		declared.List = append(declared.List, binding(name))
		global := &ast.DotExpression{Left: identifier("globalThis"), Identifier: *identifier(name)}
		body.List = append(body.List, statementOf(assignment(name, global)))
	}
	block.List = append(block.List, statementOf(call(arrow(body, []*ast.VariableDeclaration{declared}))))
	return body
}

// share takes the variables that files of both kinds may name out of the function of the bundle, and returns them: its statements assign
// what they have declared.
func share(main *ast.ArrowFunctionLiteral, body *ast.BlockStatement) (shared []*ast.Binding) {
	taken := map[unistring.String]bool{}
	take := func(list []*ast.Binding) ast.Statement {
		assigned := &ast.SequenceExpression{}
		for _, b := range list {
			id := b.Target.(*ast.Identifier)
			if !taken[id.Name] {
				taken[id.Name] = true
				shared = append(shared, binding(id.Name.String()))
			}
			if b.Initializer != nil {
				assigned.Sequence = append(assigned.Sequence, &ast.AssignExpression{Operator: token.ASSIGN, Left: id, Right: b.Initializer})
			}
		}
		switch len(assigned.Sequence) {
		case 0:
			return &ast.EmptyStatement{Semicolon: addedAt}
		case 1:
			return statementOf(assigned.Sequence[0])
		}
		return statementOf(assigned)
	}
	for i, statement := range body.List {
		switch s := statement.(type) {
		case *ast.VariableStatement:
			if !slices.ContainsFunc(s.List, func(b *ast.Binding) bool { return !isShared(b) }) {
				body.List[i] = take(s.List)
			}
		case *ast.LexicalDeclaration:
			if !slices.ContainsFunc(s.List, func(b *ast.Binding) bool { return !isShared(b) }) {
				body.List[i] = take(s.List)
			}
		}
	}
	for _, declaration := range main.DeclarationList {
		declaration.List = slices.DeleteFunc(declaration.List, func(b *ast.Binding) bool {
			id, _ := b.Target.(*ast.Identifier)
			return id != nil && taken[id.Name]
		})
	}
	return shared
}

// isShared reports whether a variable may be named by a CommonJS file that is not its own: it is one of those that the bundler makes for
// files and for its helpers, or an accessor of probes.
func isShared(b *ast.Binding) bool {
	id, _ := b.Target.(*ast.Identifier)
	if id == nil {
		return false
	}
	name := id.Name.String()
	for _, prefix := range []string{"__", "require_", "init_", "%"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(strings.TrimRight(name, "0123456789"), namespaceEnd)
}

// packageFolder returns the folder of the package that a file belongs to.
func packageFolder(file string) string {
	at := strings.LastIndex("/"+file, "/node_modules/") + len("node_modules/")
	return file[:at] + packageName(file[at:])
}

func identifier(name string) *ast.Identifier {
	return &ast.Identifier{Name: unistring.NewFromString(name), Idx: addedAt}
}

func binding(name string) *ast.Binding { return &ast.Binding{Target: identifier(name)} }

func assignment(name string, value ast.Expression) ast.Expression {
	return &ast.AssignExpression{Operator: token.ASSIGN, Left: identifier(name), Right: value}
}

func statementOf(e ast.Expression) ast.Statement { return &ast.ExpressionStatement{Expression: e} }

func arrow(body *ast.BlockStatement, declared []*ast.VariableDeclaration) *ast.ArrowFunctionLiteral {
	return &ast.ArrowFunctionLiteral{
		Start: addedAt, Body: body, DeclarationList: declared, ParameterList: &ast.ParameterList{Opening: addedAt, Closing: addedAt},
	}
}

func call(function ast.Expression) ast.Expression {
	return &ast.CallExpression{Callee: function, LeftParenthesis: addedAt, RightParenthesis: addedAt}
}
