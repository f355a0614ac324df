// Package typings holds the TypeScript declarations of everything a script can import
// or see: the user's reference, and what editors complete from.
//
//   - The module "fwrun" is declared by capability: beans.d.ts, configuration.d.ts, routes.d.ts, http.d.ts,
//     validation.d.ts, interceptors.d.ts, sql.d.ts, repositories.d.ts, search.d.ts, security.d.ts, images.d.ts, folders.d.ts, aspects.d.ts,
//     schedules.d.ts, queue.d.ts,
//     agents.d.ts, client.d.ts, health.d.ts and logging.d.ts. The compiler merges the parts; what one of them keeps to itself the others do not see,
//     so what they have in common is in decorators.d.ts, which nobody else imports.
//   - test.d.ts declares the module "fwrun/test".
//   - globals.d.ts declares the names of types: int, list<User>, StringList.
//   - web.d.ts declares the globals of the web platform, and a file web….d.ts beside it those of one capability.
//   - files.d.ts declares what is no script and can be imported all the same.
//
// fwrun.d.ts refers to the others, so that a project needs to know only that one.
// tsconfig.json has it, and the settings that scripts need; a project extends it:
//
//	{ "extends": "./.fwrun/types/tsconfig.json", "include": ["**/*"] }
//
// Laws:
//   - The declarations say no more and no less than there is: tests/typings/exports_test.go
//     compares them with the exports, the decorators' options and targets, and the
//     members of every class, both ways.
//   - Every declaration and every member has a comment. Whatever has a unit, throws, or
//     waits says so there.
//
// package.json makes the folder a types package, and pins the compiler that the tests
// check the examples with: npm ci --prefix typings.
package typings
