// Package security is Principal, Session, SecurityContext, PasswordEncoder, JwtService, Sessions, Logins, ApiKeys, Users and SecurityEvents:
// who is asking, the credentials of users, and what happens to them.
package security
