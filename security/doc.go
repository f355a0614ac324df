// Package security says who somebody is, and what that one may do. It knows no scripts and no HTTP.
//
// A [Principal] is who was found to be asking, by whatever credentials. A [Demand] is what is asked of principals at some place, such as a
// handler: nothing, to be known at all, or one of some authorities. Authorities are roles and scopes, and a role may include others, as
// [Roles] knows. [Rules] are the demands of paths.
package security
