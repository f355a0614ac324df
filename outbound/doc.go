// Package outbound sends HTTP requests within an application's limits.
//
// A [Transport] is for http.Client what http.Transport is, with what an operator says on
// top: how long a connection may take and how many there may be, a proxy, which addresses
// are out of bounds, and how often a request is tried again. A [Peer] is one service: it
// adds the headers that only this service may see.
//
//	transport := outbound.New(outbound.Settings{ForbidPrivate: true})
//	client := &http.Client{Transport: transport}
//
// Laws:
//   - What is private is told by the address that is dialled, after the name was resolved:
//     a name that resolves to something else the second time gains nothing, and neither
//     does a redirect. Behind a proxy, see [Settings].ForbidPrivate.
//   - A request is tried again only when doing it twice is the same as doing it once, and
//     never beyond its deadline.
//   - A Peer's headers go to its own origin only, and what a script says in Authorization or
//     Cookie to the origin it was said for: a redirect takes none of it along.
package outbound
