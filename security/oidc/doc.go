// Package oidc lets somebody log in with a provider of OpenID Connect: the code flow with PKCE, as OpenID Connect Core 1.0, 3.1 has it.
//
// A [Provider] makes the address that a browser is sent to, exchanges the code that it comes back with, and checks the tokens of the
// provider: those of log-ins, and those by which the provider says that somebody has logged out. What a provider says of itself is
// fetched when it is first needed, so that an application starts while a provider is down.
//
// It knows no scripts, no sessions and no HTTP server.
package oidc
