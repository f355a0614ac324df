// Package subtle has the class SubtleCrypto: keys, signatures and ciphers of Web Cryptography.
//
// It reads what scripts pass, as WebIDL says, and hands it to package webcrypto, which does the rest away from the VM: a method copies the bytes that
// it is given, in the order in which the specification says, starts the work, and returns its promise. What a CryptoKey is stays in Go; the object
// has a private reference to it, which no script can make or get.
//
// How much data may be in work at a time is bounded in each VM, before it is copied.
package subtle
