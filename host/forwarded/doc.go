// Package forwarded determines the client of a request that came through proxies, as far as the proxies are trusted.
//
// Each proxy appends the address from which it got the request to Forwarded (RFC 7239) or to X-Forwarded-For, so a list
// is evaluated from right to left, as long as the sender of the entry is trusted: [Trust.Origin] begins at the peer of
// the connection and ends at the first address that is not a trusted proxy. That is the client; entries to its left may
// be forged.
//
// Laws. Without a trusted peer nothing is read. Entries are parsed from the right, so that nothing that a client wrote
// can change how the entries of the proxies are read. Only one kind of header is read, see [Kind]. A malformed entry
// makes the whole list invalid: then only the connection is known.
//
//	trust, err := forwarded.NewTrust([]string{"10.0.0.0/8", "unix"}, forwarded.Either)
//	origin, ok := trust.Origin(peer, header)
package forwarded
