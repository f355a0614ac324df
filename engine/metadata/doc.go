// Package metadata adds to TypeScript files what tsc emits with emitDecoratorMetadata: the types in decorated classes, as values.
//
// A class gets a static block at its end, which runs before its decorators, and a file a few lines at its end, so all places in its text
// remain what they are:
//
//	; static { __metadata(this.prototype, "name", () => ({type: String})); }
//
// The values are those of tsc. Types are read and not checked, so what a package exports is known when it runs: a class is itself,
// everything else is Object.
package metadata
