// Package typings holds the TypeScript declarations of everything a script can import
// or see: the user's reference, and what editors complete from.
//
//   - fwrun.d.ts declares the module "fwrun": decorators and classes.
//   - globals.d.ts declares the names of types: int, list<User>, StringList.
//   - web.d.ts declares the globals of the web platform.
//   - files.d.ts declares what is no script and can be imported all the same.
//
// fwrun.d.ts refers to the others, so that a project needs to know only that one.
// tsconfig.json has it, and the settings that scripts need; a project extends it:
//
//	{ "extends": "./.fwrun/types/tsconfig.json", "include": ["**/*"] }
//
// Laws:
//   - The declarations say no more and no less than there is: tests/typings_test.go
//     compares them with the exports, the decorators' options and targets, and the
//     members of every class, both ways.
//   - Every declaration and every member has a comment. Whatever has a unit, throws, or
//     waits says so there.
//
// package.json makes the folder a types package, and pins the compiler that the tests
// check the examples with: npm ci --prefix typings.
package typings
