// Package console turns what a person types at a prompt into a program.
//
// An input is TypeScript or JavaScript, in which await is allowed and which may begin with imports. Its
// declarations outlive it: the names are kept in a scope, an object that all inputs of a session share, and
// may be declared again. The value of an input is the value of its last statement, if that is an expression;
// a text in braces is an object, if it can be parsed as one.
//
// [Read] compiles
//
//	const user = await users.find(1)
//	user.name
//
// into a function of the scope which does this, where user means scope.user:
//
//	user = await users.find(1)
//	return user.name
//
// The tree is rewritten, not the text, so that places remain those of the input. [Tail] describes what is
// being typed at the end of a line, for completion.
//
// The package is pure: it runs nothing and knows no runtime. The [Program] lists what must be provided before
// it runs: names to declare and imports to bind.
package console
