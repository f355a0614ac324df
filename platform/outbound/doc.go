// Package outbound sends HTTP requests within an application's limits.
//
// A [Transport] is used with http.Client like an http.Transport, and adds what the operator
// configures: the timeout and the number of connections, a proxy, forbidden addresses, and how
// often a request is retried. A [Peer] is one service: it adds the headers that only this service
// may get. A [Share] bounds what is in flight.
//
//	transport := outbound.New(outbound.Settings{ForbidPrivate: true})
//	client := &http.Client{Transport: transport}
//
// Rules:
//   - Whether an address is private is checked when it is dialled, after its name was resolved.
//     So neither a name that resolves differently the second time nor a redirect gets around the
//     check. Behind a proxy, see [Settings].ForbidPrivate.
//   - A request is retried only if sending it twice has the same effect as sending it once, and
//     never after its deadline.
//   - A request has a place in the Transport's Share until the body of its response has been read or
//     closed. A host that does not answer takes its own places only, and so does the process itself:
//     see [Own].
//   - A Peer's headers are sent to its own origin only. A script's Authorization and Cookie
//     headers are sent to the origin of the request only: a redirect to another origin drops
//     them.
package outbound
