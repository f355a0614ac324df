// Package console makes a program of what a person types at a prompt.
//
// An input is TypeScript or JavaScript, with await allowed and imports in front. What it
// declares outlives it: the names live in a scope, an object that all inputs of a session
// share, and may be declared again. The value of an input is that of its last statement,
// when that is an expression; a text in braces is an object, if it can be one.
//
// [Read] compiles
//
//	const user = await users.find(1)
//	user.name
//
// into a function of the scope which does this, where user stands for scope.user:
//
//	user = await users.find(1)
//	return user.name
//
// The tree is rewritten, not the text, so that places stay those of the input. [Tail] tells
// what is being typed at the end of a line, for completion.
//
// The package is pure: it runs nothing and knows no runtime. What has to be there before a
// program runs (names to declare, imports to bind) it lists in the [Program].
package console
