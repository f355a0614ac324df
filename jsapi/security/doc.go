// Package security is Principal, SecurityContext, PasswordEncoder and JwtService: who is asking, and the credentials of users.
package security
