// Package cors decides which pages of other origins may read what an application answers.
//
// A [Policy] is a list of rules, each for some paths; the first one that covers a path counts. It
// knows texts only: whoever speaks HTTP hands in an origin and what a preflight asks for, and
// gets back whether that is allowed and what to say.
//
// Laws. An origin is compared whole, or host label by host label, never by its end as text:
// "https://*.example.com" is not "https://evilexample.com". "null", the origin of sandboxed
// pages and local files, is allowed only where it is written. A rule that would hand anybody's
// page the answers meant for a user, credentials with "*", is refused when it is made. What is
// not allowed is answered with nothing at all.
//
//	policy, err := cors.New([]cors.Rule{{Path: "/api/**", Origins: []string{"https://app.example.com"}}})
//	grant := policy.For("/api/users")
//	if grant != nil && grant.Allows("https://app.example.com") { … }
package cors
