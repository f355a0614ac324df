// Package tokens makes and checks JSON Web Tokens (RFC 7519) as bearers send them.
//
// Who may issue tokens is configured: each [Issuer] has keys and the algorithms that they are for. A token says nothing about how it is
// checked: its header names a key of the issuer, and an algorithm that has to be one of the issuer's. What RFC 8725 (best current practices)
// asks for is refused by default: tokens without an end, tokens for others, critical headers, and claims that are there twice.
//
// The keys of an issuer elsewhere are fetched from its JSON Web Key Set (RFC 7517), kept, and fetched again when they change; while the
// issuer does not answer, those that are known stay good.
package tokens
