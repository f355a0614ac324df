// Package manifest is what an application declared: its beans, what each of them asks
// for, its handlers, routes and properties, each with its place in the source.
//
// Boot runs the application once in a loader VM. Its decorators leave [Declaration]
// values behind, which say only that a decorator with these options stands on that
// member. [Build] joins them with what the source says (types, defaults, comments),
// checks everything, and returns either a manifest or every mistake it found.
//
// Laws: a manifest is plain data, frozen once built and shared by all workers; nothing
// in it is looked up by name at run time, a handler is an index; the package runs no
// script and knows no engine.
package manifest
