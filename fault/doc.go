// Package fault says what went wrong: to a program by kind, to a person by place.
//
// Two things go wrong in two ways. At run time an operation fails: that is an
// [Error], with a kind each edge maps to its own answer (an HTTP status, a JSON-RPC
// code, an exit code), a text anyone may see, and a cause only the log sees. In the
// user's source or configuration something is mistaken: that is a [Diagnostic], with
// file, line, column and the mend; boot collects them in a [List] and reports all.
//
// The package is a leaf: it imports nothing of the project.
//
//	return fault.New("data.query", fault.Unavailable, "the database is not reachable").Because(err)
package fault
