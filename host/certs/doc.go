// Package certs serves TLS with certificates from files, and notices when the files change.
//
// [Load] reads them once and tells all that is wrong. Afterwards a [Store] looks at their times
// at a handshake, at most once a second: a renewed certificate is served to the next connection,
// those that are open go on. Files that cannot be used, such as a certificate whose key has
// not been written yet, are logged once, and what was read before stays in use.
//
// With several certificates the client's name for the server (SNI) chooses, and the first
// stands in. The protocol is HTTP/1.1, whatever else a client offers.
//
//	store, problems := certs.Load(settings, log)
//	listener = store.Listen(listener)
package certs
