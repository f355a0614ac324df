// Package keys reads, writes and makes the keys of signatures and ciphers.
//
// A key is of one of the standard library's types: *rsa.PrivateKey, *ecdsa.PrivateKey (for ECDH as well), ed25519.PrivateKey and, for X25519,
// *ecdh.PrivateKey, or the public key of one. Each can be read from the bytes and texts in which keys travel, and written to them: SPKI and PKCS #8
// (RFC 5280, RFC 5958), SEC 1, PKCS #1, points of curves, and JSON Web Keys (RFC 7517, RFC 8037).
//
// Whatever is read comes from somewhere else: what is too long, off its curve, or does not fit together is an error.
package keys
