// Package forwarded tells who sent a request that came through proxies, as far as they are trusted.
//
// Each proxy appends to Forwarded (RFC 7239) or to X-Forwarded-For whom it got the request
// from, so a list is believed from its right end to the left, as long as the one who wrote the
// entry is trusted: [Trust.Origin] begins at the peer of the connection and ends at the first
// address that is no trusted proxy. That is the client; what stands to its left it may have made up.
//
// Laws. Without a trusted peer nothing is read. Entries are taken apart from the right, so
// that nothing a client wrote can change how those of the proxies read. Only one kind of
// header is read, see [Kind]. An entry that is malformed ends it all: then nothing is known
// but the connection.
//
//	trust, err := forwarded.NewTrust([]string{"10.0.0.0/8", "unix"}, forwarded.Either)
//	origin, ok := trust.Origin(peer, header)
package forwarded
