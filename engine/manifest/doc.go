// Package manifest holds what an application declared: its beans, the dependencies of each, its handlers, routes
// and properties, each with its place in the source. It holds types only; package
// [github.com/fwrun/fwrun/engine/build] makes them.
//
// Laws: a manifest is plain data, frozen once built and shared by all workers; nothing in it is looked up by name
// at run time, a handler is an index; the package runs no script and knows no engine.
package manifest
