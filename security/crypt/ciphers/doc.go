// Package ciphers digests, encrypts, signs and derives: what Web Cryptography and Node's crypto have in common.
//
// The standard library does the work. What it does not have is here: AES in counter mode with a short counter, AES-GCM with other tags than those of
// 12 to 16 bytes, AES Key Wrap (RFC 3394), RSA-PSS without a salt, signatures of curves as two numbers of fixed length (IEEE P1363), and derivation
// by PBKDF2 that ends when nobody waits for it any more.
package ciphers
