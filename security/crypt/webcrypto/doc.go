// Package webcrypto does what the specification of Web Cryptography says, for keys and data that are in Go.
//
// A [Key] is made by [Generate] or [Import], and knows what it may be used for. [Params] say how: they are what the specification calls a normalized
// algorithm. [Lookup] returns the members that an algorithm has in an operation, which are read from the objects of scripts.
//
//	key, err := webcrypto.Import("raw", webcrypto.KeyData{Bytes: secret}, webcrypto.Params{Name: "HMAC", Hash: "SHA-256"}, false, usages)
//	signature, err := webcrypto.Sign(webcrypto.Params{Name: "HMAC"}, key, data)
//
// Checks and their order are the specification's, and so are the names of errors, which are an [Error] each.
package webcrypto
