// Package security is Principal, Session, SecurityContext, PasswordEncoder, JwtService and Sessions: who is asking, and the credentials of users.
package security
