// Package fault describes what went wrong: to a program by kind, to a person by place.
//
// There are two types, for two situations. An operation that fails at run time returns an
// [Error]: it has a kind, which each protocol maps to its own answer (an HTTP status, a JSON-RPC
// code, an exit code), a public text, and a cause for the log only. A mistake in the user's
// source or configuration is a [Diagnostic], with file, line, column and how to fix it. Boot
// collects diagnostics in a [List] and reports all of them.
//
// The package imports no other package of the project.
//
//	return fault.New("data.query", fault.Unavailable, "the database is not reachable").Because(err)
package fault
