// Package cors decides which pages of other origins may read an application's responses.
//
// A [Policy] is a list of rules, each for some paths; the first one that covers a path applies. The package handles
// texts only: an HTTP server passes in an origin and what a preflight asks for, and gets back whether that is allowed
// and the values of the headers.
//
// Laws. An origin is compared as a whole, or host label by host label, never by its end as text:
// "https://*.example.com" is not "https://evilexample.com". "null", the origin of sandboxed pages and local files, is
// allowed only if a rule lists it. A rule that would let any page read the responses meant for a user, credentials with
// "*", is refused when the policy is made. A request that is not allowed gets no headers of CORS.
//
//	policy, err := cors.New([]cors.Rule{{Path: "/api/**", Origins: []string{"https://app.example.com"}}})
//	grant := policy.For("/api/users")
//	if grant != nil && grant.Allows("https://app.example.com") { … }
package cors
