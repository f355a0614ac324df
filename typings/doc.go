// Package typings holds the TypeScript declarations of everything a script can import
// or see: the user's reference, and what editors complete from.
//
//   - fwrun.d.ts declares the module "fwrun": decorators and classes.
//   - globals.d.ts declares the names of types: int, list<User>, StringList.
//   - web.d.ts declares the globals of the web platform.
//
// fwrun.d.ts refers to the other two, so that a project needs to know only that one:
//
//	"paths": { "fwrun": ["../../../typings/fwrun.d.ts"] }
//
// Laws:
//   - The declarations say no more and no less than there is: tests/typings_test.go
//     compares them with the exports, the decorators' options and targets, and the
//     members of every class, both ways.
//   - Whatever has a unit, throws, or waits says so where it is declared.
//
// package.json makes the folder a types package, and pins the compiler that the tests
// check the examples with: npm ci --prefix typings.
package typings
