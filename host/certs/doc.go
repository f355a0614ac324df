// Package certs serves TLS with certificates from files, and notices when the files change.
//
// [Load] reads them once and reports all problems. Afterwards a [Store] checks their times during a handshake, at most
// once a second: a renewed certificate is served to the next connection, and open connections continue. Files that
// cannot be used, such as a certificate whose key has not been written yet, are logged once, and the previous ones stay
// in use.
//
// The client's name for the server (SNI) selects one of several certificates; if none matches, the first one is used.
// The protocol is HTTP/1.1, whatever else a client offers.
//
//	store, problems := certs.Load(settings, log)
//	listener = store.Listen(listener)
package certs
