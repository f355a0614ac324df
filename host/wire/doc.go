// Package wire checks the bytes a client sends, before anything interprets them.
//
// A server, the proxy in front of it and the handler behind it must agree where a request ends;
// where they do not, one request can be hidden in another. RFC 9112 leaves many choices to the
// recipient, and this package takes the strict one each time: what may be read in two ways is not read
// at all. A [Checker] follows one connection: heads, bodies by length, chunks with their
// extensions, trailers, and the next head behind them.
//
// Laws. How the bytes were split into reads changes nothing. What has been let through is a
// prefix of well-formed requests, so a reader of it never sees the end of a bad line, but a NUL
// that no request has. The first [Violation] is final. Trailers are checked and then left out: nobody here reads them, and what
// merges them into the headers lets a client set what a proxy has filtered.
//
// It looks at whole lines, and copies one only when it came in pieces. Headers that an earlier request on the
// connection had, byte for byte, are compared and not looked at again. It knows no server and no
// socket.
//
//	checker := wire.NewChecker(8 << 10)
//	n, err := socket.Read(p)
//	n, violation := checker.Check(p[:n])
package wire
