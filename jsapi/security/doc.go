// Package security is Principal, Session, SecurityContext, PasswordEncoder, JwtService, Sessions, Logins, ApiKeys, Users and SecurityEvents:
// who is asking, the credentials of users, and what happens to them; and Hmac, Digest, Random and Totp, which sign, digest, draw and make
// one-time codes.
package security
