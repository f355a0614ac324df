package guard

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// goja has no async generators: the bundler writes functions that call a helper. What the language has for them, packages look for by
// Object.getPrototypeOf(async function* () {}), so expressions and declarations that are such functions are marked.

// helperAsyncGenerator is the global that marks a function, which may get a name, or, without one, makes what a generator is.
const helperAsyncGenerator = "%asyncGenerator"

// bundledGenerator begins the name of the bundler's helper.
const bundledGenerator = "__asyncGenerator"

func mayHaveAsyncGenerator(source string) bool { return strings.Contains(source, bundledGenerator+"(") }

// markedGenerator returns a call that marks a function, if an expression is one that the bundler has made of an async generator. A method is
// none: its text does not begin with the word.
func markedGenerator(e ast.Expression) ast.Expression {
	function, ok := e.(*ast.FunctionLiteral)
	if !ok || !strings.HasPrefix(function.Source, "function") || function.Body == nil || len(function.Body.List) != 1 {
		return nil
	}
	returned, ok := function.Body.List[0].(*ast.ReturnStatement)
	if !ok {
		return nil
	}
	call, ok := returned.Argument.(*ast.CallExpression)
	if !ok {
		return nil
	}
	if helper, ok := call.Callee.(*ast.Identifier); !ok || !strings.HasPrefix(helper.Name.String(), bundledGenerator) {
		return nil
	}
	return helperCall(helperAsyncGenerator, function.Idx0(), function)
}

// markDeclared marks the functions that a list of statements declares, before all else in it but its directives.
func (r *rewriter) markDeclared(list []ast.Statement) []ast.Statement {
	var marks []ast.Statement
	for _, statement := range list {
		declared, ok := statement.(*ast.FunctionDeclaration)
		if !ok || declared.Function.Name == nil {
			continue
		}
		if call, ok := markedGenerator(declared.Function).(*ast.CallExpression); ok {
			call.ArgumentList[0] = declared.Function.Name
			marks = append(marks, &ast.ExpressionStatement{Expression: call})
		}
	}
	if marks == nil {
		return list
	}
	r.changed = true
	at := 0
	for ; at < len(list); at++ {
		statement, ok := list[at].(*ast.ExpressionStatement)
		if !ok {
			break
		}
		if _, ok := statement.Expression.(*ast.StringLiteral); !ok {
			break
		}
	}
	return slices.Insert(slices.Clone(list), at, marks...)
}

// nameGenerator gives a function the name of the variable that it is the value of, which goja would give to the function itself.
func nameGenerator(target ast.Node, value ast.Expression) {
	call, ok := value.(*ast.CallExpression)
	if !ok || len(call.ArgumentList) != 1 {
		return
	}
	helper, marked := call.Callee.(*ast.Identifier)
	variable, named := target.(*ast.Identifier)
	if !marked || !named || helper.Name != helperAsyncGenerator {
		return
	}
	if function, ok := call.ArgumentList[0].(*ast.FunctionLiteral); !ok || function.Name != nil {
		return
	}
	call.ArgumentList = append(call.ArgumentList, &ast.StringLiteral{Idx: variable.Idx, Value: unistring.String(variable.Name)})
}

// asyncGenerators defines the helper. What it needs is made when it is first called.
func (g *guard) asyncGenerators() {
	var made *asyncGenerators
	g.hidden(helperAsyncGenerator, func(call goja.FunctionCall) goja.Value {
		if made == nil {
			made = g.newAsyncGenerators()
		}
		function, ok := call.Argument(0).(*goja.Object)
		if !ok {
			return g.rt.CreateObject(made.prototype)
		}
		g.must(function.SetPrototype(made.functions))
		prototype := g.rt.CreateObject(made.prototype)
		_ = function.DefineDataProperty("prototype", prototype, goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		if name, ok := call.Argument(1).(goja.String); ok {
			_ = function.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		return function
	})
}

// asyncGenerators are the prototypes of generators, and of the functions that make them.
type asyncGenerators struct{ prototype, functions *goja.Object }

func (g *guard) newAsyncGenerators() *asyncGenerators {
	value, err := g.rt.RunProgram(asyncGeneratorsProgram())
	g.must(err)
	list := value.(*goja.Object)
	return &asyncGenerators{list.Get("prototype").(*goja.Object), list.Get("functions").(*goja.Object)}
}

// asyncGeneratorsProgram makes the prototypes. The methods of a generator are its own, so those of the prototype call them.
var asyncGeneratorsProgram = program(`(() => {
	const define = (object, members, writable) => {
		for (const key of Reflect.ownKeys(members))
			Object.defineProperty(object, key, { value: members[key], writable, enumerable: false, configurable: true });
		return object;
	};
	const iterator = define({}, { [Symbol.asyncIterator]() { return this } }, true);
	Object.defineProperty(iterator[Symbol.asyncIterator], "name", { value: "[Symbol.asyncIterator]", configurable: true });
	const forward = (name) => ({ [name](value) {
		const own = this !== null && typeof this === "object" ? Object.getOwnPropertyDescriptor(this, name)?.value : undefined;
		if (typeof own !== "function" || own === prototype[name])
			return Promise.reject(new TypeError(name + " method called on incompatible receiver " + String(this)));
		return own.call(this, value);
	} })[name];
	const prototype = define(Object.create(iterator), { next: forward("next"), return: forward("return"), throw: forward("throw") }, true);
	function AsyncGeneratorFunction() {
		throw new EvalError("async generators cannot be made of text: write async function*");
	}
	const functions = define(Object.create(Function.prototype), { prototype, [Symbol.toStringTag]: "AsyncGeneratorFunction" }, false);
	define(prototype, { constructor: functions, [Symbol.toStringTag]: "AsyncGenerator" }, false);
	define(functions, { constructor: AsyncGeneratorFunction }, false);
	Object.setPrototypeOf(AsyncGeneratorFunction, Function);
	Object.defineProperty(AsyncGeneratorFunction, "prototype", { value: functions, writable: false });
	Object.defineProperty(AsyncGeneratorFunction, "length", { value: 1, configurable: true });
	return { prototype, functions };
})()`)
