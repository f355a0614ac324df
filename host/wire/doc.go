// Package wire checks the bytes a client sends, before anything interprets them.
//
// A server, the proxy in front of it and the handler behind it must agree where a request ends; otherwise one request
// can be hidden in another. RFC 9112 leaves many choices to the recipient, and this package always takes the strict
// one: a request that can be read in two ways is refused. A [Checker] follows one connection: heads, bodies by length,
// chunks with their extensions, trailers, and the next head after them.
//
// Laws. How the bytes were split into reads changes nothing. The bytes that pass are a prefix of well-formed requests:
// a reader never sees the end of an invalid line, but a NUL that no request has. The first [Violation] is final.
// Trailers are checked and then left out: nothing reads them here, and a reader that merges them into the headers lets
// a client set headers that a proxy has filtered.
//
// It checks whole lines, and copies a line only if it arrives in pieces. Headers that an earlier request on the
// connection had, byte for byte, are compared and not checked again. It knows no server and no socket.
//
//	checker := wire.NewChecker(8 << 10)
//	n, err := socket.Read(p)
//	n, violation := checker.Check(p[:n])
package wire
